import Synchronization

/// The content of a resource whose bytes are generated when they are read.
///
/// A reader that knows the type of the content may use the content instead of the bytes, which are
/// costly to generate.
package protocol MadeContent: Sendable {
    /// The number of bytes, which is known before the bytes are generated.
    var byteCount: Int64 { get }

    /// Returns the bytes.
    ///
    /// - Throws: When they cannot be made.
    func bytes() throws(TransportError) -> [UInt8]
}

/// Content whose bytes are generated once, at the first read.
final class MadeBytes: Sendable {
    let content: any MadeContent
    private let made = Mutex<[UInt8]?>(nil)

    init(_ content: any MadeContent) { self.content = content }

    /// Returns the bytes.
    ///
    /// - Throws: When they cannot be made.
    func bytes() throws(TransportError) -> [UInt8] {
        if let known = made.withLock({ $0 }) { return known }
        let bytes = try content.bytes()
        made.withLock { $0 = bytes }
        return bytes
    }
}

/// Content with a value; a reader that knows the type of the value does not read the bytes.
package struct MadeValue<Value: Sendable>: MadeContent {
    /// The value, which contains the same information as the bytes.
    package let value: Value
    /// The number of bytes.
    package let byteCount: Int64
    private let make: @Sendable () throws(TransportError) -> [UInt8]

    /// Creates content.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - byteCount: The number of bytes.
    ///   - make: Makes the bytes.
    package init(
        _ value: Value, byteCount: Int64,
        make: @escaping @Sendable () throws(TransportError) -> [UInt8]
    ) {
        self.value = value
        self.byteCount = byteCount
        self.make = make
    }

    /// Returns the bytes.
    ///
    /// - Throws: When they cannot be made.
    package func bytes() throws(TransportError) -> [UInt8] { try make() }
}
