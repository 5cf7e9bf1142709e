import Formats
import Playlists

/// A tag for advertisements, of a dialect or misspelt, that is not read as a marker.
struct UnreadTag: Hashable, Sendable {
    /// The longest name that is shown, in characters.
    private static let longestName = 40
    /// The tags that are read as markers, in the normalized form of names.
    private static let markerTags = Set(
        CueMarker.Kind.allCases.map { normalized($0.rawValue) } + [dateRange])
    private static let dateRange = "DATERANGE"
    /// The beginnings of names with which packagers announce advertisements, normalized.
    private static let beginnings = [
        "CUE", dateRange, "SPLICE", "SCTE35", "AD", "PLACEMENTOPPORTUNITY",
    ]

    /// The name as written, without `#`; it states a superfluous blank in words.
    let name: String
    /// Whether the tag is a misspelt tag that would mark a break or an interstitial.
    let marksBreak: Bool

    /// Reads a line that a playlist keeps as text.
    ///
    /// Names are compared without regard to case, hyphens, underscores and surrounding blanks. A
    /// line with a blank both before and after the name is a comment, and is not read.
    ///
    /// - Parameter line: The line; the result is `nil` if it has no tag for advertisements, or an
    ///   `EXT-X-DATERANGE` without a usable identifier, which is an unreadable marker.
    init?(_ line: String) {
        let text = line.dropFirst().drop(while: Self.isBlank)
        guard line.hasPrefix("#"), text.prefix(3).lowercased() == "ext" else { return nil }
        let isComment = text.startIndex != line.dropFirst().startIndex
        let word = text.prefix { $0 != ":" && !Self.isBlank($0) }
        let rest = text[word.endIndex...]
        let isBlankNext = rest.first.map(Self.isBlank) ?? false
        let normalized = Self.normalized(word)
        let isMisspelt = Self.markerTags.contains(normalized)
        if isComment {
            // Comments often mention tags, so only a line that is a tag without the blank counts.
            guard isMisspelt, !isBlankNext else { return nil }
            name = SafeText.quoted("\(word) after a blank", limit: Self.longestName)
        } else {
            let isMarker = word == "EXT-X-DATERANGE" && !isBlankNext
            let isAboutBreaks =
                Self.beginnings.contains { normalized.hasPrefix($0) }
                || normalized.contains("SCTE35")
            guard isMisspelt || isAboutBreaks, !isMarker else { return nil }
            let shown = SafeText.quoted(word, limit: Self.longestName)
            name = isBlankNext ? "\(shown) followed by a blank" : shown
        }
        let isOfBreak =
            normalized != Self.dateRange || rest.contains("SCTE35")
            || rest.contains(Interstitial.dateRangeClass)
        marksBreak = isMisspelt && isOfBreak
    }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }

    /// Returns a name in upper case, without `EXT-X-` or `EXT-`, hyphens and underscores.
    private static func normalized(_ name: some StringProtocol) -> String {
        let letters = name.uppercased().filter { $0 != "-" && $0 != "_" }
        for prefix in ["EXTX", "EXT"] where letters.hasPrefix(prefix) {
            return String(letters.dropFirst(prefix.count))
        }
        return letters
    }
}

extension AssetSurvey {
    private static let mostNamed = 3

    /// The names of the tags for advertisements that are not read as markers, in order.
    ///
    /// A name is followed by the streams that have the tag, unless all variant streams have it.
    package var unreadMarkerTags: [String] {
        Set(streams.flatMap(\.unreadMarkerTags)).sorted().map { name in
            let holders = streams.filter { $0.unreadMarkerTags.contains(name) }
            if holders.count(where: { $0.role == .variant }) == variants.count { return name }
            let shown = holders.prefix(Self.mostNamed).map(\.name).joined(separator: ", ")
            return "\(name) (only \(shown)\(holders.count > Self.mostNamed ? ", …" : ""))"
        }
    }

    /// Returns the names of the tags for advertisements that are not read as markers.
    ///
    /// - Returns: The first few names on one line; `nil` if there are none.
    func namesOfUnreadTags() -> String? {
        let names = unreadMarkerTags
        guard !names.isEmpty else { return nil }
        let more = names.count - Self.mostNamed
        return names.prefix(Self.mostNamed).joined(separator: ", ")
            + (more > 0 ? " (and \(more) more)" : "")
    }
}
