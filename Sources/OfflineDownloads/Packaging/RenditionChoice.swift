package import Playlists
import Sessions

/// Which renditions of one group a download takes.
///
/// What counts is the group that the chosen variant stream names. A rendition without URI is part
/// of the variant stream and comes along whatever is asked for.
///
/// - `preferred` takes what a player without wishes would take: of audio the default one, or else
///   the first that may be chosen without asking, or else the first; of subtitles a default one, or
///   else a forced one in the language of the audio.
/// - `tags` looks each language up as RFC 4647, 3.4 does, and goes on to regional forms: `de` takes
///   `de`, or else the first of `de-AT`, `de-CH`; `de-CH` takes `de-CH`, or else what `de` takes.
///   All renditions of the language that was found are taken. `*` takes all. A language that is not
///   there is told in ``missing``; when no audio is found at all, the preferred one is taken.
package struct RenditionChoice: Equatable, Sendable {
    /// The renditions that were chosen and have a playlist of their own, as the playlist lists them.
    package private(set) var streams: [Rendition] = []
    /// The renditions that the variant stream itself holds, whatever was chosen.
    package private(set) var embedded: [Rendition] = []
    /// The languages that were asked for and are not there.
    package private(set) var missing: [String] = []

    /// Chooses among the renditions of a group.
    ///
    /// - Parameters:
    ///   - kind: Audio or subtitles.
    ///   - variant: The variant stream, which names the group.
    ///   - playlist: The playlist that lists both.
    ///   - languages: What to choose.
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

    /// The renditions of the language that suits a wanted one best; none when none does.
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
            // A single letter or digit only introduces what followed it (RFC 4647, 3.4).
            if range.dropLast().last == "-" { range = range.dropLast(2) }
        }
        return []
    }
}
