import Transport

/// A sink that keeps its bytes, and records its calls.
final class MemorySink: ByteSink {
    /// The received bytes.
    private(set) var bytes: [UInt8]

    /// The version of the resource, from the last call to `begin`.
    private(set) var version: String?

    /// The size of the complete resource, from the last call to `begin`.
    private(set) var totalByteCount: Int64?

    /// The offsets passed to `begin`, in order.
    private(set) var begins: [Int64] = []

    /// The number of bytes after which the sink fails; `nil` means never.
    private let capacity: Int?

    static let full = TransportError(url: "sink", cause: .failed("the sink is full"))

    init(_ bytes: [UInt8] = [], capacity: Int? = nil) {
        self.bytes = bytes
        self.capacity = capacity
    }

    func begin(
        at offset: Int64, version: String?, totalByteCount: Int64?
    ) throws(TransportError) {
        begins.append(offset)
        self.version = version
        self.totalByteCount = totalByteCount
        guard offset <= bytes.count else { throw Self.full }
        bytes.removeLast(bytes.count - Int(offset))
    }

    func append(_ piece: RawSpan) throws(TransportError) {
        if let capacity, bytes.count + piece.byteCount > capacity { throw Self.full }
        unsafe piece.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }

    /// The point from which a later request can continue; `nil` if bytes or version are missing.
    var resumption: ResourceResumption? {
        guard let version, !bytes.isEmpty else { return nil }
        return ResourceResumption(
            offset: Int64(bytes.count), version: version, totalByteCount: totalByteCount)
    }
}
