import Containers
import LiveOrigin
package import VirtualTime

/// Writes the media of a broadcast from the media of its sources, with new timestamps.
///
/// If no timestamp changes, the bytes of the source are used unchanged.
package struct MediaWriter: Equatable, Sendable {
    /// The time that is added to all timestamps of the sources.
    private let start: MediaTime
    private let decodeTimeWidth: MediaShift.DecodeTimeWidth?
    /// The properties of the sources and ad breaks; `nil` when all bytes remain unchanged.
    private let media: Media?

    /// The sources and ad breaks of a broadcast, and the changes of their continuity counters.
    private struct Media: Equatable, Sendable {
        var sources: [SourceMedia]
        var breaks: [SourceMedia]
        /// The numbers to add to the continuity counters in the first round, by track and source.
        ///
        /// A round plays every source once. Each further round adds the numbers in `round` again.
        var counters: [[Counters]]
        /// The increase of the continuity counters in one round of all sources, by track.
        var round: [Counters]
    }

    private typealias Counters = [Int: UInt8]

    /// Creates a writer that changes nothing.
    package init() {
        start = .zero
        decodeTimeWidth = nil
        media = nil
    }

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - sources: The properties of the sources.
    ///   - breaks: The properties of the ad breaks.
    ///   - isContinuous: Whether timestamps continue from source to source.
    ///   - start: The time that is added to all timestamps of the sources.
    ///   - decodeTimeBits: The width of decode times, 32 or 64; `nil` keeps the width of the
    ///     sources.
    package init(
        sources: [SourceMedia], breaks: [SourceMedia], isContinuous: Bool,
        start: MediaTime = .zero, decodeTimeBits: Int? = nil
    ) {
        self.start = start
        decodeTimeWidth = decodeTimeBits.flatMap(MediaShift.DecodeTimeWidth.init)
        var counters: [[Counters]] = []
        var rounds: [Counters] = []
        for track in sources.first?.tracks.indices ?? 0..<0 {
            var sum: Counters = [:]
            var before: [Counters] = []
            for (place, source) in sources.enumerated() {
                before.append(sum)
                let next = sources[(place + 1) % sources.count]
                guard isContinuous, track < source.tracks.count, track < next.tracks.count,
                    let end = source.tracks[track].end, let start = next.tracks[track].start
                else { continue }
                sum = Self.sum(sum, end.additions(for: start))
            }
            counters.append(before)
            rounds.append(sum)
        }
        media = Media(sources: sources, breaks: breaks, counters: counters, round: rounds)
    }

    /// Returns the change of a segment's timestamps and packet counters.
    ///
    /// - Parameter content: The segment.
    /// - Returns: The change, and the clocks of the segment's tracks.
    func shift(of content: OriginMedia) -> (MediaShift, TrackClocks) {
        guard let media else { return (MediaShift(by: content.shift), TrackClocks()) }
        var shift = MediaShift(by: content.shift + start, decodeTimeWidth: decodeTimeWidth)
        let tracks: [SourceMedia.Track]
        switch content.item.source {
        case .programme(let index):
            tracks = media.sources[index].tracks
            let round = media.round[content.track].mapValues {
                UInt8(content.item.round % 16) &* $0 & 0x0F
            }
            shift.counters = Self.sum(round, media.counters[content.track][index])
        case .adBreak(let index): tracks = media.breaks[index].tracks
        }
        return (shift, tracks[content.track].clocks)
    }

    /// Returns the cut that extracts a part from its segment; `nil` for a whole segment.
    func cut(of content: OriginMedia) -> MediaCut? {
        content.part.map {
            MediaCut(
                $0, index: content.partIndex, isLast: $0.upperBound >= content.item.duration)
        }
    }

    /// Returns the initialization section of a segment; `nil` when it has none.
    func initialization(of content: OriginMedia) -> [UInt8]? {
        switch content.item.source {
        case .programme(let index): media?.sources[index].tracks[content.track].initialization
        case .adBreak(let index): media?.breaks[index].tracks[content.track].initialization
        }
    }

    private static func sum(_ first: Counters, _ second: Counters) -> Counters {
        first.merging(second) { ($0 &+ $1) & 0x0F }
    }
}
