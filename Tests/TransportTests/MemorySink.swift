import Transport

/// A sink that keeps what it takes in, and writes down what it is told.
final class MemorySink: ByteSink {
    /// What is there.
    private(set) var bytes: [UInt8]

    /// The version of what is there, as told last.
    private(set) var version: String?

    /// Where bytes began, each time.
    private(set) var begins: [Int64] = []

    /// After how many bytes it fails; `nil` means never.
    private let capacity: Int?

    static let full = TransportError(url: "sink", cause: .failed("the sink is full"))

    init(_ bytes: [UInt8] = [], capacity: Int? = nil) {
        self.bytes = bytes
        self.capacity = capacity
    }

    func begin(at offset: Int64, version: String?) throws(TransportError) {
        begins.append(offset)
        self.version = version
        guard offset <= bytes.count else { throw Self.full }
        bytes.removeLast(bytes.count - Int(offset))
    }

    func append(_ piece: RawSpan) throws(TransportError) {
        if let capacity, bytes.count + piece.byteCount > capacity { throw Self.full }
        unsafe piece.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }

    /// What resumes what is there; `nil` when there is nothing, or of no known version.
    var resumption: ResourceResumption? {
        guard let version, !bytes.isEmpty else { return nil }
        return ResourceResumption(offset: Int64(bytes.count), version: version)
    }
}
