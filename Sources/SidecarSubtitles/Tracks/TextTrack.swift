public import Formats
import Playlists
public import Sessions
import Transport
public import VirtualTime

/// Subtitles that an app adds to a video whose playlist does not contain them.
///
/// Source: `Documentation/Brightcove.md#sidecar-subtitles`.
public struct TextTrack: Equatable, Sendable {
    /// The purpose of the text.
    public enum Kind: String, Equatable, Sendable {
        /// A translation for viewers who do not understand the spoken language.
        case subtitles
        /// Captions for deaf viewers.
        case captions
    }

    /// The form of a text track's source: a single file or a playlist.
    public enum SourceType: String, Equatable, Sendable {
        /// One WebVTT file.
        case webVTT = "WebVTT URL"
        /// A playlist of WebVTT segments.
        case playlist = "M3U8 URL"
    }

    /// The location of the text.
    public var source: String
    /// The form of the source.
    public var sourceType: SourceType
    /// The language as a BCP 47 tag.
    public var language: String
    /// The label shown to viewers.
    public var label: String
    /// The purpose of the text.
    public var kind: Kind
    /// The duration of the text; `nil` for a playlist, which states its own duration.
    public var duration: MediaTime?
    /// Whether the track is shown unless the viewer chooses otherwise.
    public var isDefault: Bool
    /// The media type of the source; `nil` when not given.
    public var mimeType: String?

    /// The keys of a track's description in a video's properties.
    public enum Key {
        /// The key for the text's location; required.
        public static let source = "src"
        /// The key for the language; required.
        public static let language = "srclang"
        /// The key for the label shown to viewers; required.
        public static let label = "label"
        /// The key for the purpose of the text; required.
        public static let kind = "kind"
        /// The key for the duration of the text in seconds.
        ///
        /// The key is required for a WebVTT file, unless the video has a duration.
        public static let duration = "duration"
        /// The key that states whether the track is shown unless the viewer chooses otherwise.
        public static let isDefault = "default"
        /// The key for the media type of the source.
        public static let mimeType = "mime_type"
        /// The key for the source's form; required unless the file extension indicates it.
        public static let sourceType = "source_type"
    }

    /// Creates a track.
    ///
    /// - Parameters:
    ///   - source: The location of the text.
    ///   - sourceType: The form of the source.
    ///   - language: The language as a BCP 47 tag.
    ///   - label: The label shown to viewers.
    ///   - kind: The purpose of the text.
    ///   - duration: The duration of the text; `nil` for a playlist.
    ///   - isDefault: Whether it is shown unless the viewer chooses otherwise.
    ///   - mimeType: The media type of the source.
    public init(
        source: String, sourceType: SourceType, language: String, label: String,
        kind: Kind = .subtitles, duration: MediaTime? = nil, isDefault: Bool = false,
        mimeType: String? = nil
    ) {
        self.source = source
        self.sourceType = sourceType
        self.language = language
        self.label = label
        self.kind = kind
        self.duration = duration
        self.isDefault = isDefault
        self.mimeType = mimeType
    }

    /// The location of the text in the form that requests use: absolute, without `.` and `..`.
    var location: String {
        let url = LocalPath.url(source)
        return URIReference.resolve(url, against: url)
    }

    /// The track as an entry of a video's properties.
    public var property: PropertyValue {
        var members: [String: PropertyValue] = [
            Key.source: .string(source), Key.language: .string(language),
            Key.label: .string(label), Key.kind: .string(kind.rawValue),
            Key.isDefault: .bool(isDefault), Key.sourceType: .string(sourceType.rawValue),
        ]
        if let duration { members[Key.duration] = .number(duration.seconds) }
        if let mimeType { members[Key.mimeType] = .string(mimeType) }
        return .object(members)
    }
}

/// An error in the description of a text track.
public struct TextTrackError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The index of the track in the video's list, counted from zero.
    public let track: Int
    /// The key with the missing or invalid value.
    public let key: String
    /// The requirement that the value of the key does not meet.
    public let expected: String

    /// The track, the key and the requirement on one line.
    public var description: String { "text track \(track): \"\(key)\": \(expected)" }
}

extension TextTrack {
    /// Returns the tracks of a video.
    ///
    /// Tracks of the kinds `chapters`, `metadata` and `descriptions` are ignored.
    ///
    /// - Parameter video: The video.
    /// - Returns: The tracks, in order.
    /// - Throws: `TextTrackError` with the track and the key at fault.
    public static func tracks(of video: Video) throws(TextTrackError) -> [TextTrack] {
        var result: [TextTrack] = []
        for (index, property) in video.textTracks.enumerated() {
            let description = Description(property: property, index: index, video: video)
            if let track = try description.track() { result.append(track) }
        }
        return result
    }
}

/// The description of a track in the properties of a video.
private struct Description {
    let property: PropertyValue
    let index: Int
    let video: Video

    func track() throws(TextTrackError) -> TextTrack? {
        let kindText = try text(TextTrack.Key.kind, "the kind is missing: subtitles or captions")
        guard let kind = TextTrack.Kind(rawValue: kindText) else {
            let others = ["chapters", "metadata", "descriptions"]
            if others.contains(kindText) { return nil }
            throw error(TextTrack.Key.kind, "must be subtitles or captions, not \(kindText)")
        }
        let source = try text(TextTrack.Key.source, "the location of the text is missing")
        let type = try sourceType(of: source)
        return TextTrack(
            source: source, sourceType: type,
            language: try text(TextTrack.Key.language, "the language is missing"),
            label: try text(TextTrack.Key.label, "the name for viewers is missing"),
            kind: kind, duration: type == .playlist ? nil : try duration(),
            isDefault: property[TextTrack.Key.isDefault]?.bool ?? false,
            mimeType: property[TextTrack.Key.mimeType]?.string)
    }

    private func sourceType(of source: String) throws(TextTrackError) -> TextTrack.SourceType {
        if let named = property[TextTrack.Key.sourceType]?.string {
            guard let type = TextTrack.SourceType(rawValue: named) else {
                throw error(
                    TextTrack.Key.sourceType, "must be \"WebVTT URL\" or \"M3U8 URL\", not \(named)"
                )
            }
            return type
        }
        let path = LocalPath.withoutQuery(source).lowercased()
        if path.hasSuffix(".vtt") { return .webVTT }
        if path.hasSuffix(".m3u8") { return .playlist }
        throw error(
            TextTrack.Key.sourceType,
            "is missing, and the source ends in neither .vtt nor .m3u8")
    }

    private func duration() throws(TextTrackError) -> MediaTime {
        guard let value = property[TextTrack.Key.duration], !value.isNull else {
            if let duration = video.duration { return duration }
            throw error(
                TextTrack.Key.duration, "is missing, and the video has no duration either")
        }
        guard let seconds = value.number, let time = MediaTime(seconds: seconds), time > .zero
        else { throw error(TextTrack.Key.duration, "must be a number of seconds above zero") }
        return time
    }

    private func text(_ key: String, _ expected: String) throws(TextTrackError) -> String {
        guard let text = property[key]?.string, !text.isEmpty else { throw error(key, expected) }
        return text
    }

    private func error(_ key: String, _ expected: String) -> TextTrackError {
        TextTrackError(track: index, key: key, expected: expected)
    }
}
