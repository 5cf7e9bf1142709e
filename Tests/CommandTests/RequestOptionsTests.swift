import Foundation
import TestSupport
import Testing

/// Header fields, cookies and logins are sent only to the asset's host and to named hosts.
///
/// They are sent with every kind of request of every verb.
@Suite struct RequestOptionsTests {
    private static let options = [
        "--header", "X-Token: hIdDeN1", "--cookie", "pass=hIdDeN2", "--user-agent", "Agent/1",
    ]

    private let folder = ScratchFolder()
    private let server: OriginServer
    private let stranger: OriginServer

    init() throws {
        server = try OriginServer(.folder(SampleMedia.folder))
        stranger = try OriginServer(.folder(SampleMedia.folder))
    }

    private func run(_ line: String, _ more: [String] = []) throws -> Playctl.Outcome {
        let words = line.split(separator: " ").map(String.init)
        return try Playctl(words + Self.options + more, in: folder.path).wait()
    }

    private static func isComplete(_ request: OriginRequest) -> Bool {
        request.headers["x-token"] == "hIdDeN1" && request.headers["cookie"] == "pass=hIdDeN2"
            && request.headers["user-agent"] == "Agent/1"
    }

    private static func isBare(_ request: OriginRequest) -> Bool {
        request.headers["x-token"] == nil && request.headers["cookie"] == nil
            && request.headers["authorization"] == nil
    }

    // MARK: Verbs

    @Test(arguments: [
        "play %", "probe %", "probe --packets %", "verify %", "cues %",
        "verify $/markers/index.m3u8 --cue-points $/markers/cue-points.json",
        "sweep --faults % --only *:404", "sweep --seeks %",
        "offline download % --store store", "offline estimate %",
        "rewrite % -o out --text-track src=$/subtitled/en.vtt,lang=en,label=e",
        "run --allow-network a.play.yaml", "sweep --faults a.play.yaml --only *:404",
    ])
    func `every request of every command carries the header fields and cookies`(line: String) throws
    {
        let asset = server.url("/ts-multivariant/index.m3u8")
        try folder.put("playctl: 1\nassets: ['\(asset)']\n", at: "a.play.yaml")
        let run = try run(
            line.replacing("%", with: asset).replacing("$", with: server.url("")))
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(!server.log.isEmpty)
        for request in server.log {
            #expect(Self.isComplete(request), "\(request.path)")
        }
        #expect(!(run.output + run.errors).contains("hIdDeN"))
    }

