import Presentation

/// The bytes of a single file that was read, and the pieces of the file that playback has used.
///
/// The whole file was loaded, even if only a part of it was played. Each received byte is counted
/// exactly once, as used, as wasted or as overhead.
struct FetchedFile {
    let media: RenditionMedia
    private let byteCounts: [Int64]
    private var taken: Set<SegmentNumber> = []

    /// The number of received bytes that no piece contains, such as bytes that were received twice.
    let overhead: Int64

    /// Records the bytes of a file.
    ///
    /// - Parameters:
    ///   - media: The pieces of the file, with their positions on the timeline.
    ///   - byteCounts: The size of each piece in bytes.
    ///   - byteCount: The number of bytes received for the whole file.
    init(media: RenditionMedia, _ byteCounts: [Int64], byteCount: Int64) {
        self.media = media
        // The total size of the pieces can exceed the number of received bytes: the sizes also
        // include the bytes between samples, which are never requested. The excess is subtracted
        // from the first pieces.
        var excess = max(0, byteCounts.reduce(0, +) - byteCount)
        self.byteCounts = byteCounts.map { count in
            let part = min(count, excess)
            excess -= part
            return count - part
        }
        overhead = byteCount - self.byteCounts.reduce(0, +)
    }

    /// Records that playback has used the piece with this number.
    mutating func take(_ number: SegmentNumber) { taken.insert(number) }

    /// Counts the bytes of the file as used or wasted.
    ///
    /// The bytes of a piece count as used if its media was played, and otherwise as wasted.
    func settle(_ passed: IntervalSet, in account: inout RequestAccount) {
        for (index, bytes) in byteCounts.enumerated() {
            let number = SegmentNumber(index)
            if taken.contains(number), passed.overlaps(media.timeline.interval(of: number)) {
                account.use(bytes: bytes, requests: 0)
            } else {
                account.waste(bytes: bytes, requests: 0)
            }
        }
    }
}
