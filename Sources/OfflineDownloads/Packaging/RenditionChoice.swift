package import Playlists
import Sessions

/// The renditions of one group that a download includes.
///
/// The group is the one that the chosen variant stream references. A rendition without a URI is
/// part of the variant stream and therefore always included.
///
/// - `preferred` selects like a player. Audio: the default rendition, or else the first with
///   `AUTOSELECT=YES`, or else the first. Subtitles: the default rendition, or else forced
///   subtitles in the language of the audio.
/// - `tags` looks each language up according to RFC 4647, 3.4, and then tries regional forms: `de`
///   selects `de`, or else the first of `de-AT`, `de-CH`; `de-CH` selects `de-CH`, or else the
///   result for `de`. All renditions of the found language are selected. `*` selects all
///   renditions. Languages that are not available are in ``missing``. If no audio matches any tag,
///   the preferred audio is selected.
package struct RenditionChoice: Equatable, Sendable {
    /// The chosen renditions with a playlist of their own, in playlist order.
    package private(set) var streams: [Rendition] = []
    /// The renditions without a URI, which are part of the variant stream and always included.
    package private(set) var embedded: [Rendition] = []
    /// The requested languages that are not available.
    package private(set) var missing: [String] = []

    /// Chooses among the renditions of a group.
    ///
    /// - Parameters:
    ///   - kind: Audio or subtitles.
    ///   - variant: The variant stream, which references the group.
    ///   - playlist: The multivariant playlist that contains the variant stream and the group.
    ///   - languages: The languages to choose.
    package init(
        _ kind: Rendition.Kind, of variant: VariantStream, in playlist: MultivariantPlaylist,
        by languages: DownloadSelection.Languages
    ) {
        let groupID = kind == .audio ? variant.audioGroup : variant.subtitlesGroup
        let group = groupID.map { playlist.renditions(kind, groupID: $0) } ?? []
        embedded = group.filter { $0.uri == nil }
        var taken = Set<Int>()
        switch languages {
        case .none: break
        case .all: taken = Set(group.indices)
        case .preferred: taken = Self.preferred(kind, group, variant, playlist)
        case .tags(let tags):
            for tag in tags {
                let found = Self.lookUp(tag, in: group)
                if found.isEmpty, !missing.contains(tag) { missing.append(tag) }
                taken.formUnion(found)
            }
            if kind == .audio, taken.isEmpty {
                taken = Self.preferred(kind, group, variant, playlist)
            }
        }
        streams = group.indices.filter(taken.contains).map { group[$0] }.filter { $0.uri != nil }
    }

    private static func preferred(
        _ kind: Rendition.Kind, _ group: [Rendition], _ variant: VariantStream,
        _ playlist: MultivariantPlaylist
    ) -> Set<Int> {
        let preferences = MediaPreferences()
        let options = group.map(MediaOption.init)
        let candidates = MediaSelectionGroup(
            options: options, allowsEmptySelection: kind == .subtitles)
        let option: MediaOption?
        if kind == .audio {
            option = preferences.audible(from: candidates)
        } else {
            let audio = variant.audioGroup.map { playlist.renditions(.audio, groupID: $0) } ?? []
            let audible = MediaSelectionGroup(
                options: audio.map(MediaOption.init), allowsEmptySelection: false)
            option = preferences.legible(
                from: candidates, with: preferences.audible(from: audible))
        }
        guard let option, let index = options.firstIndex(of: option) else { return [] }
        return [index]
    }

    /// Returns the indices of the renditions whose language best matches the wanted language.
    ///
    /// The set is empty if no rendition matches.
    private static func lookUp(_ wanted: String, in group: [Rendition]) -> Set<Int> {
        if wanted == "*" { return Set(group.indices) }
        let tags = group.map { $0.language?.lowercased() }
        var range = wanted.lowercased()[...]
        while !range.isEmpty {
            let regional = range + "-"
            let found =
                tags.first { $0.map { $0 == range } ?? false }
                ?? tags.first { $0?.hasPrefix(regional) ?? false }
            if case .some(.some(let tag)) = found {
                return Set(group.indices.filter { tags[$0] == tag })
            }
            guard let hyphen = range.lastIndex(of: "-") else { break }
            range = range[..<hyphen]
            // A single letter or digit only introduces the subtag after it, so it is removed too
            // (RFC 4647, 3.4).
            if range.dropLast().last == "-" { range = range.dropLast(2) }
        }
        return []
    }
}
