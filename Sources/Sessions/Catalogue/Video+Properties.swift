public import Formats
public import VirtualTime

extension Video {
    /// The keys of a video's properties.
    public enum PropertyKey {
        /// The account that owns the video; a string.
        public static let account = "account_id"
        /// The custom fields of the account; an object.
        public static let customFields = "custom_fields"
        /// The short description; a string.
        public static let description = "description"
        /// The duration of the video in milliseconds.
        public static let duration = "duration"
        /// The token of an offline video, by which a local store finds the media to play; a string.
        public static let offlineVideoToken = "offlineVideoToken"
        /// The business model of the video; a raw value of ``Video/Economics``.
        public static let economics = "economics"
        /// The id of the video in its catalogue; a string.
        public static let id = "id"
        /// The long description; a string.
        public static let longDescription = "long_description"
        /// The time for which the locations of playlists are valid, in seconds.
        public static let manifestTTL = "manifest_url_ttl"
        /// The name of the video; a string.
        public static let name = "name"
        /// Whether the video may be downloaded; a Boolean value.
        public static let offlineEnabled = "offline_enabled"
        /// The address of the poster image; a string.
        public static let poster = "poster"
        /// The poster image in several sizes; a list of objects.
        public static let posterSources = "poster_sources"
        /// The projection of the picture; a string.
        public static let projection = "projection"
        /// The id that the owner of the video has given it; a string.
        public static let referenceID = "reference_id"
        /// The keywords by which the video can be found; a list of strings.
        public static let tags = "tags"
        /// The text tracks that are not in the media; a list of objects.
        public static let textTracks = "text_tracks"
        /// The address of the thumbnail image; a string.
        public static let thumbnail = "thumbnail"
        /// The thumbnail image in several sizes; a list of objects.
        public static let thumbnailSources = "thumbnail_sources"
        /// Names and descriptions in other languages; a list of objects with a `language`.
        public static let variants = "variants"
    }

    /// The business model of a video.
    public enum Economics: String, Sendable {
        /// Financed by advertisements; the default.
        case adSupported = "AD_SUPPORTED"
        /// Free of charge.
        case free = "FREE"
        /// The publisher pays.
        case publisherPays = "PUBLISHER_PAYS"
        /// The viewer pays for each item.
        case payMedia = "PAY_MEDIA"
    }

    /// The name; `nil` if there is none.
    public var name: String? {
        get { properties[PropertyKey.name]?.string }
        set { properties[PropertyKey.name] = newValue.map(PropertyValue.string) }
    }

    /// The id in the catalogue; `nil` if there is none.
    public var id: String? {
        get { properties[PropertyKey.id]?.string }
        set { properties[PropertyKey.id] = newValue.map(PropertyValue.string) }
    }

    /// The id that the owner of the video has given it; `nil` if there is none.
    public var referenceID: String? {
        get { properties[PropertyKey.referenceID]?.string }
        set { properties[PropertyKey.referenceID] = newValue.map(PropertyValue.string) }
    }

    /// The short description; `nil` if there is none.
    public var shortDescription: String? {
        get { properties[PropertyKey.description]?.string }
        set { properties[PropertyKey.description] = newValue.map(PropertyValue.string) }
    }

    /// The long description; `nil` if there is none.
    public var longDescription: String? {
        get { properties[PropertyKey.longDescription]?.string }
        set { properties[PropertyKey.longDescription] = newValue.map(PropertyValue.string) }
    }

    /// The duration according to the catalogue; `nil` when the catalogue states none.
    ///
    /// The controller reports the duration of the media itself.
    public var duration: MediaTime? {
        switch properties[PropertyKey.duration] {
        case .integer(let milliseconds) where milliseconds >= 0: .milliseconds(milliseconds)
        case .number(let milliseconds) where milliseconds >= 0:
            MediaTime(seconds: milliseconds / 1000)
        default: nil
        }
    }

    /// The business model; `adSupported` if the catalogue states none or an unknown one.
    public var economics: Economics {
        get { properties[PropertyKey.economics]?.string.flatMap(Economics.init) ?? .adSupported }
        set { properties[PropertyKey.economics] = .string(newValue.rawValue) }
    }

    /// Whether the catalogue permits downloads; `false` by default.
    public var canBeDownloaded: Bool {
        get { properties[PropertyKey.offlineEnabled]?.bool ?? false }
        set { properties[PropertyKey.offlineEnabled] = .bool(newValue) }
    }

    /// Whether the video is a 360° video.
    public var isSpherical: Bool {
        properties[PropertyKey.projection]?.string == "equirectangular"
    }

    /// The token of an offline video; `nil` for any other video.
    public var offlineToken: String? { properties[PropertyKey.offlineVideoToken]?.string }

    /// The text tracks outside the media; may be empty.
    public var textTracks: [PropertyValue] {
        get { properties[PropertyKey.textTracks]?.array ?? [] }
        set { properties[PropertyKey.textTracks] = .array(newValue) }
    }

    /// The location of the text track with thumbnails; `nil` when there is no such track.
    ///
    /// It is the first text track of kind `metadata` with the label `thumbnails`.
    public var thumbnailVTTURL: String? {
        let track = textTracks.first {
            $0["kind"]?.string == "metadata" && $0["label"]?.string == "thumbnails"
        }
        return track?["src"]?.string
    }
}

extension Video {
    /// Returns the name and the descriptions in the first available language.
    ///
    /// A language such as `de-AT` is compared as a whole first, and then only by the part before
    /// the hyphen.
    ///
    /// - Parameter languages: Language tags, the preferred one first.
    /// - Returns: The members of the variant, or `nil` when there is no variant in any of the
    ///   languages.
    public func variant(forLanguages languages: [String]) -> [String: PropertyValue]? {
        let variants = (properties[PropertyKey.variants]?.array ?? []).compactMap(\.object)
        for language in languages {
            let wanted = language.lowercased()
            let written = variants.first { Self.language(of: $0) == wanted }
            let related = variants.first {
                Self.primary(Self.language(of: $0)) == Self.primary(wanted)
            }
            if let match = written ?? related { return match }
        }
        return nil
    }

    /// Returns the name in the first available language, or else the general name.
    ///
    /// - Parameter languages: Language tags, the preferred one first.
    /// - Returns: The name; `nil` for a video without a name.
    public func localizedName(forLanguages languages: [String]) -> String? {
        variant(forLanguages: languages)?[PropertyKey.name]?.string ?? name
    }

    /// Returns the short description in the first available language, or else the general one.
    ///
    /// - Parameter languages: Language tags, the preferred one first.
    /// - Returns: The description; `nil` for a video without a short description.
    public func localizedShortDescription(forLanguages languages: [String]) -> String? {
        variant(forLanguages: languages)?[PropertyKey.description]?.string ?? shortDescription
    }

    /// Returns the long description in the first available language, or else the general one.
    ///
    /// - Parameter languages: Language tags, the preferred one first.
    /// - Returns: The description; `nil` for a video without a long description.
    public func localizedLongDescription(forLanguages languages: [String]) -> String? {
        variant(forLanguages: languages)?[PropertyKey.longDescription]?.string ?? longDescription
    }

    private static func language(of variant: [String: PropertyValue]) -> String {
        (variant["language"]?.string ?? "").lowercased()
    }

    private static func primary(_ language: String) -> Substring {
        language.prefix { $0 != "-" }
    }
}
