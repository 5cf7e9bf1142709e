import Formats
import Playlists
import VirtualTime

/// The rules about the header fields of HTTP responses.
struct AnswerRules {
    let asset: LintedAsset
    let answers: [AnsweredResource]

    static let playlistTypes: Set<String> = [
        "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl",
        "audio/x-mpegurl",
    ]
    /// The permitted media types of files, by their file name extensions.
    private static let mediaTypes: [(end: String, types: Set<String>)] = [
        (".ts", ["video/mp2t"]),
        (".m4s", ["video/mp4", "audio/mp4", "video/iso.segment", "application/mp4"]),
        (".mp4", ["video/mp4", "audio/mp4", "video/iso.segment", "application/mp4"]),
        (".aac", ["audio/aac", "audio/x-aac", "audio/aacp"]),
        (".mp3", ["audio/mpeg"]), (".ac3", ["audio/ac3"]), (".ec3", ["audio/eac3"]),
        (".vtt", ["text/vtt"]), (".webvtt", ["text/vtt"]),
    ]

    func check(_ log: inout BreachLog) {
        var known: Set<String> = []
        /// Reports a breach once per playlist, because all its resources usually have the breach.
        func note(
            _ code: String, _ answer: AnsweredResource, _ problem: String, _ expected: String
        ) {
            let file = answer.kind == .playlist ? answer.finalURL : answer.referrer ?? answer.url
            guard known.insert("\(code) \(file)").inserted else { return }
            log.note(code, in: file, line: 1, problem, expected: expected)
        }
        for answer in answers {
            let isInPlace = answer.kind == .playlist && answer.url == answer.finalURL
            let name = isInPlace ? "the playlist" : SafeText.url(answer.url)
            checkType(answer, name, note)
            if answer.kind == .playlist { checkPlaylist(answer, name, note) }
            if answer.kind == .media { checkMedia(answer, name, note) }
            if answer.finalURL.hasPrefix("http:") {
                note("delivery.tls", answer, "\(name) is served without TLS", "https")
            }
        }
    }

    private typealias Note = (String, AnsweredResource, String, String) -> Void

    private func checkType(_ answer: AnsweredResource, _ name: String, _ note: Note) {
        let path = String(answer.finalURL.lowercased().prefix { $0 != "?" && $0 != "#" })
        let types: Set<String>
        switch answer.kind {
        case .playlist: types = Self.playlistTypes
        case .media, .subtitles:
            guard let known = Self.mediaTypes.first(where: { path.hasSuffix($0.end) }) else {
                return
            }
            types = known.types
        case .other: return
        }
        guard !types.contains(answer.mediaType ?? "") else { return }
        let found = answer.mediaType.map { SafeText.quoted($0) } ?? "no media type"
        note(
            "delivery.content-type", answer, "\(name) is served as \(found)",
            types.sorted().joined(separator: " or "))
    }

    // MARK: Playlists

    private func checkPlaylist(_ answer: AnsweredResource, _ name: String, _ note: Note) {
        let codings = answer.directives(of: "content-encoding")
        if !codings.contains(where: { ["gzip", "br", "deflate", "zstd"].contains($0) }) {
            note(
                "delivery.gzip", answer, "\(name) is not compressed", "Content-Encoding: gzip")
        }
        if answer["access-control-allow-origin"] == nil {
            note(
                "delivery.cors", answer,
                "\(name) cannot be requested by pages of other origins",
                "Access-Control-Allow-Origin")
        }
        guard let media = asset.mediaPlaylists.first(where: { $0.url == answer.finalURL })?.media,
            !media.hasEndList, let target = media.targetDuration
        else { return }
        let age = answer.directives(of: "cache-control").lazy.compactMap { word -> Int64? in
            guard word.hasPrefix("max-age=") else { return nil }
            return Int64(word.dropFirst("max-age=".count))
        }.first
        if let age, MediaTime.seconds(age) * 2 > target {
            note(
                "delivery.cache", answer,
                "\(name) may be kept for \(age) s, and its target duration is \(target) s",
                "half a target duration at most")
        }
        if let age = answer.secondsSinceModified, MediaTime.seconds(age) > target * 3 {
            note(
                "live.stale", answer,
                "\(name) was modified \(age) s before it was answered, and its target duration is"
                    + " \(target) s", "a change within three target durations, or EXT-X-ENDLIST")
        }
    }

    // MARK: Media

    private func checkMedia(_ answer: AnsweredResource, _ name: String, _ note: Note) {
        if answer.url != answer.finalURL {
            note(
                "delivery.redirect", answer,
                "\(name) is redirected to \(SafeText.url(answer.finalURL))",
                "media at the address in the playlist")
        }
        if answer.isOfRange, answer.status != 206 {
            note(
                "delivery.no-ranges", answer,
                "\(name) was requested in part, and the answer has the status \(answer.status)",
                "206 Partial Content")
        } else if answer.directives(of: "accept-ranges").contains("none"), answer.isOfRange {
            note(
                "delivery.no-ranges", answer,
                "\(name) is not served in ranges, as its server states",
                "Accept-Ranges: bytes")
        }
        if let stated = answer["content-length"].flatMap({ Int64($0) }),
            answer["content-encoding"] == nil, stated != answer.byteCount
        {
            note(
                "delivery.length-differs", answer,
                "Content-Length of \(name) is \(stated), and the body has \(answer.byteCount) bytes",
                "one length")
        }
    }
}
