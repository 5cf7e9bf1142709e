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
    /// The playlists by location.
    let playlists: [String: LintedPlaylist]

    /// The number of cues from which on the subtitles of two languages must differ.
    private static let fewestCues = 3

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

    /// Finds renditions of a group that have different languages and the same media.
    private func checkShared(_ tags: [WrittenTag], _ log: inout BreachLog) {
        var owners: [[String]: (name: String, stated: String, language: Substring)] = [:]
        for (rendition, tag) in zip(multivariant.renditions, tags) {
            guard let uri = rendition.uri, let stated = rendition.language,
                let language = LanguageCode.known(stated)
            else { continue }
            let url = URIReference.resolve(uri, against: main.url)
            let media = [
                (identity: [url], words: "the playlist", expected: "a playlist for each language"),
                (
                    identity: digests(of: url, rendition.kind), words: "copies of the segments",
                    expected: "media for each language"
                ),
            ]
            for (identity, words, expected) in media where !identity.isEmpty {
                let key = [rendition.kind.rawValue, rendition.groupID] + identity
                let owner = owners[key] ?? (rendition.name, stated, language)
                owners[key] = owner
                guard !LanguageCode.agree(owner.language, language) else { continue }
                log.note(
                    "rendition.language-differs", in: main.url, line: tag.line,
                    column: tag.column(of: "LANGUAGE"),
                    "\"\(SafeText.quoted(rendition.name))\" declares \(SafeText.quoted(stated)), and"
                        + " has \(words) of \"\(SafeText.quoted(owner.name))\", which declares"
                        + " \(SafeText.quoted(owner.stated))",
                    expected: expected)
                break
            }
        }
    }

    /// Returns the hashes of all segments of a complete playlist, as texts.
    ///
    /// The result is empty if a hash is unknown, and for subtitles with only a few cues, such as
    /// names on signs, which may be equal in several languages. In the window of a broadcast, all
    /// languages may have the same advertisement, so its segments are not compared.
    private func digests(of url: String, _ kind: Rendition.Kind) -> [String] {
        guard let stream = streams[url], stream.isWhole,
            playlists[url]?.media?.hasEndList == true
        else { return [] }
        let isKnown = !stream.segments.contains(where: \.hasUnreadText)
        let cueCount = stream.segments.reduce(0) { $0 + $1.cues.count }
        if kind == .subtitles, isKnown, cueCount < Self.fewestCues { return [] }
        let digests = stream.segments.compactMap(\.digest)
        return digests.count == stream.segments.count ? digests.map { "\($0)" } : []
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
