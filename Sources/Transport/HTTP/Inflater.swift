import CZlib

/// The single owner of a zlib stream that decodes one body.
///
/// A gzip body is a series of members, each with a checksum at its end. A `deflate` body has the
/// format of zlib; like other clients, the decoder also accepts it without header and checksum.
///
/// The corresponding C functions are `inflateInit2`, `inflate`, `inflateReset` and `inflateEnd`.
/// Reference: RFC 1950 to 1952.
@safe
final class Inflater {
    typealias Receiver = (UnsafeRawBufferPointer) -> ContentDecoder.Outcome

    /// The number of bytes decoded at a time.
    private static let bufferByteCount = 64 << 10

    private let coding: ContentCoding
    private let stream: UnsafeMutablePointer<z_stream>
    private let buffer: UnsafeMutableRawBufferPointer
    /// The first byte of a `deflate` body, stored until the second byte shows the format.
    private var held: [UInt8] = []
    private var isOpen = false
    private var isAtEnd = false
    private var memberCount = 0

    init(_ coding: ContentCoding) {
        self.coding = coding
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        unsafe buffer = .allocate(byteCount: Self.bufferByteCount, alignment: 16)
    }

    deinit {
        _ = unsafe inflateEnd(stream)
        unsafe stream.deallocate()
        unsafe buffer.deallocate()
    }

    /// Whether the coded stream is at its end, or has no bytes at all.
    var isComplete: Bool { isAtEnd || !isOpen && held.isEmpty }

    /// Decodes a piece.
    ///
    /// - Parameters:
    ///   - piece: The next bytes of the body.
    ///   - receive: Receives decoded bytes; decoding ends if it returns anything but `more`.
    /// - Returns: The outcome.
    func inflate(_ piece: UnsafeRawBufferPointer, into receive: Receiver) -> ContentDecoder.Outcome
    {
        if isOpen { return unsafe run(piece, into: receive) }
        let head = unsafe held + piece.prefix(2)
        guard head.count > 1 || coding == .gzip && !head.isEmpty else {
            held = head
            return .more
        }
        guard unsafe czlib_inflate_init(stream, windowBits(for: head)) == Z_OK else {
            return .failed(.failed("no memory to decode the body"))
        }
        isOpen = true
        guard !held.isEmpty else { return unsafe run(piece, into: receive) }
        let whole = unsafe held + piece
        held = []
        return unsafe whole.withUnsafeBytes { unsafe run($0, into: receive) }
    }

    /// Returns the zlib parameter `windowBits` for the format that a body's first bytes indicate.
    private func windowBits(for head: [UInt8]) -> Int32 {
        if coding == .gzip { return MAX_WBITS + 16 }
        let hasHeader = head[0] & 0x0F == 8 && (Int(head[0]) << 8 | Int(head[1])).isMultiple(of: 31)
        return hasHeader ? MAX_WBITS : -MAX_WBITS
    }

    private func run(_ piece: UnsafeRawBufferPointer, into receive: Receiver)
        -> ContentDecoder.Outcome
    {
        unsafe stream.pointee.next_in = unsafe piece.baseAddress?
            .assumingMemoryBound(to: UInt8.self)
        unsafe stream.pointee.avail_in = UInt32(piece.count)
        while true {
            if isAtEnd {
                guard unsafe stream.pointee.avail_in > 0 else { return .more }
                // Another gzip member begins with this byte; any other byte is surplus.
                guard coding == .gzip, unsafe stream.pointee.next_in.pointee == 0x1F,
                    unsafe inflateReset(stream) == Z_OK
                else { return surplus }
                isAtEnd = false
            }
            unsafe stream.pointee.next_out = unsafe buffer.baseAddress?
                .assumingMemoryBound(to: UInt8.self)
            unsafe stream.pointee.avail_out = UInt32(buffer.count)
            let code = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            let count = unsafe buffer.count - Int(stream.pointee.avail_out)
            if count > 0 {
                let outcome = unsafe receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                guard case .more = outcome else { return outcome }
            }
            switch code {
            case Z_STREAM_END:
                isAtEnd = true
                memberCount += 1
            case Z_OK: break
            case Z_BUF_ERROR: return .more
            case Z_MEM_ERROR: return .failed(.failed("no memory to decode the body"))
            default:
                let isAfterMember = unsafe memberCount > 0 && stream.pointee.total_out == 0
                if isAfterMember { return surplus }
                return .failed(
                    .failed("the body is not valid \(coding), which Content-Encoding states"))
            }
        }
    }

    private var surplus: ContentDecoder.Outcome {
        .failed(.failed("other bytes follow the end of the \(coding) body"))
    }
}
