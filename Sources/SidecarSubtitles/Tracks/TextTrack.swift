public import Sessions
public import VirtualTime

/// Subtitles that an app adds to a video which does not have them in its playlist.
///
/// Source: `Documentation/Brightcove.md#sidecar-subtitles`.
public struct TextTrack: Equatable, Sendable {
    /// What the text is for.
    public enum Kind: String, Equatable, Sendable {
        /// For those who do not understand the language.
        case subtitles
        /// For those who do not hear.
        case captions
    }

    /// What the source is.
    public enum SourceType: String, Equatable, Sendable {
        /// One WebVTT file.
        case webVTT = "WebVTT URL"
        /// A playlist of WebVTT segments.
        case playlist = "M3U8 URL"
    }

    /// Where the text is.
    public var source: String
    /// What the source is.
    public var sourceType: SourceType
    /// The language, as BCP 47 writes it.
    public var language: String
    /// What people call it.
    public var label: String
    /// What the text is for.
    public var kind: Kind
    /// How long the text is; `nil` for a playlist, which says so itself.
    public var duration: MediaTime?
    /// Whether it is shown unless somebody chooses otherwise.
    public var isDefault: Bool
    /// The media type of the source; `nil` when it is not said.
    public var mimeType: String?

    /// The keys under which a video's properties describe a track.
    public enum Key {
        /// Where the text is; required.
        public static let source = "src"
        /// The language; required.
        public static let language = "srclang"
        /// What people call it; required.
        public static let label = "label"
        /// What the text is for; required.
        public static let kind = "kind"
        /// How long the text is in seconds; required for a WebVTT file unless the video says.
        public static let duration = "duration"
        /// Whether it is shown unless somebody chooses otherwise.
        public static let isDefault = "default"
        /// The media type of the source.
        public static let mimeType = "mime_type"
        /// What the source is; required when its ending does not tell.
        public static let sourceType = "source_type"
    }

    /// Creates a track.
    ///
    /// - Parameters:
    ///   - source: Where the text is.
    ///   - sourceType: What the source is.
    ///   - language: The language, as BCP 47 writes it.
    ///   - label: What people call it.
    ///   - kind: What the text is for.
    ///   - duration: How long the text is; `nil` for a playlist.
    ///   - isDefault: Whether it is shown unless somebody chooses otherwise.
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

    /// The track as a video's properties describe it.
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

/// What is wrong with the description of a text track.
public struct TextTrackError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The place of the track in the video's list, counted from zero.
    public let track: Int
    /// The key at fault.
    public let key: String
    /// What should be there.
    public let expected: String

    /// One line that names track, key and rule.
    public var description: String { "text track \(track): \"\(key)\": \(expected)" }
}

extension TextTrack {
    /// Reads the tracks of a video.
    ///
    /// Tracks of other kinds, such as chapters and thumbnails, are none of ours and passed over.
    ///
    /// - Parameter video: The video.
    /// - Returns: The tracks, in their order.
    /// - Throws: ``TextTrackError`` that names track and key.
    public static func tracks(of video: Video) throws(TextTrackError) -> [TextTrack] {
        var result: [TextTrack] = []
        for (index, property) in video.textTracks.enumerated() {
            let description = Description(property: property, index: index, video: video)
            if let track = try description.track() { result.append(track) }
        }
        return result
    }
}

/// The description of a track among the properties of a video.
private struct Description {
    let property: PropertyValue
    let index: Int
    let video: Video

    func track() throws(TextTrackError) -> TextTrack? {
        let kindText = try text(TextTrack.Key.kind, "subtitles or captions must be said")
        guard let kind = TextTrack.Kind(rawValue: kindText) else {
            let others = ["chapters", "metadata", "descriptions"]
            if others.contains(kindText) { return nil }
            throw error(TextTrack.Key.kind, "must be subtitles or captions, not \(kindText)")
        }
        let source = try text(TextTrack.Key.source, "where the text is must be said")
        let type = try sourceType(of: source)
        return TextTrack(
            source: source, sourceType: type,
            language: try text(TextTrack.Key.language, "the language must be said"),
            label: try text(TextTrack.Key.label, "what people call it must be said"),
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
        let path = source.prefix { $0 != "?" && $0 != "#" }.lowercased()
        if path.hasSuffix(".vtt") { return .webVTT }
        if path.hasSuffix(".m3u8") { return .playlist }
        throw error(
            TextTrack.Key.sourceType,
            "must be said for a source that ends in neither .vtt nor .m3u8")
    }

    private func duration() throws(TextTrackError) -> MediaTime {
        guard let value = property[TextTrack.Key.duration], !value.isNull else {
            if let duration = video.duration { return duration }
            throw error(
                TextTrack.Key.duration, "must be said for a WebVTT file when the video has none")
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
