import VirtualTime

/// Counts the frames of coded audio whose bytes arrive in pieces.
///
/// A frame, or even its header, may be split between two pieces. The scanner joins a split header,
/// and skips the rest of a split frame in the next piece.
struct AudioFrameScanner<Header: AudioFrameHeader> {
    /// The first header, which describes the track.
    private(set) var first: Header?

    /// The bytes that belong to no frame, and the bytes that the last frame lacks.
    private(set) var damage = AudioFrameDamage()

    /// The number of missing bytes of the last frame.
    private var missingBytes: Int {
        get { damage.missing }
        set { damage.missing = newValue }
    }

    private var split: [UInt8] = []

    /// Counts the frames that begin in a piece of the bytes.
    mutating func consume(_ bytes: Span<UInt8>) -> AudioFrameCount {
        var count = AudioFrameCount()
        var index = 0
        if !split.isEmpty {
            index = joinSplitHeader(with: bytes, &count)
            if !split.isEmpty { return count }
        } else {
            index = min(missingBytes, bytes.count)
            missingBytes -= index
        }
        while index < bytes.count {
            if let header = Header(bytes, at: index) {
                note(header, &count)
                let end = index + header.byteCount
                missingBytes = max(0, end - bytes.count)
                index = min(end, bytes.count)
            } else if bytes.count - index < Header.headerCount {
                split = (index..<bytes.count).map { bytes[$0] }
                return count
            } else {
                noteStray(1, &count)
                index += 1
            }
        }
        return count
    }

    private mutating func note(_ header: Header, _ count: inout AudioFrameCount) {
        if first == nil {
            first = header
            damage.judgeLeading(largestFrame: header.largestByteCount)
        }
        guard header.duration > .zero else { return }
        count.frames += 1
        count.duration += header.duration
    }

    private mutating func noteStray(_ bytes: Int, _ count: inout AudioFrameCount) {
        if first == nil {
            damage.leading += bytes
            count.leadingBytes += bytes
        } else {
            damage.stray += bytes
        }
    }

    /// Searches for a header that begins at the end of the previous piece and ends in this one.
    ///
    /// - Returns: The index in this piece at which reading continues.
    private mutating func joinSplitHeader(with bytes: Span<UInt8>, _ count: inout AudioFrameCount)
        -> Int
    {
        let kept = split.count
        for index in 0..<min(Header.headerCount, bytes.count) { split.append(bytes[index]) }
        for start in 0..<kept {
            guard split.count - start >= Header.headerCount else {
                split.removeFirst(start)
                return bytes.count
            }
            if let header = Header(split.span, at: start) {
                split.removeAll(keepingCapacity: true)
                note(header, &count)
                let rest = max(0, header.byteCount - (kept - start))
                missingBytes = max(0, rest - bytes.count)
                return min(rest, bytes.count)
            }
            noteStray(1, &count)
        }
        split.removeAll(keepingCapacity: true)
        return 0
    }
}

/// The frames that begin in one piece of bytes.
struct AudioFrameCount: Equatable {
    var frames = 0
    var duration = MediaTime.zero
    /// The number of bytes before the first frame of the stream.
    var leadingBytes = 0

    static func += (count: inout Self, other: Self) {
        count.frames += other.frames
        count.duration += other.duration
        count.leadingBytes += other.leadingBytes
    }
}

/// The numbers of bytes in coded audio that do not form complete frames.
struct AudioFrameDamage: Equatable {
    /// The number of bytes before the first frame, which are the end of an earlier frame.
    var leading = 0
    /// The number of bytes that belong to no frame, apart from the ones that `leading` counts.
    var stray = 0
    /// The number of bytes that the last frame still lacks.
    var missing = 0

    /// Counts leading bytes as stray if they are too many to be the end of one frame.
    mutating func judgeLeading(largestFrame: Int) {
        guard leading > largestFrame else { return }
        stray += leading
        leading = 0
    }
}
