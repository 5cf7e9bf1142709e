/// The bytes of a resource: in memory, in a part of an open file, or generated when they are read.
///
/// A body is a value; its file stays open as long as a copy of the body exists.
public struct ResourceBody: Sendable {
    private enum Storage: Sendable {
        case memory([UInt8])
        case file(OpenFile)
        case made(MadeBytes)
    }

    private let storage: Storage

    /// The offset of the body in its storage.
    private let start: Int64

    /// The number of bytes.
    public let byteCount: Int64

    /// Whether the bytes are in memory, so that reading them cannot fail.
    package var isInMemory: Bool {
        if case .memory = storage { true } else { false }
    }

    /// Creates a body from bytes in memory.
    public init(_ bytes: [UInt8]) {
        self.init(storage: .memory(bytes), start: 0, byteCount: Int64(bytes.count))
    }

    /// Creates a body from a part of an open file.
    init(_ file: OpenFile, range: Range<Int64>) {
        self.init(
            storage: .file(file), start: range.lowerBound,
            byteCount: range.upperBound - range.lowerBound)
    }

    /// Creates a body whose bytes are generated when they are read.
    package init(_ content: any MadeContent) {
        self.init(storage: .made(MadeBytes(content)), start: 0, byteCount: content.byteCount)
    }

    /// The content that generates all bytes of the body.
    ///
    /// It is `nil` if the bytes are not generated, and for a part of generated content.
    package var content: (any MadeContent)? {
        guard case .made(let made) = storage, start == 0, byteCount == made.content.byteCount
        else { return nil }
        return made.content
    }

    private init(storage: Storage, start: Int64, byteCount: Int64) {
        self.storage = storage
        self.start = start
        self.byteCount = byteCount
    }

    /// Returns a part of the body, which shares the storage of the body.
    ///
    /// - Parameter range: The bytes of the part; bytes outside the body are omitted.
    /// - Returns: The part, which keeps the file of the body open, as the body itself does.
    public func part(_ range: Range<Int64>) -> ResourceBody {
        let range = range.clamped(to: 0..<byteCount)
        return ResourceBody(
            storage: storage, start: start + range.lowerBound,
            byteCount: range.upperBound - range.lowerBound)
    }

    /// Copies bytes out of the body.
    ///
    /// - Parameters:
    ///   - offset: The position in the body.
    ///   - destination: The buffer to fill, from its start.
    /// - Returns: The number of bytes copied: as many as fit, fewer at the end of the body, and
    ///   zero only at or after its end or for an empty buffer.
    /// - Throws: When the file of the body cannot be read or has become shorter.
    public func read(
        at offset: Int64, into destination: inout MutableRawSpan
    ) throws(TransportError) -> Int {
        precondition(offset >= 0, "a body is read from its start on")
        return try unsafe destination.withUnsafeMutableBytes { buffer throws(TransportError) in
            try unsafe read(at: offset, into: buffer)
        }
    }

    private func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int {
        let count = Int(min(Int64(buffer.count), max(0, byteCount - offset)))
        guard count > 0 else { return 0 }
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        switch storage {
        case .memory(let bytes):
            unsafe copy(bytes, from: Int(start + offset), into: target)
            return count
        case .made(let made):
            unsafe copy(try made.bytes(), from: Int(start + offset), into: target)
            return count
        case .file(let file):
            let read = try unsafe file.read(at: start + offset, into: target)
            guard read > 0 else {
                let cause = TransportError.Cause.truncated(expected: byteCount, received: offset)
                throw TransportError(url: file.url, cause: cause)
            }
            return read
        }
    }

    private func copy(
        _ bytes: [UInt8], from place: Int, into target: UnsafeMutableRawBufferPointer
    ) {
        unsafe bytes.withUnsafeBytes { source in
            unsafe target.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[place..<place + target.count]))
        }
    }

    /// Copies the complete body into memory.
    ///
    /// - Parameter limit: The largest number of bytes to copy.
    /// - Returns: All bytes.
    /// - Throws: When the body is larger, or cannot be read.
    public func bytes(limit: Int64 = .max) throws(TransportError) -> [UInt8] {
        guard byteCount <= limit else {
            throw TransportError(url: url ?? "", cause: .tooLarge(limit: limit))
        }
        let known: [UInt8]? =
            switch storage {
            case .memory(let bytes): bytes
            case .made(let made): try made.bytes()
            case .file: nil
            }
        if let known {
            guard byteCount < known.count else { return known }
            return Array(known[Int(start)..<Int(start + byteCount)])
        }
        var bytes = [UInt8](repeating: 0, count: Int(byteCount))
        var all = bytes.mutableSpan
        try unsafe all.withUnsafeMutableBytes { buffer throws(TransportError) in
            var filled = 0
            while filled < buffer.count {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                filled += try unsafe read(at: Int64(filled), into: rest)
            }
        }
        return bytes
    }

    /// The location of the body's file; `nil` when the bytes are not in a file.
    private var url: String? {
        if case .file(let file) = storage { file.url } else { nil }
    }
}
