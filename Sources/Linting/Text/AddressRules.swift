import Formats
import Playlists

/// The rules about the address of a playlist.
struct AddressRules {
    let playlist: LintedPlaylist
    private var url: String { playlist.url }

    /// The usual words in addresses, which reveal nothing about the content.
    private static let plain: Set<String> = [
        "audio", "video", "media", "index", "main", "master", "playlist", "stream", "segment",
        "subtitle", "subtitles", "caption", "captions", "film", "asset", "content", "part", "init",
        "low", "high", "mid", "fast", "slow", "tiny", "cell", "one", "live", "vod", "event", "hls",
    ]

    func check(_ log: inout BreachLog) {
        checkName(&log)
        let own = URIReference(url)
        guard own.scheme == "http", let word = Self.title(in: path) else { return }
        log.note(
            "text.revealing-uri", in: url, line: 1,
            "the address shows \"\(SafeText.quoted(word))\" to everyone on the way",
            expected: "https, or addresses without titles")
    }

    private var path: String { String(url.prefix { $0 != "?" && $0 != "#" }) }

    private func checkName(_ log: inout BreachLog) {
        let name = path.lowercased()
        guard !name.hasSuffix(".m3u8"), !name.hasSuffix(".m3u") else { return }
        let type = playlist.contentType?.lowercased().prefix { $0 != ";" && $0 != " " }
        guard !AnswerRules.playlistTypes.contains(type.map(String.init) ?? "") else { return }
        let words = playlist.contentType.map { ", and the media type is \(SafeText.quoted($0))" }
        log.note(
            "text.file-name", in: url, line: 1,
            "the name of the playlist does not end with .m3u8\(words ?? "")",
            expected: "a name that ends with .m3u8, or the media type of playlists")
    }

    /// Returns the part of a path that looks like a title; `nil` when there is none.
    ///
    /// Such a part contains at least two words that consist of letters and are unusual in media
    /// locations.
    private static func title(in path: String) -> String? {
        path.split(separator: "/").dropFirst(2).map(String.init).first { part in
            let words = part.split { "-_. +%".contains($0) }.filter { word in
                word.utf8.count > 3 && word.allSatisfy(\.isLetter)
                    && !plain.contains(word.lowercased())
            }
            return words.count > 1
        }
    }
}
