import Linting

/// The playlists of an asset as texts, which a test changes.
struct FixtureAsset: Sendable {
    /// A replacement in one playlist.
    struct Edit: Sendable {
        let file: String
        let old: String
        let new: String

        init(_ file: String, _ old: String, _ new: String) {
            self.file = file
            self.old = old
            self.new = new
        }
    }

    /// The address of the folder.
    var folder = "https://media.example/film/"
    /// The texts, by file name.
    var files: [String: [UInt8]] = [:]

    /// Reads the asset as a lint does.
    func linted() throws -> LintedAsset {
        try LintedAsset(at: folder + "main.m3u8") { place in
            let name = String(place.dropFirst(folder.count))
            guard let bytes = files[name] else {
                return .failure(FixtureError(text: "no file \(name)"))
            }
            return .success((place, bytes))
        }
    }

    /// Returns the asset with replacements; each replacement must find its text.
    func with(_ edits: [Edit]) throws -> FixtureAsset {
        var asset = self
        for edit in edits {
            let name = edit.file + ".m3u8"
            let bytes = asset.files[name] ?? []
            if edit.old == "*" {
                asset.files[name] = edit.new.isEmpty ? nil : Array(edit.new.utf8)
                continue
            }
            if edit.old.hasPrefix("all:") {
                let text = String(decoding: bytes, as: UTF8.self)
                let old = String(edit.old.dropFirst(4))
                guard text.contains(old) else { throw FixtureError(text: "\(name) has no \(old)") }
                asset.files[name] = Array(text.replacing(old, with: edit.new).utf8)
                continue
            }
            let old = Array(edit.old.utf8)
            let place = bytes.indices.first { bytes[$0...].starts(with: old) }
            guard let place else {
                throw FixtureError(text: "\(name) has no \"\(edit.old)\"")
            }
            let new = edit.new.unicodeScalars.flatMap { scalar -> [UInt8] in
                // U+E000 stands for the byte 0xFF, which does not occur in UTF-8.
                scalar == "\u{E000}" ? [0xFF] : Array(String(scalar).utf8)
            }
            asset.files[name] =
                Array(bytes[..<place]) + new + Array(bytes[(place + old.count)...])
        }
        return asset
    }
}

/// The error of an edit that does not match the text of its fixture.
struct FixtureError: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

extension FixtureAsset {
    private static let head = [
        "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS",
    ]

    private static func stream(
        _ name: String, _ peak: Int, _ average: Int, _ size: String, _ more: String = ""
    ) -> [String] {
        [
            "#EXT-X-STREAM-INF:BANDWIDTH=\(peak),AVERAGE-BANDWIDTH=\(average)"
                + ",CODECS=\"avc1.64001F,mp4a.40.2,wvtt\",RESOLUTION=\(size),FRAME-RATE=25.000"
                + ",AUDIO=\"sound\",SUBTITLES=\"text\",CLOSED-CAPTIONS=NONE\(more)",
            "\(name).m3u8",
        ]
    }

