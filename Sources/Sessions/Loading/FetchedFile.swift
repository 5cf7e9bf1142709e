import Presentation

/// The bytes of a single file that was read, and which of its pieces playback has taken.
///
/// Requests brought all of them, whatever is played; each byte ends in one account all the same.
struct FetchedFile {
    let media: RenditionMedia
    private let byteCounts: [Int64]
    private var taken: Set<Int> = []

    /// The bytes that belong to no piece, since they were got more than once.
    let overhead: Int64

    /// Takes note of a file.
    ///
    /// - Parameters:
    ///   - media: Its pieces, where they lie on the timeline.
    ///   - byteCounts: How many bytes each piece has.
    ///   - byteCount: How many bytes came.
    init(media: RenditionMedia, _ byteCounts: [Int64], byteCount: Int64) {
        self.media = media
        // What lies between samples is never asked for, and counts with the pieces all the same.
        var excess = max(0, byteCounts.reduce(0, +) - byteCount)
        self.byteCounts = byteCounts.map { count in
            let part = min(count, excess)
            excess -= part
            return count - part
        }
        overhead = byteCount - self.byteCounts.reduce(0, +)
    }

    /// Takes note that playback has a piece.
    mutating func take(_ index: Int) { taken.insert(index) }

    /// Puts the bytes into an account: of what was played, or came for nothing.
    func settle(_ passed: IntervalSet, in account: inout RequestAccount) {
        for (index, bytes) in byteCounts.enumerated() {
            if taken.contains(index), passed.overlaps(media.timeline.interval(of: index)) {
                account.use(bytes: bytes, requests: 0)
            } else {
                account.waste(bytes: bytes, requests: 0)
            }
        }
    }
}
