import Foundation
import HeadlessPlayback
import TestSupport
import Testing
import Transport

/// No output of any verb contains a secret from a location, an option or a response.
@Suite struct SecretTests {
    private static let name = "uSeRnAmE1"
    private static let password = "pAsSwOrD2"
    private static let token = "tOkEnQuErY3"
    private static let signature = "sIgNaTuRe4"
    private static let licence = "lIcEnCeBoDy5"
    private static let cookie = "cOoKiE6"
    private static let key = "0123456789abcdeffedcba9876543210"
    private static let field = "hEaDeRvAlUe7"
    private static let ownCookie = "gIvEnCoOkIe8"
    private static let login = "nEtRcWoRd9"
    private static let secrets = [
        name, password, token, signature, licence, cookie, key, field, ownCookie, login,
    ]
    /// The verbs that send requests.
    private static let asking = [
        "play", "probe", "verify", "cues", "sweep", "run", "rewrite", "offline download",
        "offline estimate", "offline resume", "offline repair", "offline play",
    ]

    private let folder = ScratchFolder()
    private let server: OriginServer
    private var host: String { "127.0.0.1:\(server.port)" }

    init() throws {
        var site: [String: [UInt8]] = [:]
        for sample in ["ts-multivariant", "protected-cbcs", "single"] {
            let root = "\(SampleMedia.folder)/\(sample)"
            for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
                guard let bytes = FileManager.default.contents(atPath: "\(root)/\(name)") else {
                    continue
                }
                site["/\(sample)/\(name)"] =
                    name.hasSuffix(".m3u8") ? Self.signed(Array(bytes)) : Array(bytes)
            }
        }
        server = try OriginServer(.memory(site))
        server.order(.header("Set-Cookie", "a=\(Self.cookie)"), below: "/")
    }

    /// Returns a playlist in which every location is signed.
    private static func signed(_ playlist: [UInt8]) -> [UInt8] {
        let lines = String(decoding: playlist, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        return Array(
            lines.map { line -> String in
                if line.hasPrefix("#") {
                    return String(line).replacing(".m3u8\"", with: ".m3u8?sig=\(signature)\"")
                }
                return line.isEmpty ? "" : "\(line)?sig=\(signature)"
            }.joined(separator: "\n").utf8)
    }

    private func address(_ path: String) -> String {
        "http://\(Self.name):\(Self.password)@\(host)/\(path)?token=\(Self.token)"
    }

    /// Runs a shell command, and checks that none of its outputs contains a secret.
    private func check(
        _ line: String, reports: Bool = false, location: SourceLocation = #_sourceLocation
    ) throws {
        let place = folder.path
        var command = line
        if Self.asking.contains(where: { line.hasPrefix("\($0) ") }) {
            try folder.put("machine 127.0.0.1 login u password \(Self.login)\n", at: "netrc")
            command +=
                " --header 'X-Token: \(Self.field)' --cookie 'own=\(Self.ownCookie)'"
                + " --netrc netrc --header-host '127.0.0.1'"
        }
        if reports {
            command += " --json a.json --junit a.xml --tap a.tap --html a.html"
        }
        command =
            "cd '\(place)'; export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY='\(place)/summary';"
            + " $PLAYCTL " + command
        let run = try Playctl.shell(command)
        var outputs = [("stdout", run.output), ("stderr", run.errors)]
        for file in ["a.json", "a.xml", "a.tap", "a.html", "summary", "trace"] {
            outputs.append((file, folder.text(file)))
        }
        let isSilent = ["resume", "export", "repair"].contains { line.contains("offline \($0)") }
        #expect(
            isSilent || !(run.output + run.errors).isEmpty, "\(line) writes nothing",
            sourceLocation: location)
        for (output, text) in outputs {
            for secret in Self.secrets where text.contains(secret) {
                let place = text.range(of: secret).map {
                    text[..<$0.upperBound].suffix(200)
                }
                Issue.record(
                    "\(output) of \(line) has \(secret): \(place ?? "")", sourceLocation: location)
            }
        }
    }

    private var assets: [String] {
        ["single/index.m3u8", "single/nowhere.m3u8", "ts-multivariant/index.m3u8"]
            .map { "'\(address($0))'" }
    }

    /// Removes some segments, so that failures name them.
    private func damage() {
        server.order(.status(404), at: "/single/segment-3.ts")
        server.order(.status(404), at: "/ts-multivariant/video-180p/segment-2.ts")
    }

    @Test func `play and probe reveal no secret`() throws {
        for isDamaged in [false, true] {
            if isDamaged { damage() }
            for asset in assets {
                try check("play \(asset) --trace trace")
                try check("play \(asset) --events ndjson")
                try check("play \(asset) --verbose")
                try check("probe \(asset) --verbose")
                try check("play \(asset) --events none --ledger json")
                try check("probe \(asset)")
                try check("probe \(asset) --json")
                try check("probe \(asset) --packets")
                try check("probe \(asset) --playlist-only --json")
                try check("cues \(asset)")
                try check("cues \(asset) --json")
            }
        }
    }

    @Test func `reports reveal no secret`() throws {
        damage()
        let cues = try folder.put("[{\"time\": 5, \"type\": \"AdSlot\"}]", at: "cues.json")
        for asset in assets {
            try check("verify \(asset) --cue-points \(cues)", reports: true)
            try check("verify \(asset) --verbose", reports: true)
            try check("sweep --faults \(asset) --only '*:404' --only '*:reset'", reports: true)
            try check("sweep --seeks \(asset) --only '*0.000*'", reports: true)
        }
        try folder.put(
            "playctl: 1\nassets: ['\(address("single/index.m3u8"))']\nexpect: [{duration: 99s}]\n",
            at: "a.play.yaml")
        try check("run --allow-network a.play.yaml", reports: true)
        try check("run --allow-network --verbose a.play.yaml", reports: true)
        try folder.put(
            "playctl: 1\nassets: ['\(address("single/index.m3u8"))']\n"
                + "headers: {X-Own: \(Self.field)}\ncookies: {own: \(Self.ownCookie)}\n"
                + "expect: [{duration: 99s}]\n", at: "b.play.yaml")
        try check("run --allow-network b.play.yaml", reports: true)
        for value in ["{X-Own: \"\(Self.field)\\n\"}", "{Host: \(Self.field)}", "[\(Self.field)]"] {
            try folder.put(
                "playctl: 1\nassets: [a.m3u8]\nheaders: \(value)\n", at: "c.play.yaml")
            try check("run --allow-network c.play.yaml", reports: true)
        }
        try check("run a.play.yaml", reports: true)
        try check("run --allow-network --golden kept .", reports: true)
        try check("report merge a.json --tap a.tap")
    }

    @Test func `options with keys are not printed`() throws {
        let asset = "'\(address("protected-cbcs/index.m3u8"))'"
        let identifier = ProtectedSample.keyIdentifier
        let right = "\(identifier):\(Self.key)"
        for verb in ["play", "probe", "verify", "cues", "sweep --faults"] {
            try check("\(verb) \(asset) --key \(right)")
            try check("\(verb) \(asset) --key \(right)0")
            try check("\(verb) \(asset) --key=\(Self.key)")
            try check("\(verb) \(asset) --key-uri skd://x=\(Self.key)00")
        }
        try check("verify \(asset) --key-uri 'skd://protected-cbcs=\(Self.key)'", reports: true)
    }

    @Test(arguments: ["403", "200"])
    func `the responses of a key server are not printed`(status: String) throws {
        let asset = "'\(address("protected-cbcs/index.m3u8"))'"
        if status == "200" {
            server.offer(Array(Self.licence.utf8), at: "/keys/certificate")
        } else {
            server.order(.status(403), at: "/keys/certificate")
        }
        let keys =
            "--key-server 'http://\(Self.name):\(Self.password)@\(host)/keys?token=\(Self.token)'"
        for verb in ["play", "probe --packets", "cues"] { try check("\(verb) \(asset) \(keys)") }
        try check("verify \(asset) \(keys)", reports: true)
        try check("sweep --faults \(asset) \(keys)", reports: true)
    }

    @Test func `downloads reveal no secret`() throws {
        let store = "--store '\(folder.path)/store'"
        for isDamaged in [false, true] {
            if isDamaged { damage() }
            for asset in assets {
                try check("offline estimate \(asset)")
                try check("offline estimate \(asset) --json")
                try check("offline download \(asset) \(store)")
                try check("offline download \(asset) --json \(store)")
            }
        }
        try check("offline list \(store)")
        try check("offline list --json \(store)")
        try check("offline resume \(store)")
        try check("offline licenses --json \(store)")
        let list = try Playctl.run("offline", "list", "--json", "--store", folder.path + "/store")
        let value = try JSONSerialization.jsonObject(with: Data(list.output.utf8))
        for entry in try #require(value as? [[String: Any]]) {
            let token = try #require(entry["token"] as? String)
            try check("offline status \(token) \(store)")
            try check("offline status \(token) --json \(store)")
            try check("offline verify \(token) \(store)")
            try check("offline repair \(token) \(store)")
            try check("offline play \(token) \(store)")
            try check("offline play \(token) --events ndjson \(store)")
            try check("offline export \(token) '\(folder.path)/out-\(token)' \(store)")
        }
    }

    @Test func `other commands reveal no secret`() throws {
        let wrong = "'\(address("single/index.m3u8"))'"
        try check("rewrite \(wrong) -o out")
        try check("rewrite '\(address("nowhere.m3u8"))' -o out")
        try check("probe \(wrong) \(wrong)")
        try check("schema \(wrong)")
        try check("play \(wrong) --network-trace '\(address("nothing"))'")
        try check("play \(wrong) --cue-points '\(address("nothing"))'")
        try check("play \(wrong) --key-server 'htp://\(Self.name):\(Self.password)@h'")
    }

    @Test func `the log of a key server reveals no secret`() throws {
        let store = ScratchFolder()
        try store.put("{\"film\": {\"key\": \"\(Self.key)\"}}", at: "policies.json")
        let tool = try Playctl(["keyserver", "--store", store.path])
        let url = try tool.firstLine()
        var request = ResourceRequest(
            url: url.replacing("//", with: "//\(Self.name):\(Self.password)@")
                + "/key/film?token=\(Self.token)", kind: .key)
        request.headers = [HeaderField(name: "Cookie", value: Self.cookie)]
        #expect(try StandardLoader().load(request).body.byteCount == 16)
        tool.terminate()
        let run = tool.wait()
        #expect(run.output.contains("GET /key/film 200 16 bytes"))
        for secret in Self.secrets { #expect(!run.output.contains(secret)) }
    }

    @Test func `a repeat command has an ellipsis in place of each secret`() throws {
        let run = try Playctl(
            ["verify", address("single/nowhere.m3u8")], in: folder.path
        ).wait()
        #expect(
            run.output.contains(
                "repeat: playctl verify 'http://…@\(host)/single/nowhere.m3u8"))
        #expect(run.output.contains("?token=…"))
    }

    @Test func `two URLs that differ only in a secret have different sources in JSON`() throws {
        let sources = try ["one-token", "another"].map { token in
            let run = try Playctl.run(
                "play", server.url("/single/index.m3u8?token=\(token)"), "--events", "ndjson")
            return try #require(
                try run.objects.compactMap { $0["source"] as? String }.first)
        }
        #expect(Set(sources).count == 2)
    }
}
