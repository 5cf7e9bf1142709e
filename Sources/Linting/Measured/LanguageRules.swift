import Formats
import Playlists

/// The rule that compares the languages of renditions with each other and with their media.
///
/// Reference: rfc8216bis, section 4.4.6.1 (LANGUAGE).
struct LanguageRules {
    let main: LintedPlaylist
    let multivariant: MultivariantPlaylist
    /// The media of the playlists by location.
    let streams: [String: MeasuredStream]

    func check(_ log: inout BreachLog) {
        let tags = RenditionRules.usable(main.text.tags(.media))
        guard tags.count == multivariant.renditions.count else { return }
        checkShared(tags, &log)
        for (rendition, tag) in zip(multivariant.renditions, tags) {
            let kind: MeasuredTrack.Kind
            switch rendition.kind {
            case .audio: kind = .audio
            case .subtitles: kind = .text
            case .video, .closedCaptions: continue
            }
            guard let stated = rendition.language, let language = LanguageCode.known(stated),
                let found = media(of: rendition).lazy.flatMap(\.segments).compactMap({ segment in
                    Self.language(of: segment, kind, besides: language)
                }).first
            else { continue }
            log.note(
                "rendition.language-differs", in: main.url, line: tag.line,
                column: tag.column(of: "LANGUAGE"),
                "\"\(SafeText.quoted(rendition.name))\" declares \(SafeText.quoted(stated)), and the"
                    + " \(kind.rawValue) of \(SafeText.quoted(PlaceText.lastPart(of: found.url)))"
                    + " states \(SafeText.quoted(found.language))",
                expected: "the language of the media", resource: found.url)
        }
    }

    /// Finds renditions of a group that have different languages and the same playlist.
    private func checkShared(_ tags: [WrittenTag], _ log: inout BreachLog) {
        var owners: [[String]: (name: String, stated: String, language: Substring)] = [:]
        for (rendition, tag) in zip(multivariant.renditions, tags) {
            guard let uri = rendition.uri, let stated = rendition.language,
                let language = LanguageCode.known(stated)
            else { continue }
            let url = URIReference.resolve(uri, against: main.url)
            let key = [rendition.kind.rawValue, rendition.groupID, url]
            let owner = owners[key] ?? (rendition.name, stated, language)
            owners[key] = owner
            guard !LanguageCode.agree(owner.language, language) else { continue }
            log.note(
                "rendition.language-differs", in: main.url, line: tag.line,
                column: tag.column(of: "LANGUAGE"),
                "\"\(SafeText.quoted(rendition.name))\" declares \(SafeText.quoted(stated)), and has"
                    + " the playlist of \"\(SafeText.quoted(owner.name))\", which declares"
                    + " \(SafeText.quoted(owner.stated))",
                expected: "a playlist for each language")
        }
    }

    /// Returns the streams that contain a rendition.
    ///
    /// A rendition without a URI is in each variant stream that names its group.
    private func media(of rendition: Rendition) -> [MeasuredStream] {
        let uris =
            rendition.uri.map { [$0] }
            ?? multivariant.variants.filter {
                rendition.kind == .audio && $0.audioGroup == rendition.groupID
            }.map(\.uri)
        return uris.compactMap { streams[URIReference.resolve($0, against: main.url)] }
    }

    /// Returns the language that a segment states for its only track of a kind.
    ///
    /// The result is `nil` if the segment states none, or a form of the declared language.
    private static func language(
        of segment: MeasuredSegment, _ kind: MeasuredTrack.Kind, besides language: Substring
    ) -> (url: String, language: String)? {
        let tracks = segment.tracks.filter { $0.kind == kind }
        guard tracks.count == 1, let stated = tracks[0].language,
            let found = LanguageCode.known(stated), !LanguageCode.agree(language, found)
        else { return nil }
        return (segment.url, stated)
    }
}
