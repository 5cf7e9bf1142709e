package import Playlists
package import VirtualTime

/// An answer of an origin to a request that arrives at an instant.
package indirect enum OriginAnswer: Equatable, Sendable {
    /// The content, sent at once.
    case ready(OriginResponse)
    /// A response that is sent at a later instant; no byte is sent before that instant.
    case held(until: Instant, OriginAnswer)
    /// An error status, sent at once.
    case refused(status: Int)

    /// The playlist of the answer, even of a `held` one; `nil` if the answer contains no playlist.
    package var playlist: Playlist? {
        switch self {
        case .held(_, let next): next.playlist
        case .refused: nil
        case .ready(let response):
            if case .playlist(let playlist) = response.content { playlist } else { nil }
        }
    }

    /// The complete playlist from which a delta update is made, even if the update is `held`.
    ///
    /// It is `nil` for every other answer.
    package var whole: MediaPlaylist? {
        switch self {
        case .held(_, let next): next.whole
        case .refused: nil
        case .ready(let response): response.whole
        }
    }
}

/// The content of a successful answer.
package struct OriginResponse: Equatable, Sendable {
    /// The content.
    package var content: OriginContent
    /// The value in seconds of the `Age` field that an edge server adds; `nil` if it adds none.
    package var age: Int?
    /// The complete playlist from which a delta update was made; `nil` for other content.
    package var whole: MediaPlaylist?

    /// Creates a response.
    package init(_ content: OriginContent, age: Int? = nil, whole: MediaPlaylist? = nil) {
        self.content = content
        self.age = age
        self.whole = whole
    }

    /// Returns whether two responses are equal for a client, which never receives ``whole``.
    package static func == (one: OriginResponse, other: OriginResponse) -> Bool {
        one.content == other.content && one.age == other.age
    }
}

/// A resource of a broadcast.
package enum OriginContent: Equatable, Sendable {
    /// A playlist.
    case playlist(Playlist)
    /// The media of a segment or part.
    case media(OriginMedia)
    /// An initialization section, and the sample encryption that it describes.
    ///
    /// The encryption is `nil` for clear samples and for segments that are encrypted as a whole.
    case initialization(InitializationSection, OriginEncryption?)
    /// The bytes of a key.
    case key([UInt8])
    /// A key of an encrypted source, identified by the location that the source states for the key.
    case sourceKey(String)
}

/// The media of a segment or part, described by its position in a source asset.
package struct OriginMedia: Equatable, Sendable {
    /// The index of the track.
    package var track: Int
    /// The item of the broadcast to which the media belongs.
    package var item: ProgrammeItem
    /// The segment of the source that contains the media.
    package var source: SegmentSurvey
    /// The time range of the requested part in its segment; `nil` for the whole segment.
    package var part: Range<MediaTime>?
    /// The number of earlier parts in the same segment; 0 for the whole segment.
    package var partIndex = 0
    /// The offset that is added to the timestamps of the source.
    package var shift: MediaTime
    /// The timestamp in the source at which text ends, if its source segment continues after it.
    ///
    /// Cues from this time on are not part of the broadcast.
    package var textEnd: MediaTime?
    /// The encryption; `nil` when the bytes of the source are sent unchanged.
    package var encryption: OriginEncryption?
}