    private static func text(_ lines: [String]) -> [UInt8] {
        Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func media(_ name: String, key: String? = nil) -> [UInt8] {
        let ending = name == "text" ? "vtt" : "m4s"
        var lines =
            head + [
                "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-PLAYLIST-TYPE:VOD",
            ]
        func section(_ number: Int) {
            if ending == "m4s" { lines.append("#EXT-X-MAP:URI=\"\(name)\(number).mp4\"") }
        }
        if let key { lines.append(key) }
        section(0)
        for index in 0..<8 {
            if index == 3 || index == 5 {
                lines.append("#EXT-X-DISCONTINUITY")
                section(index)
            }
            if ending == "m4s", [0, 3, 5].contains(index) {
                lines.append(
                    "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(twoDigits(index * 6)).000Z")
            }
            if index == 3, ending == "m4s" {
                lines.append(
                    "#EXT-X-DATERANGE:ID=\"one\",CLASS=\"break\""
                        + ",START-DATE=\"2026-01-01T00:00:18.000Z\",DURATION=12.000"
                        + ",PLANNED-DURATION=12.000,SCTE35-OUT=0xFC301100000000000000000000000000C2739699"
                )
                lines.append("#EXT-X-CUE-OUT:12.000")
            }
            if index == 5, ending == "m4s" { lines.append("#EXT-X-CUE-IN") }
            lines += ["#EXTINF:6.00000,", "\(name)-\(index).\(ending)"]
        }
        return text(lines + ["#EXT-X-ENDLIST"])
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func frames(_ name: String) -> [UInt8] {
        var lines =
            head + [
                "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-PLAYLIST-TYPE:VOD",
                "#EXT-X-I-FRAMES-ONLY", "#EXT-X-MAP:URI=\"\(name).mp4\"",
            ]
        for index in 0..<48 {
            if index == 18 || index == 30 { lines.append("#EXT-X-DISCONTINUITY") }
            lines += [
                "#EXTINF:1.00000,", "#EXT-X-BYTERANGE:1000@\(index * 1000)", "\(name).m4s",
            ]
        }
        return text(lines + ["#EXT-X-ENDLIST"])
    }

    /// A film of five variants with two languages, subtitles, I-frames and a break.
    static let film: FixtureAsset = {
        var lines = head
        for (name, language) in [("English", "en"), ("Deutsch", "de")] {
            lines.append(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"\(name)\",LANGUAGE=\"\(language)\""
                    + ",DEFAULT=\(language == "en" ? "YES" : "NO"),AUTOSELECT=YES,CHANNELS=\"2\""
                    + ",URI=\"\(language).m3u8\"")
        }
        lines.append(
            "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"text\",NAME=\"English\",LANGUAGE=\"en\""
                + ",AUTOSELECT=YES,URI=\"text.m3u8\"")
        lines += stream("mid", 2_200_000, 2_000_000, "1280x720")
        lines += stream("high", 4_000_000, 3_600_000, "1280x720")
        lines += stream("low", 900_000, 800_000, "640x360")
        lines += stream("tiny", 420_000, 380_000, "480x270")
        lines += stream("cell", 180_000, 160_000, "320x180")
        for (name, rate, size) in [("fast", 300_000, "640x360"), ("slow", 45_000, "320x180")] {
            lines.append(
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(rate),AVERAGE-BANDWIDTH=\(rate)"
                    + ",CODECS=\"avc1.64001F\",RESOLUTION=\(size),URI=\"\(name).m3u8\"")
        }
        var asset = FixtureAsset()
        asset.files["main.m3u8"] = text(lines)
        for name in ["mid", "high", "low", "tiny", "cell", "en", "de", "text"] {
            asset.files["\(name).m3u8"] = media(name)
        }
        for name in ["fast", "slow"] { asset.files["\(name).m3u8"] = frames(name) }
        return asset
    }()

    /// The film, encrypted with FairPlay Streaming keys.
    static let protected: FixtureAsset = {
        var asset = film
        let key =
            "METHOD=SAMPLE-AES,URI=\"skd://one\",KEYFORMAT=\"com.apple.streamingkeydelivery\""
            + ",KEYFORMATVERSIONS=\"1\""
        for name in ["mid", "high", "low", "tiny", "cell", "en", "de"] {
            asset.files["\(name).m3u8"] = media(name, key: "#EXT-X-KEY:\(key)")
        }
        let main = String(decoding: asset.files["main.m3u8"] ?? [], as: UTF8.self)
        let lines = main.split(separator: "\n").flatMap { line -> [String] in
            if line == "#EXT-X-INDEPENDENT-SEGMENTS" {
                return [String(line), "#EXT-X-SESSION-KEY:\(key)"]
            }
            let isVariant = line.hasPrefix("#EXT-X-STREAM-INF")
            return ["\(line)\(isVariant ? ",HDCP-LEVEL=TYPE-0" : "")"]
        }
        asset.files["main.m3u8"] = text(lines)
        return asset
    }()

    /// A single playlist whose segments are encrypted with AES-128.
    static let encrypted: FixtureAsset = {
        var asset = FixtureAsset()
        let text = String(
            decoding: media("one", key: "#EXT-X-KEY:METHOD=AES-128,URI=\"one.key\""), as: UTF8.self)
        let lines = text.split(separator: "\n").filter {
            !$0.hasPrefix("#EXT-X-MAP") && !$0.hasPrefix("#EXT-X-DATERANGE")
        }
        asset.files["main.m3u8"] = Self.text(lines.map(String.init))
        return asset
    }()

    /// A single low-latency live playlist.
    static let live: FixtureAsset = {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-TARGETDURATION:4",
            "#EXT-X-PART-INF:PART-TARGET=1.00000",
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.00000,HOLD-BACK=12.00000"
                + ",CAN-SKIP-UNTIL=24.00000,CAN-SKIP-DATERANGES=YES",
            "#EXT-X-MEDIA-SEQUENCE:100", "#EXT-X-DISCONTINUITY-SEQUENCE:2",
            "#EXT-X-MAP:URI=\"init.mp4\"",
        ]
        for index in 0..<8 {
            lines.append("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(twoDigits(index * 4)).000Z")
            if index > 4 {
                for part in 0..<4 {
                    lines.append(
                        "#EXT-X-PART:DURATION=1.00000,URI=\"s\(index)-\(part).m4s\""
                            + (part == 0 ? ",INDEPENDENT=YES" : ""))
                }
            }
            lines += ["#EXTINF:4.00000,", "s\(index).m4s"]
        }
        lines += [
            "#EXT-X-PART:DURATION=1.00000,URI=\"s8-0.m4s\",INDEPENDENT=YES",
            "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"s8-1.m4s\"",
        ]
        var asset = FixtureAsset()
        asset.files["main.m3u8"] = text(lines)
        return asset
    }()

    /// Two live playlists with rendition reports about each other.
    static let reports: FixtureAsset = {
        var asset = film
        let part = String(decoding: live.files["main.m3u8"] ?? [], as: UTF8.self)
        for name in asset.files.keys.sorted() where name != "main.m3u8" {
            let others = asset.files.keys.sorted().filter { $0 != "main.m3u8" && $0 != name }
            asset.files[name] = Array(
                (part
                    + others.map {
                        "#EXT-X-RENDITION-REPORT:URI=\"\($0)\",LAST-MSN=108,LAST-PART=0\n"
                    }
                    .joined()).utf8)
        }
        for name in ["fast.m3u8", "slow.m3u8"] {
            let text = String(decoding: asset.files[name] ?? [], as: UTF8.self)
            asset.files[name] = Array(
                text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
                    line == "#EXT-X-INDEPENDENT-SEGMENTS"
                        ? [String(line), "#EXT-X-I-FRAMES-ONLY"] : [String(line)]
                }.joined(separator: "\n").utf8)
        }
        return asset
    }()

