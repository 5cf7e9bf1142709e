/// The error that caused another one.
///
/// It carries errors of modules that the carrier does not import, so that a caller can cast
/// ``error`` to the type that it expects. Two of them are equal when their errors have the same type
/// and are equal; errors that cannot be compared are equal when their descriptions are.
public struct UnderlyingError: Error, Sendable {
    /// The error as it was thrown.
    public let error: any Error

    /// Creates a carrier; the error of another carrier is taken out of it.
    ///
    /// - Parameter error: The error as it was thrown.
    public init(_ error: any Error) {
        self.error = (error as? UnderlyingError)?.error ?? error
    }
}

extension UnderlyingError: Hashable {
    /// Returns whether two carriers have equal errors of the same type.
    public static func == (left: UnderlyingError, right: UnderlyingError) -> Bool {
        guard type(of: left.error) == type(of: right.error) else { return false }
        func areEqual<Value: Equatable>(_ value: Value) -> Bool { value == right.error as? Value }
        guard let comparable = left.error as? any Equatable else {
            return "\(left.error)" == "\(right.error)"
        }
        return areEqual(comparable)
    }

    /// Adds the type of the error, which equal errors share.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: error)))
    }
}

extension UnderlyingError: CustomStringConvertible {
    /// The description of the error.
    public var description: String { "\(error)" }
}
