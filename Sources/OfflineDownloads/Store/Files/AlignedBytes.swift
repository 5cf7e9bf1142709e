#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The single owner of aligned memory that can be written to a disk without copying.
///
/// The memory starts at a multiple of ``alignment`` bytes, as direct writes to a disk require. It
/// is mapped directly from the system and returned to the system on release. It does not come from
/// an allocator, because an allocator would keep such memory for every thread that has ever
/// written.
///
/// The corresponding C functions are `mmap` and `munmap`.
@safe
struct AlignedBytes: ~Copyable {
    /// The alignment of positions in memory and in files; sufficient for all common disks.
    static let alignment = 4096

    private let memory: UnsafeMutableRawBufferPointer
    private let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        let access = PROT_READ | PROT_WRITE
        let start = unsafe mmap(nil, capacity, access, MAP_PRIVATE | MAP_ANON, -1, 0)
        precondition(unsafe start != MAP_FAILED, "the system has no memory left")
        unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: capacity)
    }

    deinit {
        unsafe munmap(memory.baseAddress, capacity)
    }

    /// Passes the bytes in a range to a closure.
    func withBytes<Result>(
        _ range: Range<Int>, _ body: (RawSpan) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        precondition(range.upperBound <= count, "only what was added is there")
        let part = unsafe UnsafeRawBufferPointer(rebasing: memory[range])
        return try body(unsafe RawSpan(_unsafeBytes: part))
    }

    /// Appends bytes; their number must not exceed the remaining capacity.
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
