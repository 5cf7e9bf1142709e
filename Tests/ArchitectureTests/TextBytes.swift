#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a file with the starts of its lines, for searches that are fast in a debug build.
struct TextBytes: Sendable {
    private static let newline = UInt8(ascii: "\n")

    /// The bytes of the file.
    let bytes: [UInt8]

    /// The start of each line, in order; the first is zero.
    let starts: [Int]

    /// Creates a value from the bytes of a file.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for newline in Self.offsets(of: [Self.newline], in: bytes) { starts.append(newline + 1) }
        self.starts = starts
    }

    /// The number of lines.
    var lineCount: Int { starts.count }

    /// Returns the range of a line, counted from 0, without the line break.
    func range(ofLine line: Int) -> Range<Int> {
        starts[line]..<(line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count)
    }

    /// Returns the number of the line that contains an offset, counted from 0.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the offsets at which a text occurs, in order and without overlaps.
    func offsets(of text: String) -> [Int] { Self.offsets(of: Array(text.utf8), in: bytes) }

    /// Returns whether a byte may be part of a Swift name; every byte outside ASCII may be.
    static func isName(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return lower >= 0x61 && lower <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
            || byte >= 0x80
    }

    private static func offsets(of part: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard !part.isEmpty else { return [] }
        let (part, bytes) = (part + [0], bytes + [0])
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe part.withUnsafeBytes { part in
                var offsets: [Int] = []
                guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    let sought = unsafe part.baseAddress?.assumingMemoryBound(to: CChar.self)
                else { return offsets }
                var start = unsafe base
                while let hit = unsafe strstr(start, sought) {
                    offsets.append(unsafe UnsafePointer(hit) - base)
                    unsafe start = UnsafePointer(hit) + part.count - 1
                }
                return offsets
            }
        }
    }
}
