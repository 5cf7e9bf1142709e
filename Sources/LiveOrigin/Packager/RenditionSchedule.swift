import Playlists
import VirtualTime

/// The states of one rendition's playlist over time.
struct RenditionSchedule: Equatable, Sendable {
    let encoded: EncodedLine
    let listing: RenditionListing
    let window: Packager.Window
    let ending: Ending?
    /// The target duration before any fault changes it.
    let targetDuration: MediaTime

    /// The live edge of a playlist: the end of its listed segments and parts.
    struct Edge: Hashable {
        var generation: Int
        /// The media sequence number of the first incomplete segment.
        var end: Int
        /// The number of listed parts of the first incomplete segment.
        var partCount: Int
    }

    /// The last item of the broadcast, and its encoder run; `nil` when the broadcast is endless.
    private var last: (run: EncoderRun, number: Int)? {
        guard ending != nil, let run = encoded.runs.last else { return nil }
        return (run, run.numbers.upperBound - 1)
    }

    /// The instant at which the first segment is listed; `nil` when there is no segment.
    var firstInstant: MediaTime? {
        encoded.runs.first.map { encoded.instant(ofSegment: $0.numbers.lowerBound) }
    }

    /// The instant at which the broadcast has ended and its last segment is listed.
    ///
    /// It is `nil` when the broadcast is endless. The broadcast does not end earlier when a fault
    /// prevents the encoding of its last segments.
    var lastInstant: MediaTime? {
        guard let ending, let last else { return nil }
        return max(
            encoded.instant(ofSegment: last.number), ending.length + encoded.encoder.delay)
    }

    /// The instant from which all requests are refused; `nil` when they are never refused.
    var removal: MediaTime? {
        ending?.sign == .removed ? lastInstant.map { $0 + targetDuration } : nil
    }

    /// Returns the live edge of the playlist at a given time; `nil` before the first segment.
    func edge(at time: MediaTime) -> Edge? {
        let runs = encoded.runs
        let last = Search.last(in: runs.indices) { index in
            encoded.instant(ofSegment: runs[index].numbers.lowerBound) <= time
        }
        guard let last else { return nil }
        let run = runs[last]
        let count = encoded.completed(in: run, at: time)
        var open: Int? = run.numbers.lowerBound + count
        if count == run.numbers.count {
            let next = last + 1 < runs.count ? runs[last + 1] : nil
            open = next?.generation == run.generation ? next?.numbers.lowerBound : nil
        }
        return Edge(
            generation: run.generation, end: run.firstSequence + count,
            partCount: open.map { encoded.completedParts(of: $0, at: time) } ?? 0)
    }

    /// Returns the state of the playlist at a given time; `nil` before the first segment.
    ///
    /// - Parameters:
    ///   - time: The time, from the start of the broadcast.
    ///   - progress: The progress of the other renditions.
    ///   - memo: The cache of the rendition; `nil` when there is none.
    /// - Returns: The state of the playlist at that time.
    func version(
        at time: MediaTime, progress: [PlaylistVersion.Progress] = [], memo: ListingMemo? = nil
    ) -> PlaylistVersion? {
        guard let edge = edge(at: time) else { return nil }
        let start = memo?.first(of: edge) { first(of: edge, near: $0) } ?? first(of: edge)
        let hasEnded = ending?.sign == .vod && lastInstant.map { $0 <= time } ?? false
        return PlaylistVersion(
            generation: edge.generation, sequences: start..<edge.end,
            partCount: edge.partCount, hasEnded: hasEnded,
            revision: encoded.encoder.revision(at: time),
            targetDuration: encoded.encoder.targetDuration(at: time, from: targetDuration),
            progress: progress)
    }

    /// Returns the progress at a given time, for rendition reports; `nil` before the first segment.
    func progress(at time: MediaTime) -> PlaylistVersion.Progress? {
        guard let edge = edge(at: time) else { return nil }
        var sequence = edge.end - 1
        var part: Int?
        if let parts = encoded.parts {
            if edge.partCount > 0 {
                sequence = edge.end
                part = edge.partCount - 1
            } else if let number = encoded.number(
                of: .init(generation: edge.generation, sequence: sequence))
            {
                part = parts.count(of: encoded.line.item(number).duration) - 1
            }
        }
        return .init(sequence: sequence + listing.sequenceOffset, part: part)
    }

    /// Returns the first segment of the playlist whose live edge is `edge`.
    ///
    /// - Parameters:
    ///   - edge: The live edge.
    ///   - assumed: An estimate of the result, which is checked first; `nil` when there is no
    ///     estimate. Successive windows often have equally many segments, so the result can be
    ///     estimated from the previous window.
    /// - Returns: The media sequence number of the segment.
    private func first(of edge: Edge, near assumed: Int? = nil) -> Int {
        let first = encoded.sequences(of: edge.generation).lowerBound
        switch window {
        case .event, .unlimited: return first
        case .count(let count): return max(first, edge.end - count)
        case .length(let length):
            let end = encoded.listedTime(
                before: .init(generation: edge.generation, sequence: edge.end))
            let isLong = { (sequence: Int) in
                end
                    - encoded.listedTime(
                        before: .init(generation: edge.generation, sequence: sequence)) >= length
            }
            if let assumed, assumed >= first, assumed + 1 < edge.end, isLong(assumed),
                !isLong(assumed + 1)
            {
                return assumed
            }
            return Search.last(in: first..<edge.end, where: isLong) ?? first
        }
    }

    /// Returns whether the bytes of a segment or part are available at a given time.
    ///
    /// After a playlist removes a segment, the segment remains available for its duration plus the
    /// duration of the longest playlist.
    ///
    /// Reference: rfc8216bis, section 6.2.2 (Live Playlists).
    func remains(_ name: EncodedLine.Name, item: ProgrammeItem, at time: MediaTime) -> Bool {
        let longest: MediaTime
        switch window {
        case .event, .unlimited: return true
        case .count(let count): longest = encoded.line.longest * count
        case .length(let length): longest = length + encoded.line.longest
        }
        guard let version = version(at: time - item.duration - longest) else { return true }
        return version.generation == name.generation
            ? name.sequence >= version.sequences.lowerBound
            : name.generation > version.generation
    }
}
