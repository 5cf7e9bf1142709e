import LiveOrigin
import Playlists
import Presentation
import Testing
import VirtualTime

/// Origins with an hour of broadcast history, and the rules that their clients must follow.
enum LiveBroadcast {
    static let hour: Int64 = 3600
    static let day: Int64 = 86_400
    /// The media sequence number of the first segment.
    static let firstSequence = 1000

    static func programme(
        _ milliseconds: [Int64] = [6000, 6000, 5200, 4000], loop: Programme.Loop = .continuous
    ) -> Programme {
        let segments = milliseconds.enumerated().map {
            SegmentSurvey(uri: "v\($0.offset).ts", duration: .milliseconds($0.element))
        }
        return Programme(
            sources: [SourceSurvey(tracks: [TrackSurvey(segments: segments)])], loop: loop)
    }

    static func packager(_ window: Packager.Window = .count(8)) -> Packager {
        Packager(renditions: [RenditionListing(name: "video")], window: window)
    }

    /// Returns an origin that has run for an hour.
    static func origin(
        programme: Programme = programme(), faults: [EncoderFault] = [],
        packager: Packager = packager(), edges: Edges = Edges()
    ) throws -> LiveOrigin {
        try LiveOrigin(
            programme: programme,
            encoder: Encoder(
                delay: .milliseconds(300), jitter: .milliseconds(900), seed: 5,
                clock: OriginClock(onAir: DateTime(millisecondsSince1970: 1_777_636_800_000)),
                firstSequence: firstSequence, faults: faults),
            packager: packager, edges: edges, ranFor: .seconds(hour))
    }

    /// Returns the duration of the published media from the first to the last played segment.
    ///
    /// The duration is derived only from the programme and its faults. Around a restart, all
    /// segments count, including segments that the client did not see.
    static func published(
        _ play: LivePlay, programme: Programme = programme(), faults: [EncoderFault] = []
    ) throws -> MediaTime {
        let epoch = play.numbers.count - 1
        let first = try #require(play.numbers.first).lowerBound
        let last = play.numbers[epoch].upperBound - 1
        let segments = encoded(
            programme, faults, until: play.now.sinceStart + .seconds(hour + 60))
        let start = segments.firstIndex { $0.epoch == 0 && $0.number == first }
        let end = segments.firstIndex { $0.epoch == epoch && $0.number == last }
        guard let start, let end, start <= end else {
            Issue.record("no segments \(first) to \(last) of epoch \(epoch)")
            return .zero
        }
        // No segment is listed before it is complete.
        let now = MediaTime(elapsed: play.now.sinceStart, rate: .normal) + .seconds(hour)
        #expect(segments[end].end <= now)
        return segments[start...end].reduce(.zero) { $0 + $1.duration }
    }

    /// A segment that an encoder publishes.
    private struct Segment {
        var epoch: Int
        var number: Int
        var end: MediaTime
        var duration: MediaTime
    }

    /// Returns the segments of a programme without breaks, computed one after another.
    private static func encoded(
        _ programme: Programme, _ faults: [EncoderFault], until end: Duration
    ) -> [Segment] {
        let durations = programme.sources.flatMap { $0.tracks[0].segments.map(\.duration) }
        let limit = MediaTime(elapsed: end, rate: .normal)
        var (silences, resets): ([Range<MediaTime>], [MediaTime]) = ([], [])
        for fault in faults {
            switch fault {
            case .silence(let span): silences.append(span)
            case .restart(let time, true, _, _): resets.append(time)
            default: break
            }
        }
        var segments: [Segment] = []
        var (start, epoch, number) = (MediaTime.zero, 0, firstSequence)
        var index = 0
        while start < min(limit, programme.ending?.length ?? limit) {
            let duration = durations[index % durations.count]
            index += 1
            let item = start..<start + duration
            start = item.upperBound
            guard !silences.contains(where: { $0.overlaps(item) }) else { continue }
            let before = resets.count { $0 <= item.lowerBound }
            if before > epoch { (epoch, number) = (before, 0) }
            segments.append(
                Segment(epoch: epoch, number: number, end: item.upperBound, duration: duration))
            number += 1
        }
        return segments
    }

    /// Expects that the client broke no rule, and stayed within the permitted request rate.
    static func expectRules(
        _ play: LivePlay, target: Double = 6, parts: Int = 1, failures: Int = 0,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(play.faults.isEmpty, "\(play.faults.prefix(3))", sourceLocation: location)
        #expect(play.failures.count == failures, sourceLocation: location)
        let most = 1 + 2 * parts
        let crowded = play.requests.indices.dropFirst(most).first { index in
            play.requests[index - most].duration(to: play.requests[index]) < .seconds(target)
        }
        #expect(
            crowded == nil, "requests at \(crowded.map { "\(play.requests[$0])" } ?? "")",
            sourceLocation: location)
    }
}
