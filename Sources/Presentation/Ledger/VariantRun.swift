public import VirtualTime

/// A stretch of playback during which media of one variant was played.
public struct VariantRun: Equatable, Sendable {
    /// The bandwidth of the variant, in bits a second.
    public let bandwidth: Int64
    /// Where in the presentation it began to be played.
    public let start: MediaTime
    /// How much media of it was played.
    public internal(set) var length: MediaTime
}

/// Knows which variant the media comes from that lies ready, and which were played.
package struct VariantRecord: Equatable, Sendable {
    private struct Placed: Equatable, Sendable {
        let bandwidth: Int64
        var interval: Range<MediaTime>
    }

    /// What lies ready, in the order in which it came.
    private var placed: [Placed] = []
    /// What was played, in order; neighbours differ.
    package private(set) var runs: [VariantRun] = []

    package init() {}

    /// Takes note of media of a variant; what came earlier for the same place does not count any more.
    package mutating func place(_ interval: Range<MediaTime>, of bandwidth: Int64) {
        guard bandwidth > 0, !interval.isEmpty else { return }
        // Segments leave small holes between them, and overlap a little.
        if let last = placed.last, last.bandwidth == bandwidth,
            last.interval.lowerBound <= interval.lowerBound,
            interval.lowerBound - last.interval.upperBound <= TrackRecord.edgeTolerance
        {
            let end = max(last.interval.upperBound, interval.upperBound)
            placed[placed.count - 1].interval = last.interval.lowerBound..<end
        } else {
            placed.append(Placed(bandwidth: bandwidth, interval: interval))
        }
    }

    /// Takes note that the playhead passed something.
    package mutating func pass(_ interval: Range<MediaTime>) {
        var place = interval.lowerBound
        while place < interval.upperBound {
            guard let index = placed.lastIndex(where: { $0.interval.contains(place) }) else {
                let next = placed.map(\.interval.lowerBound).filter { $0 > place }.min()
                guard let next, next < interval.upperBound else { return }
                place = next
                continue
            }
            // What came later takes over where it begins.
            let later = placed[(index + 1)...].map(\.interval.lowerBound).filter { $0 > place }
            let end = min(placed[index].interval.upperBound, interval.upperBound)
            let stop = min(end, later.min() ?? end)
            add(place..<stop, of: placed[index].bandwidth)
            place = stop
        }
    }

    private mutating func add(_ interval: Range<MediaTime>, of bandwidth: Int64) {
        let length = interval.upperBound - interval.lowerBound
        if runs.last?.bandwidth == bandwidth {
            runs[runs.count - 1].length += length
        } else {
            runs.append(
                VariantRun(bandwidth: bandwidth, start: interval.lowerBound, length: length))
        }
    }
}