    @Test func `verify sends header fields in playbacks of renditions only, too`() throws {
        // With one variant stream, the second language and the subtitles need more playbacks.
        _ = try folder.copy(.transportStream)
        let variant = "video-234p/index.m3u8"
        try folder.edit("asset/index.m3u8") { text in
            text.components(separatedBy: variant)[0] + variant + "\n"
        }
        let server = try OriginServer(.folder(folder.path))
        let run = try run("verify \(server.url("/asset/index.m3u8"))")
        #expect(run.status == 0, "\(run.output)")
        #expect(!run.output.contains("skipped"))
        for request in server.log { #expect(Self.isComplete(request), "\(request.path)") }
        #expect(server.log.contains { $0.path.hasSuffix("audio-fr/segment-4.ts") })
    }

    @Test(arguments: ["watch % --length 1", "lint % --watch 1 --no-media"])
    func `a watch sends the header fields and cookies, too`(line: String) throws {
        let run = try run(line.replacing("%", with: server.url("/single/index.m3u8")))
        #expect(run.status == 5, "the playlist has ended: \(run.errors)")
        #expect(!server.log.isEmpty)
        for request in server.log { #expect(Self.isComplete(request), "\(request.path)") }
    }

    @Test func `lint sends header fields to an interstitial that is a single file, too`() throws {
        _ = try folder.copy(.single)
        try FileManager.default.copyItem(
            atPath: SampleMedia.progressive.path, toPath: "\(folder.path)/asset/ad.mp4")
        let tags = """
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
            #EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",\
            START-DATE="2026-01-01T00:00:04.000Z",DURATION=6,X-ASSET-URI="ad.mp4"
            #EXTINF

            """
        try folder.edit("asset/index.m3u8") { text in
            text.replacing("#EXTINF", with: tags.dropLast(), maxReplacements: 1)
        }
        let server = try OriginServer(.folder(folder.path))
        let run = try run("lint \(server.url("/asset/index.m3u8"))")
        #expect(!run.output.contains("ad.unreadable"), "\(run.output)")
        #expect(server.log.contains { $0.path.hasSuffix("ad.mp4") })
        for request in server.log { #expect(Self.isComplete(request), "\(request.path)") }
    }

    @Test func `a stored download is repaired with its header fields and cookies`()
        throws
    {
        let asset = server.url("/ts-multivariant/index.m3u8")
        #expect(try run("offline download \(asset) --store store").status == 0)
        let count = server.log.count
        let list = try Playctl(["offline", "list", "--json", "--store", "store"], in: folder.path)
            .wait()
        #expect(!list.output.contains("hIdDeN"))
        let token = try #require(list.output.firstMatch(of: #/"token":"([^"]+)"/#)).1
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/store")
        let segment = try #require(files.first { $0.hasSuffix(".ts") })
        try FileManager.default.removeItem(atPath: "\(folder.path)/store/\(segment)")
        let repair = try Playctl(
            ["offline", "repair", String(token), "--store", "store"], in: folder.path
        ).wait()
        #expect(repair.status == 0, "\(repair.errors)")
        #expect(server.log.count > count)
        for request in server.log { #expect(Self.isComplete(request), "\(request.path)") }
    }

    @Test func `a stored download keeps header fields private, and removes them when deleted`()
        throws
    {
        let asset = server.url("/single/index.m3u8")
        #expect(try run("offline download \(asset) --store store").status == 0)
        let catalogue = folder.path + "/store/catalogue.sqlite"
        let mode = try FileManager.default.attributesOfItem(atPath: catalogue)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try Playctl.shell("grep -c hIdDeN1 '\(catalogue)'").status == 0)
        let list = try Playctl(["offline", "list", "--json", "--store", "store"], in: folder.path)
            .wait()
        let token = try #require(list.output.firstMatch(of: #/"token":"([^"]+)"/#)).1
        let deletion = try Playctl(
            ["offline", "delete", String(token), "--store", "store"], in: folder.path
        ).wait()
        #expect(deletion.status == 0)
        #expect(try Playctl.shell("grep -rq hIdDeN '\(folder.path)/store'").status == 1)
    }

    // MARK: Kinds of requests

    @Test func `an added text track on the host of the asset is requested with the header fields`()
        throws
    {
        let track = "src=\(server.url("/subtitled/en.vtt")),lang=de,label=d,duration=20"
        let asset = server.url("/ts-multivariant/index.m3u8")
        let line = "play \(asset) --text-track \(track) --subtitles de"
        #expect(try run(line).status == 0)
        let requests = server.log.filter { $0.path.hasSuffix("/en.vtt") }
        #expect(!requests.isEmpty)
        #expect(requests.allSatisfy(Self.isComplete))
    }

    @Test(arguments: [
        ("cmaf-byteranges", ["/index.m3u8", "audio-en/index.m3u8", "media.mp4"]),
        ("ts-multivariant", ["index.m3u8", "subtitles-en/index.m3u8", ".vtt", ".ts"]),
        ("protected-aes128", ["index.m3u8", "one.key", "two.key", ".ts"]),
        ("packed-audio", [".aac"]), ("progressive/movie.mp4", ["movie.mp4"]),
    ])
    func `every kind of request carries the header fields and cookies`(
        asset: String, endings: [String]
    ) throws {
        let isFile = asset.hasSuffix(".mp4")
        let location = server.url("/\(asset)" + (isFile ? "" : "/index.m3u8"))
        let hasSubtitles = asset == "ts-multivariant"
        let run = try run("play \(location)" + (hasSubtitles ? " --subtitles en" : ""))
        #expect(run.status == 0, "\(run.errors)")
        for ending in endings {
            let requests = server.log.filter { $0.path.hasSuffix(ending) }
            #expect(!requests.isEmpty, "\(ending)")
            #expect(requests.allSatisfy(Self.isComplete), "\(ending)")
        }
    }

    @Test func `a second server for the keys receives header fields only when an option names it`()
        throws
    {
        let path = SampleMedia.folder + "/protected-aes128/index.m3u8"
        let text = try String(contentsOfFile: path, encoding: .utf8)
            .replacing("URI=\"", with: "URI=\"\(stranger.url("/protected-aes128/"))")
        server.offer(Array(text.utf8), at: "/protected-aes128/index.m3u8")
        let asset = server.url("/protected-aes128/index.m3u8")
        #expect(try run("play \(asset)").status == 0)
        #expect(stranger.log.map(\.path).contains("/protected-aes128/two.key"))
        for request in stranger.log { #expect(Self.isBare(request)) }
        #expect(server.log.allSatisfy(Self.isComplete))
        let count = stranger.log.count
        #expect(
            try run("play \(asset)", ["--header-host", "127.0.0.1:\(stranger.port)"]).status == 0)
        #expect(stranger.log.count == 2 * count)
        #expect(stranger.log.dropFirst(count).allSatisfy(Self.isComplete))
    }

    @Test func `a server that a redirect leads to receives no header fields and cookies`() throws {
        server.order(
            .redirect(to: stranger.url("/single/segment-1.ts")), at: "/single/segment-1.ts")
        #expect(try run("play \(server.url("/single/index.m3u8"))").status == 0)
        #expect(stranger.log.count == 1)
        #expect(stranger.log.allSatisfy(Self.isBare))
    }

    @Test func `a key server receives header fields and cookies only when an option names it`()
        throws
    {
        let licences = try LicenceOrigin(.cbcs)
        let asset = server.url("/protected-cbcs/index.m3u8")
        let line = "play \(asset) --key-server \(licences.url)"
        let first = try run(line)
        #expect(first.status == 0, "\(first.errors)")
        let count = licences.requests.count
        #expect(licences.requests.map(\.method).contains("POST"))
        #expect(licences.requests.allSatisfy(Self.isBare))
        #expect(try run(line, ["--header-host", licences.host]).status == 0)
        #expect(licences.requests.count == 2 * count)
        #expect(licences.requests.dropFirst(count).allSatisfy(Self.isComplete))
    }

    @Test func `cookies that a server sets are sent back to its host`() throws {
        server.order(.header("Set-Cookie", "session=1; Path=/"), at: "/single/index.m3u8")
        server.order(
            .redirect(to: stranger.url("/single/segment-1.ts")), at: "/single/segment-1.ts")
        let run = try Playctl.run("play", server.url("/single/index.m3u8"))
        #expect(run.status == 0)
        #expect(server.log.dropFirst().allSatisfy { $0.headers["cookie"] == "session=1" })
        // A cookie applies to all ports of its host (RFC 6265, section 8.5).
        #expect(stranger.log.allSatisfy { $0.headers["cookie"] == "session=1" })
    }

    // MARK: Logins and variables

    @Test func `logins of a netrc file reach the host of the asset`() throws {
        try folder.put("machine 127.0.0.1 login u password p\n", at: "netrc")
        server.order(
            .redirect(to: stranger.url("/single/segment-1.ts")), at: "/single/segment-1.ts")
        let run = try Playctl(
            ["play", server.url("/single/index.m3u8"), "--netrc", "netrc"], in: folder.path
        ).wait()
        #expect(run.status == 0)
        #expect(server.log.allSatisfy { $0.headers["authorization"] == "Basic dTpw" })
        #expect(stranger.log.allSatisfy(Self.isBare))
    }

    @Test(arguments: [
        "--header|X: ${T}|x", "--cookie|c=${T}|cookie", "--user-agent|${T}|user-agent",
    ])
    func `header fields, cookies and the user agent are read from environment variables`(
        text: String
    ) throws {
        let parts = text.split(separator: "|").map(String.init)
        let asset = server.url("/single/index.m3u8")
        let line = "$PLAYCTL probe --playlist-only \(asset) \(parts[0]) '\(parts[1])'"
        #expect(try Playctl.shell("export T=vAlUe; \(line)").status == 0)
        #expect(server.log[0].headers[parts[2]]?.hasSuffix("vAlUe") == true)
        let unset = try Playctl.shell("unset T; \(line)")
        #expect(unset.status == 2)
        #expect(unset.errors.contains("the environment variable T is not set"))
        #expect(server.log.count == 1)
    }

    @Test func `a scenario has header fields, cookies and variables`() throws {
        let asset = server.url("/single/index.m3u8")
        try folder.put(
            """
            playctl: 1
            assets: ['\(asset)']
            headers: {X-Token: "${TOKEN}"}
            cookies: {pass: word}
            user-agent: Agent/1
            header-hosts: [example.com]

            """, at: "a.play.yaml")
        let line = "cd '\(folder.path)'; $PLAYCTL run --allow-network a.play.yaml"
        let run = try Playctl.shell("export TOKEN=hIdDeN1; \(line)")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(!server.log.isEmpty)
        for request in server.log {
            #expect(request.headers["x-token"] == "hIdDeN1")
            #expect(request.headers["cookie"] == "pass=word")
        }
        for target in ["a.play.yaml", "."] {
            let unset = try Playctl.shell(
                "unset TOKEN; cd '\(folder.path)'; $PLAYCTL run --allow-network \(target)")
            #expect(unset.status == 2)
            #expect(
                unset.errors.contains("headers.X-Token: the environment variable TOKEN is not set"))
        }
    }

    @Test func `header fields of a scenario also reach the hosts that the command line names`()
        throws
    {
        let asset = server.url("/single/index.m3u8")
        server.order(
            .redirect(to: stranger.url("/single/segment-1.ts")), at: "/single/segment-1.ts")
        try folder.put(
            """
            playctl: 1
            assets: ['\(asset)']
            headers: {X-Token: secret}
            cookies: {pass: word}
            header-hosts: [example.com]

            """, at: "a.play.yaml")
        func run(_ more: String...) throws -> [OriginRequest] {
            let count = stranger.log.count
            let outcome = try Playctl(
                ["run", "--allow-network", "a.play.yaml"] + more, in: folder.path
            ).wait()
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
            return Array(stranger.log.dropFirst(count))
        }
        let bare = try run()
        #expect(!bare.isEmpty && bare.allSatisfy(Self.isBare))
        let named = try run("--header-host", "127.0.0.1:\(stranger.port)")
        #expect(!named.isEmpty)
        for request in named {
            #expect(request.headers["x-token"] == "secret")
            #expect(request.headers["cookie"] == "pass=word")
        }
    }

    @Test func `header fields of a download also reach the hosts that the command line names`()
        throws
    {
        let asset = server.url("/single/index.m3u8")
        server.order(.status(404), at: "/single/segment-1.ts")
        #expect(try run("offline download \(asset) --store store").status == 1)
        let list = try Playctl(["offline", "list", "--json", "--store", "store"], in: folder.path)
            .wait()
        let token = try #require(list.output.firstMatch(of: #/"token":"([^"]+)"/#)).1
        server.order(
            .redirect(to: stranger.url("/single/segment-1.ts")), at: "/single/segment-1.ts")
        for verb in ["play", "resume"] {
            let count = stranger.log.count
            let outcome = try Playctl(
                [
                    "offline", verb, String(token), "--store", "store", "--header-host",
                    "127.0.0.1:\(stranger.port)",
                ], in: folder.path
            ).wait()
            #expect(outcome.status == 0, "\(verb): \(outcome.output)\(outcome.errors)")
            #expect(stranger.log.count > count, "\(verb)")
        }
        #expect(stranger.log.allSatisfy(Self.isComplete))
    }

    // MARK: Tokens that expire

    @Test(arguments: [
        "{match: '*.ts', expires-after: 2s, do: {status: 403}}",
        "{match: '*.ts', expires-after: 2s, cookie: pass, do: {status: 403}}",
    ])
    func `a token that expires during playback fails the run with status 403`(
        rule: String
    ) throws {
        let asset = server.url("/single/index.m3u8")
        for network in ["300kbps", "100Mbps"] {
            try folder.put(
                """
                playctl: 1
                assets: ['\(asset)']
                cookies: {pass: word}
                network: {rate: \(network)}
                faults: [\(rule)]

                """, at: "a.play.yaml")
            let run = try Playctl(["run", "--allow-network", "a.play.yaml"], in: folder.path).wait()
            #expect(run.status == 1, "\(run.output)")
            let expected =
                network == "300kbps"
                ? "the server answered with status 403" : "no token has expired by then"
            #expect(run.output.contains(expected), "\(run.output)")
        }
    }

    // MARK: Refusals

    @Test(arguments: [
        ("--header", "hIdDeN"), ("--header", ":hIdDeN"), ("--header", "Host: hIdDeN"),
        ("--header", "range: hIdDeN"), ("--header", "Content-Length: hIdDeN"),
        ("--header", "a b: hIdDeN"), ("--header", "X: hIdDeN\nY: 1"), ("--cookie", "hIdDeN"),
        ("--cookie", "a=hIdDeN;b"), ("--cookie", "a b=hIdDeN"), ("--header-host", "a b"),
        ("--netrc", "nowhere"),
    ])
    func `a value that cannot be sent is wrong usage and not shown`(
        option: String, value: String
    ) throws {
        for verb in ["play", "probe", "verify", "cues"] {
            let run = try Playctl.run(verb, server.url("/single/index.m3u8"), option, value)
            #expect(run.status == 2, "\(verb)")
            #expect(!(run.output + run.errors).contains("hIdDeN"))
        }
        #expect(server.log.isEmpty)
    }

    @Test func `a malformed netrc file is wrong usage, without its values`() throws {
        let path = try folder.put("machine h login u\nhIdDeN\n", at: "netrc")
        let run = try Playctl.run("probe", server.url("/single/index.m3u8"), "--netrc", path)
        #expect(run.status == 2)
        #expect(run.errors.contains("line 2"))
        #expect(!run.errors.contains("hIdDeN"))
    }

    @Test
    func `header fields or cookies for a local asset are refused unless an option names a host`()
        throws
    {
        for option in [["--header", "X: 1"], ["--cookie", "a=1"]] {
            let run = try Playctl.run(["play", "single/index.m3u8"] + option)
            #expect(run.status == 2)
            #expect(run.errors.contains("no request would carry it"))
        }
        let run = try Playctl.run(
            "play", "single/index.m3u8", "--header", "X: 1", "--header-host", "example.com")
        #expect(run.status == 0)
    }
}
