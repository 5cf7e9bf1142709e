public import Playlists

/// An audio, subtitles or captions rendition that a viewer can select.
///
/// An option represents its rendition in every group of the asset: it remains selected when another
/// variant refers to another group.
///
/// Source: `Documentation/Brightcove.md#sessions`; rfc8216bis, 4.4.6.1.
public struct MediaOption: Hashable, Sendable {
    /// The characteristic of media that describes sounds for deaf viewers.
    public static let describesMusicAndSound = "public.accessibility.describes-music-and-sound"
    /// The characteristic of media that transcribes spoken dialogue.
    public static let transcribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog"

    /// The name in the playlist.
    public let name: String
    /// The language as a BCP 47 tag; `nil` when the playlist has none.
    public let languageTag: String?
    /// The special characteristics; empty for ordinary options.
    public let characteristics: [String]
    /// Whether the option is selected when the viewer has no preference.
    public let isDefault: Bool
    /// Whether the option may be selected automatically.
    public let isAutoselect: Bool
    /// Whether the option contains text that even viewers who understand the audio must see.
    public let isForced: Bool
    /// Whether the option is closed captions, which are part of the video.
    ///
    /// Selecting them loads nothing, and they are not decoded, so their text is not reported.
    public let isClosedCaptions: Bool
    /// The channel of closed captions in the video, such as `CC1`; `nil` for other options.
    ///
    /// The channel comes from `INSTREAM-ID`.
    public let instreamID: String?

    /// Creates the option that represents a rendition.
    ///
    /// - Parameter rendition: The rendition.
    public init(_ rendition: Rendition) {
        name = rendition.name
        languageTag = rendition.language
        characteristics = rendition.characteristics
        isDefault = rendition.isDefault
        // A default option may be selected automatically (rfc8216bis, 4.4.6.1).
        isAutoselect = rendition.isAutoselect || rendition.isDefault
        isForced = rendition.isForced
        isClosedCaptions = rendition.kind == .closedCaptions
        instreamID = rendition.instreamID
    }

    /// Whether the option is made for deaf viewers.
    public var isForDeafAndHardOfHearing: Bool {
        characteristics.contains(Self.describesMusicAndSound)
            || characteristics.contains(Self.transcribesSpokenDialog)
    }

    /// Returns whether the option has a requested language, or a regional form of it.
    ///
    /// Languages match as in RFC 4647, 3.3.1.
    ///
    /// - Parameter wanted: The requested language; `nil` matches nothing.
    /// - Returns: Whether the languages match.
    public func speaks(_ wanted: String?) -> Bool {
        guard let own = languageTag?.lowercased(), let wanted = wanted?.lowercased() else {
            return false
        }
        return own == wanted || own.hasPrefix(wanted + "-")
    }
}

/// The options of one kind in an asset; at most one of them is selected at a time.
public struct MediaSelectionGroup: Equatable, Sendable {
    /// The options in playlist order, without duplicates from several groups.
    public let options: [MediaOption]
    /// Whether it is permitted to select none of the options.
    public let allowsEmptySelection: Bool

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - options: The options; repetitions are removed.
    ///   - allowsEmptySelection: Whether it is permitted to select none of the options.
    public init(options: [MediaOption], allowsEmptySelection: Bool) {
        var seen: Set<MediaOption> = []
        self.options = options.filter { seen.insert($0).inserted }
        self.allowsEmptySelection = allowsEmptySelection
    }

    /// The options, with closed captions last, because this package does not decode them.
    var readableFirst: [MediaOption] {
        options.filter { !$0.isClosedCaptions } + options.filter(\.isClosedCaptions)
    }

    /// Returns the name under which an option is displayed.
    ///
    /// The language tag follows the name of the option if the two differ. For subtitles for deaf
    /// viewers, `SDH` follows if the name does not contain it.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - isLegible: Whether the option is text.
    /// - Returns: The text.
    public static func displayName(of option: MediaOption, isLegible: Bool) -> String {
        var parts = [option.name]
        if let tag = option.languageTag, option.name.lowercased() != tag.lowercased() {
            parts.append("(\(tag))")
        }
        if isLegible, option.isForDeafAndHardOfHearing, !option.name.contains("SDH") {
            parts.append("SDH")
        }
        return parts.joined(separator: " ")
    }
}