    /// The film with content steering between two pathways.
    static let steered: FixtureAsset = {
        var asset = film
        let text = String(decoding: asset.files["main.m3u8"] ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n").flatMap { line -> [String] in
            if line == "#EXT-X-INDEPENDENT-SEGMENTS" {
                return [
                    String(line),
                    "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/steer\",PATHWAY-ID=\"A\"",
                ]
            }
            let isVariant = line.hasPrefix("#EXT-X-STREAM-INF")
            return ["\(line)\(isVariant ? ",PATHWAY-ID=\"A\"" : "")"]
        }
        asset.files["main.m3u8"] = Self.text(lines)
        return asset
    }()

    /// A single playlist in a local file.
    static let local: FixtureAsset = {
        var asset = FixtureAsset(folder: "/film/")
        asset.files["main.m3u8"] = media("one")
        return asset
    }()

    /// A single playlist that is live, with six segments.
    static let window: FixtureAsset = {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:9",
        ]
        for index in 0..<6 {
            lines.append("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(twoDigits(index * 6)).000Z")
            lines += ["#EXTINF:6.00000,", "w\(index).ts"]
        }
        var asset = FixtureAsset()
        asset.files["main.m3u8"] = text(lines)
        return asset
    }()

    /// Returns the film with changes.
    private static func film(_ edits: [Edit]) -> FixtureAsset {
        guard let asset = try? film.with(edits) else { fatalError("the film has changed") }
        return asset
    }

    /// The film with a variable in one playlist.
    static let variables = film([
        Edit(
            "low", "#EXT-X-VERSION:7", "#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"name\",VALUE=\"low\""
        ),
        Edit("low", "low-0.m4s", "{$name}-0.m4s"),
    ])

    /// The film with captions in its video.
    static let captions = film([
        Edit(
            "main", "#EXT-X-STREAM-INF",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"English\",LANGUAGE=\"en\""
                + ",AUTOSELECT=YES,INSTREAM-ID=\"CC1\"\n#EXT-X-STREAM-INF"),
        Edit("main", "all:CLOSED-CAPTIONS=NONE", "CLOSED-CAPTIONS=\"cc\""),
    ])

    /// The film with a second group of audio.
    static let groups = film([
        Edit(
            "main", "#EXT-X-STREAM-INF",
            ["English", "Deutsch"].map { name in
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"other\",NAME=\"\(name)\""
                    + ",LANGUAGE=\"\(name == "English" ? "en" : "de")\""
                    + "\(name == "English" ? ",DEFAULT=YES" : ""),AUTOSELECT=YES"
                    + ",CHANNELS=\"2\",X-B=\"c\",URI=\"\(name == "English" ? "en" : "de").m3u8\"\n"
            }.joined() + "#EXT-X-STREAM-INF"),
        Edit("main", "AUDIO=\"sound\"", "AUDIO=\"other\""),
    ])

    /// The film over HTTP without transport encryption.
    static let plain: FixtureAsset = {
        var asset = film
        asset.folder = "http://media.example/film/"
        return asset
    }()

    /// The assets by their names in the fixture table.
    static let byName: [String: FixtureAsset] = [
        "film": film, "protected": protected, "encrypted": encrypted, "live": live,
        "reports": reports, "steered": steered, "local": local, "window": window,
        "variables": variables, "captions": captions, "groups": groups, "plain": plain,
    ]
}
