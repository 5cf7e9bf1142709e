import LiveOrigin
import Playlists
import VirtualTime

/// Returns the survey of a track with segments of the given lengths in milliseconds.
func track(
    _ milliseconds: [Int64], name: String = "v", initialization: String? = nil,
    frame: MediaTime? = nil, keyframes: [MediaTime] = [.zero]
) -> TrackSurvey {
    TrackSurvey(
        segments: milliseconds.enumerated().map {
            SegmentSurvey(
                uri: "\(name)\($0.offset).ts", duration: .milliseconds($0.element),
                keyframes: keyframes)
        },
        initialization: initialization.map { InitializationSection(uri: $0) },
        frameDuration: frame)
}

/// Returns a source whose only track has segments of the given lengths in milliseconds.
func source(_ milliseconds: [Int64], name: String = "v") -> SourceSurvey {
    SourceSurvey(tracks: [track(milliseconds, name: name)])
}

extension Packager {
    /// Returns a packager of one rendition, `video`, after changes by a closure.
    static func video(
        _ window: Window = .length(.seconds(60)), _ change: (inout Packager) -> Void = { _ in }
    ) -> Packager {
        var packager = Packager(renditions: [RenditionListing(name: "video")], window: window)
        change(&packager)
        return packager
    }

    /// Returns the packager of a low-latency broadcast: four-second segments in one-second parts.
    static func lowLatency(_ change: (inout Packager) -> Void = { _ in }) -> Packager {
        video(.count(6)) { packager in
            var control = ServerControl()
            control.canBlockReload = true
            control.canSkipUntil = .seconds(12)
            packager.serverControl = control
            packager.parts = PartListing(target: .seconds(1))
            packager.targetDuration = .seconds(4)
            change(&packager)
        }
    }
}

extension LiveOrigin {
    /// Returns the playlist in the immediate answer to a request.
    func media(
        _ location: String = "video/index.m3u8", at seconds: Double, client: String = "",
        ordinal: Int = 0
    ) throws -> MediaPlaylist {
        try media(location, at: .seconds(seconds), client: client, ordinal: ordinal)
    }

    /// Returns the playlist in the immediate answer to a request.
    func media(
        _ location: String = "video/index.m3u8", at instant: Instant, client: String = "",
        ordinal: Int = 0
    ) throws -> MediaPlaylist {
        let request = OriginRequest(location, client: client, ordinal: ordinal)
        return try answer(request, arrivingAt: instant).media()
    }

    /// Returns the answer to a request at a number of seconds.
    func answer(_ location: String, at seconds: Double) -> OriginAnswer {
        answer(OriginRequest(location), arrivingAt: .seconds(seconds))
    }
}

extension OriginAnswer {
    /// Returns the media playlist of an immediate answer.
    func media() throws -> MediaPlaylist {
        guard case .ready(let response) = self,
            case .playlist(.media(let playlist)) = response.content
        else { throw UnexpectedAnswer(answer: self) }
        return playlist
    }

    /// A description of the answer: `ready` or a status, and the instant of a held answer.
    var outline: String {
        switch self {
        case .ready: "ready"
        case .refused(let status): "\(status)"
        case .held(let instant, let next): "\(next.outline) at \(instant)"
        }
    }
}

struct UnexpectedAnswer: Error {
    var answer: OriginAnswer
}

/// Returns the result of parsing the text of a playlist; `nil` if it is not a media playlist.
func reparsed(_ playlist: MediaPlaylist) throws -> MediaPlaylist? {
    guard case .media(let parsed) = try Playlist(parsing: playlist.text()) else { return nil }
    return parsed
}

/// The number of seconds in thirty days.
let month: Int64 = 30 * 86_400

/// Returns random instants within thirty days, in no particular order.
func randomInstants(_ count: Int, seed: UInt64) -> [Instant] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
        Instant(sinceStart: .microseconds(Int64.random(in: 0..<month * 1_000_000, using: &random)))
    }
}
