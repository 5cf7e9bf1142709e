import Presentation

/// The bytes of a single file that was read, with the pieces that playback has used.
///
/// All of its bytes were loaded, played or not; each byte is counted in exactly one account.
struct FetchedFile {
    let media: RenditionMedia
    private let byteCounts: [Int64]
    private var taken: Set<SegmentNumber> = []

    /// The bytes that belong to no piece because they were received more than once.
    let overhead: Int64

    /// Records a file.
    ///
    /// - Parameters:
    ///   - media: Its pieces, with their positions on the timeline.
    ///   - byteCounts: The size of each piece in bytes.
    ///   - byteCount: The number of bytes received.
    init(media: RenditionMedia, _ byteCounts: [Int64], byteCount: Int64) {
        self.media = media
        // Bytes between samples are never requested, but are counted with the pieces.
        var excess = max(0, byteCounts.reduce(0, +) - byteCount)
        self.byteCounts = byteCounts.map { count in
            let part = min(count, excess)
            excess -= part
            return count - part
        }
        overhead = byteCount - self.byteCounts.reduce(0, +)
    }

    /// Records that playback has used a piece.
    mutating func take(_ number: SegmentNumber) { taken.insert(number) }

    /// Adds the bytes to an account, as used if the media was played and otherwise as wasted.
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
