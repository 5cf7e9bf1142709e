/// The single owner of memory that a disk can be written from without a copy in between.
///
/// It begins at a border of ``alignment`` bytes, as disks ask for.
@safe
struct AlignedBytes: ~Copyable {
    /// What places in memory and in files are multiples of; enough for all usual disks.
    static let alignment = 4096

    private let memory: UnsafeMutableRawBufferPointer
    private let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        unsafe memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: capacity, alignment: Self.alignment)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// Hands over some of the bytes.
    func withBytes<Result>(
        _ range: Range<Int>, _ body: (RawSpan) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        precondition(range.upperBound <= count, "only what was added is there")
        let part = unsafe UnsafeRawBufferPointer(rebasing: memory[range])
        return try body(unsafe RawSpan(_unsafeBytes: part))
    }

    /// Adds bytes, which must have room.
    mutating func append(_ bytes: RawSpan) {
        precondition(bytes.byteCount <= capacity - count, "there must be room")
        unsafe bytes.withUnsafeBytes { source in
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...])
            unsafe room.copyMemory(from: source)
        }
        count += bytes.byteCount
    }

    mutating func removeAll() {
        count = 0
    }
}
