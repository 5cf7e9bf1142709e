public import VirtualTime

/// A part of playback during which one variant was played.
public struct VariantRun: Equatable, Sendable {
    /// The bandwidth of the variant, in bits per second.
    public let bandwidth: Int64
    /// The presentation time at which the variant began to play.
    public let start: MediaTime
    /// The amount of media played from the variant.
    public internal(set) var length: MediaTime
}

/// Records which variant the buffered media belongs to, and which variants were played.
package struct VariantRecord: Equatable, Sendable {
    private struct Placed: Equatable, Sendable {
        let bandwidth: Int64
        var interval: Range<MediaTime>
    }

    /// The buffered media in the order of arrival.
    private var placed: [Placed] = []
    /// The variants played, in order; consecutive runs have different variants.
    package private(set) var runs: [VariantRun] = []

    package init() {}

    /// Records media of a variant.
    ///
    /// The media replaces earlier media at the same positions.
    package mutating func place(_ interval: Range<MediaTime>, of bandwidth: Int64) {
        guard bandwidth > 0, !interval.isEmpty else { return }
        // Consecutive segments are joined in spite of small holes and overlaps between them.
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

    /// Records an interval that the playhead passed.
    package mutating func pass(_ interval: Range<MediaTime>) {
        // In most cases, the playhead is in the media that was recorded last.
        let latest = placed.count - 1
        if latest >= 0, placed[latest].interval.lowerBound <= interval.lowerBound,
            interval.upperBound <= placed[latest].interval.upperBound, !interval.isEmpty
        {
            return add(interval, of: placed[latest].bandwidth)
        }
        var place = interval.lowerBound
        while place < interval.upperBound {
            guard let index = placed.lastIndex(where: { $0.interval.contains(place) }) else {
                let next = placed.map(\.interval.lowerBound).filter { $0 > place }.min()
                guard let next, next < interval.upperBound else { return }
                place = next
                continue
            }
            // If recorded media overlaps, the media that was recorded last counts.
            let later = placed[(index + 1)...].map(\.interval.lowerBound).filter { $0 > place }
            let end = min(placed[index].interval.upperBound, interval.upperBound)
            let stop = min(end, later.min() ?? end)
            add(place..<stop, of: placed[index].bandwidth)
            place = stop
        }
    }

    private mutating func add(_ interval: Range<MediaTime>, of bandwidth: Int64) {
        let length = interval.upperBound - interval.lowerBound
        let latest = runs.count - 1
        if latest >= 0, runs[latest].bandwidth == bandwidth {
            runs[latest].length += length
        } else {
            runs.append(
                VariantRun(bandwidth: bandwidth, start: interval.lowerBound, length: length))
        }
    }
}
