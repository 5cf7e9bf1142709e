/// The error that caused another one.
///
/// It wraps errors of modules that this module does not import; a caller can cast ``error`` to the
/// expected type. Two values are equal when their errors have the same type and are equal. Errors
/// that are not `Equatable` count as equal when their descriptions are equal.
public struct UnderlyingError: Error, Sendable {
    /// The error as it was thrown.
    public let error: any Error

    /// Wraps an error; an error that is already wrapped is not wrapped again.
    ///
    /// - Parameter error: The error as it was thrown.
    public init(_ error: any Error) {
        self.error = (error as? UnderlyingError)?.error ?? error
    }
}

extension UnderlyingError: Hashable {
    /// Returns whether two wrappers have equal errors of the same type.
    public static func == (left: UnderlyingError, right: UnderlyingError) -> Bool {
        guard type(of: left.error) == type(of: right.error) else { return false }
        func areEqual<Value: Equatable>(_ value: Value) -> Bool { value == right.error as? Value }
        guard let comparable = left.error as? any Equatable else {
            return "\(left.error)" == "\(right.error)"
        }
        return areEqual(comparable)
    }

    /// Hashes only the type of the error, which is the same for equal errors.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: error)))
    }
}

extension UnderlyingError: CustomStringConvertible {
    /// The description of the error.
    public var description: String { "\(error)" }
}
