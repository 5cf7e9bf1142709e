import LiveOrigin
import Playlists
import Presentation
import Testing
import VirtualTime

/// Broadcasts of an hour and more for a client, and the rules that it keeps.
enum LiveBroadcast {
    static let hour: Int64 = 3600
    static let day: Int64 = 86_400

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
                firstSequence: 1000, faults: faults),
            packager: packager, edges: edges, ranFor: .seconds(hour))
    }

    /// Returns the published media from the first to the last played segment, from lists of an
    /// origin without a window and without edges.
    ///
    /// Around a restart, all segments count, also those that the client did not see.
    static func published(
        _ play: LivePlay, programme: Programme = programme(), faults: [EncoderFault] = []
    ) throws -> MediaTime {
        let whole = try origin(
            programme: programme, faults: faults, packager: packager(.unlimited))
        let list = { (instant: Instant) throws -> MediaPlaylist in
            let answer = whole.answer(OriginRequest("video/index.m3u8"), arrivingAt: instant)
            guard case .ready(let response) = answer,
                case .playlist(.media(let playlist)) = response.content
            else {
                Issue.record("no playlist at \(instant)")
                return MediaPlaylist()
            }
            return playlist
        }
        var sum = MediaTime.zero
        for (epoch, numbers) in play.numbers.enumerated() {
            var instant = play.seen[epoch]
            // A lagging edge still lists the segments before a restart.
            if epoch + 1 < play.numbers.count { instant = instant.advanced(by: .seconds(-25)) }
            var playlist = try list(instant)
            let first = playlist.sequenceNumbers.lowerBound
            var end = numbers.upperBound
            if epoch + 1 < play.numbers.count {
                while playlist.sequenceNumbers.lowerBound == first {
                    guard instant < play.seen[epoch + 1] else {
                        Issue.record("a restart in epoch \(epoch) that the origin did not make")
                        return sum
                    }
                    end = playlist.sequenceNumbers.upperBound
                    instant = instant.advanced(by: .milliseconds(500))
                    playlist = try list(instant)
                }
                playlist = try list(instant.advanced(by: .milliseconds(-500)))
            }
            #expect(playlist.sequenceNumbers.contains(numbers.lowerBound))
            let start = epoch > 0 ? first : numbers.lowerBound
            let listed = playlist.segments[(start - first)..<(end - first)]
            sum += listed.reduce(.zero) { $0 + $1.duration }
        }
        return sum
    }

    /// Expects that the client broke no rule, and kept to the rate of requests.
    static func expectRules(
        _ play: LivePlay, target: Double = 6, parts: Int = 1,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(play.faults.isEmpty, "\(play.faults.prefix(3))", sourceLocation: location)
        let most = 1 + 2 * parts
        let crowded = play.requests.indices.dropFirst(most).first { index in
            play.requests[index - most].duration(to: play.requests[index]) < .seconds(target)
        }
        #expect(
            crowded == nil, "requests at \(crowded.map { "\(play.requests[$0])" } ?? "")",
            sourceLocation: location)
    }
}
