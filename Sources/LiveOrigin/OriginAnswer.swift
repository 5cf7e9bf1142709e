package import Playlists
package import VirtualTime

/// An answer of an origin to a request that arrives at an instant.
package indirect enum OriginAnswer: Equatable, Sendable {
    /// The content, sent at once.
    case ready(OriginResponse)
    /// Another answer, sent at a later instant; no byte is sent before.
    case held(until: Instant, OriginAnswer)
    /// A status of an error, sent at once.
    case refused(status: Int)
}

/// The content of a successful answer.
package struct OriginResponse: Equatable, Sendable {
    /// The content.
    package var content: OriginContent
    /// The age in seconds that an edge states; `nil` without the field.
    package var age: Int?

    /// Creates a response.
    package init(_ content: OriginContent, age: Int? = nil) {
        self.content = content
        self.age = age
    }
}

/// A resource of a broadcast.
package enum OriginContent: Equatable, Sendable {
    /// A playlist.
    case playlist(Playlist)
    /// The media of a segment or part.
    case media(OriginMedia)
    /// An initialization section, and the encryption of the samples that it describes; `nil` for
    /// clear ones, and where complete segments are encrypted.
    case initialization(InitializationSection, OriginEncryption?)
    /// The bytes of a key.
    case key([UInt8])
    /// A key of an encrypted source, by its location there.
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
    /// The wanted part, from the start of the segment; `nil` for all of it.
    package var part: Range<MediaTime>?
    /// The number of parts before it in its segment; 0 for all of the segment.
    package var partIndex = 0
    /// The addition to the timestamps of the source.
    package var shift: MediaTime
    /// The encryption; `nil` where the bytes of the source are sent.
    package var encryption: OriginEncryption?
}
