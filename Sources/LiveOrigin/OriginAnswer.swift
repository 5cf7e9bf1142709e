package import Playlists
package import VirtualTime

/// An answer of an origin to a request that arrives at an instant.
package indirect enum OriginAnswer: Equatable, Sendable {
    /// The content, sent at once.
    case ready(OriginResponse)
    /// A response that is sent at a later instant; no byte is sent before.
    case held(until: Instant, OriginAnswer)
    /// An error status, sent at once.
    case refused(status: Int)

    /// The playlist, possibly after a while; `nil` for another resource and for an error.
    package var playlist: Playlist? {
        switch self {
        case .held(_, let next): next.playlist
        case .refused: nil
        case .ready(let response):
            if case .playlist(let playlist) = response.content { playlist } else { nil }
        }
    }

    /// The complete playlist that the answer shortens to a delta update, possibly after a while; `nil`
    /// for every other answer.
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
    /// The age in seconds that an edge states; `nil` without the field.
    package var age: Int?
    /// The complete playlist that a delta update was made of; `nil` for other content.
    package var whole: MediaPlaylist?

    /// Creates a response.
    package init(_ content: OriginContent, age: Int? = nil, whole: MediaPlaylist? = nil) {
        self.content = content
        self.age = age
        self.whole = whole
    }

    /// Returns whether two responses are the same for a client, which does not receive ``whole``.
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
    /// An initialization section, and the encryption of its samples; `nil` for clear samples and
    /// for completely encrypted segments.
    case initialization(InitializationSection, OriginEncryption?)
    /// The bytes of a key.
    case key([UInt8])
    /// A key of an encrypted source, by its location in the source.
    case sourceKey(String)
}

/// The media of a segment or part, as a place in a source.
package struct OriginMedia: Equatable, Sendable {
    /// The track.
    package var track: Int
    /// The item of the broadcast.
    package var item: ProgrammeItem
    /// The segment of the source.
    package var source: SegmentSurvey
    /// The requested part, counted from the start of the segment; `nil` for the whole segment.
    package var part: Range<MediaTime>?
    /// The number of earlier parts in its segment; 0 for the whole segment.
    package var partIndex = 0
    /// The addition to the timestamps of the source.
    package var shift: MediaTime
    /// The encryption; `nil` when the bytes of the source are sent unchanged.
    package var encryption: OriginEncryption?
}
