/// Receives the bytes of a resource as they arrive, so that they need not be held in memory.
///
/// Used by one thread at a time.
public protocol ByteSink: AnyObject {
    /// Announces the offset of the next byte, before the first byte arrives.
    ///
    /// The method is called again with zero if a server sends the complete resource instead of the
    /// rest. The sink must then drop the bytes that it has received.
    ///
    /// - Parameters:
    ///   - offset: The offset of the next byte within the requested range: zero, or the offset at
    ///     which the request resumes.
    ///   - version: The validator of this version of the resource; `nil` when unknown.
    ///   - totalByteCount: The size of the complete resource; `nil` when unknown.
    /// - Throws: When the bytes cannot be stored.
    func begin(
        at offset: Int64, version: String?, totalByteCount: Int64?
    ) throws(TransportError)

    /// Receives the next bytes.
    ///
    /// - Parameter bytes: The bytes; valid only during the call.
    /// - Throws: When the bytes cannot be stored.
    func append(_ bytes: RawSpan) throws(TransportError)
}
