import VirtualTime

/// Follows the frames of packed audio from header to header, to find bytes between them.
///
/// libavformat skips such bytes without reporting them. ID3 tags are permitted between frames, and
/// ID3v1 or APE tags after the last frame.
struct PackedAudioScan: ByteScan, Equatable {
    /// An ID3 tag after the first frame.
    struct InnerTag: Equatable {
        /// The duration of the frames before the tag.
        let time: MediaTime
        var bytes: [UInt8] = []
    }

    /// The maximum number of tags that are kept, one more than a segment's metadata may have.
    private static let mostTags = 1025
    /// The maximum number of bytes of tags that are kept, more than a segment's metadata may have.
    private static let mostTagBytes = (4 << 20) + 1
    /// The number of bytes that suffice to recognize a frame or tag.
    private static let headCount = 16

    private let format: ContainerFormat
    private(set) var position: Int64
    private var head: [UInt8] = []
    private var skippedCount = 0
    private var sampleRate: Int?
    private var pendingCount = 0
    /// The duration of the frames that were read.
    private var time = MediaTime.zero
    /// Whether the bytes of the most recently read header belong to the last of the tags.
    private var isInTag = false
    /// The number of bytes of the tags.
    private var tagByteCount = 0

    /// The ID3 tags after the first frame, in order.
    private(set) var tags: [InnerTag] = []

    /// The number of frames.
    private(set) var frameCount = 0

    /// The number of bytes that are between frames but do not belong to any frame.
    ///
    /// Bytes after the last frame do not count.
    private(set) var strayCount = 0

    /// Starts a scan.
    ///
    /// - Parameters:
    ///   - format: The kind of packed audio.
    ///   - start: The offset of the first frame.
    init(_ format: ContainerFormat, from start: Int64) {
        self.format = format
        position = start
    }

    mutating func take(_ bytes: Span<UInt8>) {
        position += Int64(bytes.count)
        var index = 0
        while index < bytes.count {
            if skippedCount > 0 {
                let count = min(skippedCount, bytes.count - index)
                keep(bytes, index..<index + count)
                skippedCount -= count
                index += count
            } else if head.isEmpty, bytes.count - index >= Self.headCount {
                skippedCount = read(bytes, at: index)
            } else {
                head.append(bytes[index])
                index += 1
                if head.count == Self.headCount { readHead() }
            }
        }
    }

    mutating func finish() {
        while !head.isEmpty { readHead() }
    }

    /// Reads the frame or tag whose first bytes were kept from the previous piece.
    private mutating func readHead() {
        let kept = head
        let count = read(kept.span, at: 0)
        keep(kept.span, 0..<min(count, kept.count))
        head = Array(kept.dropFirst(count))
        skippedCount = max(0, count - kept.count)
    }

    /// Adds bytes to the tag to which they belong, if any.
    private mutating func keep(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard isInTag else { return }
        for index in range.prefix(Self.mostTagBytes - tagByteCount) {
            tags[tags.count - 1].bytes.append(bytes[index])
            tagByteCount += 1
        }
    }

    /// Reads the frame or tag that starts at an index.
    ///
    /// - Returns: The number of bytes to skip, at least one.
    private mutating func read(_ bytes: Span<UInt8>, at index: Int) -> Int {
        isInTag = false
        if let frame = PackedAudioFrame(bytes, at: index, of: format),
            sampleRate ?? frame.sampleRate == frame.sampleRate
        {
            sampleRate = frame.sampleRate
            frameCount += 1
            time += frame.duration
            strayCount += pendingCount
            pendingCount = 0
            return frame.byteCount
        }
        if let size = Self.tag(bytes, at: index) {
            let rest = bytes.extracting(index..<bytes.count)
            if frameCount > 0, tags.count < Self.mostTags, ID3Tag.byteCount(header: rest) != nil {
                tags.append(InnerTag(time: time))
                isInTag = true
            }
            return size
        }
        // Bytes before the first frame do not count here; the detection of the container format
        // checks them.
        if frameCount > 0 { pendingCount += 1 }
        return 1
    }

    /// Returns the size of the tag at an index; `nil` when no tag starts there.
    static func tag(_ bytes: Span<UInt8>, at index: Int) -> Int? {
        let rest = bytes.extracting(index..<bytes.count)
        if let size = ID3Tag.byteCount(header: rest) { return size }
        func starts(with name: StaticString) -> Bool {
            let name = Array("\(name)".utf8)
            return rest.count >= name.count && name.indices.allSatisfy { rest[$0] == name[$0] }
        }
        // An ID3v1 tag always has 128 bytes.
        if starts(with: "TAG") { return 128 }
        guard rest.count >= headCount, starts(with: "APETAGEX") else { return nil }
        // The size includes the items and the footer of 32 bytes, but not the header of 32 bytes.
        let size = (0..<4).reduce(0) { $0 | Int(rest[12 + $1]) << (8 * $1) }
        return size + 32
    }
}
