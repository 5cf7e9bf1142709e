import Formats
import Linting
import Playlists

extension SurveyedAsset {
    private static let mostNamed = 5

    /// The rendition groups that lack a language of another group, each described on one line.
    ///
    /// A viewer of that language gets another one when playback switches between the variant
    /// streams. `playctl lint` has the complete rule, `rendition.groups-differ`; packagers often
    /// break it on purpose, so such a group does not make the asset fail.
    package var unequalGroups: [String] {
        guard let playlist else { return [] }
        let places = streams.compactMap(\.variant).filter(playlist.variants.indices.contains)
        let variants = places.map { playlist.variants[$0] }
        return lacks(.audio, variants.compactMap(\.audioGroup), playlist)
            + lacks(.subtitles, variants.compactMap(\.subtitlesGroup), playlist)
    }

    private func lacks(
        _ kind: Rendition.Kind, _ names: [String], _ playlist: MultivariantPlaylist
    ) -> [String] {
        var groups: [(name: String, members: [Rendition])] = []
        for name in names where !groups.contains(where: { $0.name == name }) {
            let members = playlist.renditions(kind, groupID: name)
            if !members.isEmpty { groups.append((name, members)) }
        }
        return groups.compactMap { group in
            let known = Set(group.members.flatMap { [Self.language(of: $0), $0.name] })
            for other in groups {
                let missing = other.members.filter {
                    !known.contains(Self.language(of: $0)) && !known.contains($0.name)
                }
                guard !missing.isEmpty else { continue }
                let list = missing.prefix(Self.mostNamed).map { "\"\($0.name)\"" }
                let more = missing.count > Self.mostNamed ? ", …" : ""
                return SafeText.line(
                    "\(kind.rawValue) group \"\(group.name)\" lacks"
                        + " \(list.joined(separator: ", "))\(more) of group \"\(other.name)\"")
            }
            return nil
        }
    }

    /// Returns the primary language of a rendition, or its name if the language is not stated.
    private static func language(of rendition: Rendition) -> String {
        guard let language = rendition.language else { return rendition.name }
        return LanguageCode.known(language).map(String.init) ?? language.lowercased()
    }
}
