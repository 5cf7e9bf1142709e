/// Takes the bytes of a resource as they come, so that they need not all be held in memory.
///
/// It is used by one thread at a time.
public protocol ByteSink: AnyObject {
    /// Learns where the bytes to come belong, before the first of them.
    ///
    /// It is called again, with zero, when what was there before has to be dropped: when a server
    /// sends everything anew instead of the rest.
    ///
    /// - Parameters:
    ///   - offset: Where in what was asked for the next byte belongs: zero, or where the request
    ///     wanted to resume.
    ///   - version: What tells this version of the resource from others; `nil` when unknown.
    /// - Throws: When the bytes cannot be taken.
    func begin(at offset: Int64, version: String?) throws(TransportError)

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: The bytes; they are gone afterwards.
    /// - Throws: When they cannot be taken.
    func append(_ bytes: RawSpan) throws(TransportError)
}
