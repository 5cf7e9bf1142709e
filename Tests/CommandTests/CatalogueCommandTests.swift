import ContentProtection
import Foundation
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing
import Transport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tests of the simulated playback service over real HTTP, in a separate process.
@Suite struct CatalogueCommandTests {
    private let store = ScratchFolder()

    private func put(_ text: String, at name: String) throws {
        let folder = "\(store.path)/\(name.split(separator: "/").dropLast().joined(separator: "/"))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try store.put(text, at: name)
    }

    private func fill(_ account: String = "", video: String = "") throws {
        try put(#"{"id": "1", "policy_keys": ["key"]\#(account)}"#, at: "account.json")
        try put(
            #"""
            {"id": "5", "reference_id": "film", "name": "Film", "duration": 20000,
             "sources": [{"type": "application/x-mpegURL",
              "src": "{base}/media/{expiry}/film/index.m3u8"}]\#(video)}
            """#, at: "videos/5.json")
        try put(
            #"{"id": "6", "sources": [{"src": "https://a/b"}], "geo": {"countries": ["se"]}}"#,
            at: "videos/6.json")
        try put(
            #"{"id": "9", "reference_id": "top", "videos": ["5", "6"]}"#, at: "playlists/9.json")
        try FileManager.default.createDirectory(
            atPath: "\(store.path)/media", withIntermediateDirectories: true)
        try? FileManager.default.createSymbolicLink(
            atPath: "\(store.path)/media/film",
            withDestinationPath: SampleMedia.transportStream.folder)
    }

    private func start(_ arguments: String...) throws -> Playctl {
        try Playctl(["catalogue", "--store", store.path] + arguments)
    }

    private func find(
        _ subject: PlaybackServiceRequest.Subject, token: String? = nil, at url: String,
        in world: PlaybackWorld = PlaybackWorld()
    ) throws -> Result<PlaybackServiceAnswer, PlaybackServiceError> {
        let service = PlaybackService(
            PlaybackServiceAccount(id: "1", policyKey: "key", baseURL: url), in: world)
        var result: Result<PlaybackServiceAnswer, PlaybackServiceError>?
        let hold = service.find(subject, authToken: token) { result = $0 }
        world.loop.runUntilIdle()
        withExtendedLifetime(hold) {}
        return try #require(result)
    }

    // MARK: Serving

    @Test
    func
        `a catalogue client finds videos and playlists, and receives an error for a refused video`()
        throws
    {
        try fill(#", "client_geo": "de""#)
        let tool = try start()
        let url = try tool.firstLine()
        #expect(url.hasPrefix("http://127.0.0.1:"))
        #expect(try find(.videoReference("film"), at: url).get().video?.name == "Film")
        let list = try find(.playlist(id: "9"), at: url).get().playlist
        #expect(list?.videos.map(\.hasError) == [false, true])
        guard case .failure(let error) = try find(.video(id: "6"), at: url) else {
            Issue.record("a video of another country is found")
            return
        }
        #expect(error.reason == .country)
        guard case .api(_, let refusals) = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(refusals.first?.clientCountry == "de")
        tool.terminate()
        let run = tool.wait()
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.lines.dropFirst().map { $0.drop { $0 != " " }.dropFirst() } == [
                "GET /accounts/1/videos/ref:film 200", "GET /accounts/1/playlists/9 200",
                "GET /accounts/1/videos/6 403 ACCESS_DENIED (CLIENT_GEO)",
            ])
    }

    @Test func `the URL of a manifest expires by the clock of the server, and is renewed`() throws {
        try fill(video: #", "manifest_url_ttl": 3"#)
        let tool = try start("--quiet")
        let url = try tool.firstLine()
        let world = PlaybackWorld()
        let video = try #require(try find(.video(id: "5"), at: url, in: world).get().video)
        // The location expires during this wait. The renewed location is valid for 3 s, so that it
        // does not expire before it is played, even on a busy machine.
        usleep(4_100_000)
        let playback = Playback(in: world, provider: BasicSessionProvider())
        playback.run(until: 4)
        playback.play(video)
        #expect(playback.recorder.names.contains("manifestTTLWasUpdatedWithError"))
        #expect(playback.controller.ledgers.last?.hasEnded == true)
        let location = try #require(video.sources.first?.url)
        var request = ResourceRequest(url: location, kind: .multivariantPlaylist)
        request.acceptsRefusal = true
        #expect(try StandardLoader().load(request).status == 403)
        request.url = location.replacing("index.m3u8", with: "../../account.json")
        #expect(try StandardLoader().load(request).status == 404)
        tool.interrupt()
        #expect(tool.wait().status == 0)
    }

    @Test func `with a limit of one stream, the second device of a viewer is refused`() throws {
        try fill()
        let identity = try ServerIdentity(generatingNamed: "test", from: 0)
        let pem = try identity.withPrivateKeyPEM { pem throws(LicenceError) in pem }
        let signer = try ViewerTokenSigner(privateKeyPEM: pem)
        try put(
            String(decoding: try signer.publicKeyPEM, as: UTF8.self), at: "keys/viewer.pem")
        let tool = try start("--quiet")
        let url = try tool.firstLine()
        let now = Int64(Date().timeIntervalSince1970)
        func stream(_ device: String, _ method: String) throws -> Int? {
            let token = try signer.token(
                .object([
                    "accid": .string("1"), "iat": .integer(now - 60), "exp": .integer(now + 600),
                    "uid": .string("v"), "climit": .integer(1), "sid": .string(device),
                ]))
            #expect(try find(.video(id: "5"), token: token, at: url).get().video != nil)
            var request = ResourceRequest(url: "\(url)/accounts/1/sessions", kind: .other)
            request.headers = [HeaderField(name: "Authorization", value: "Bearer \(token)")]
            request.acceptsRefusal = true
            request.acceptsNoContent = true
            if method == "POST" {
                request.upload = ResourceUpload(
                    contentType: "application/json", bytes: Array(#"{"video":"5"}"#.utf8))
            }
            request.deletes = method == "DELETE"
            return try StandardLoader().load(request).status
        }
        #expect(try stream("phone", "POST") == 200)
        #expect(try stream("tablet", "POST") == 403)
        #expect(try stream("phone", "DELETE") == 204)
        #expect(try stream("tablet", "POST") == 200)
        tool.terminate()
        #expect(tool.wait().status == 0)
    }

    @Test func `a fault applies to the calls that it names, and an unused fault is reported`()
        throws
    {
        try fill()
        let tool = try start(
            "--fault", "video:1=status:503", "--fault", "playlist:2-3=reset", "--fault",
            "video:2=delay:100ms", "--fault", "heartbeat=status:500")
        let url = try tool.firstLine()
        func status(_ path: String) throws -> Int? {
            var request = ResourceRequest(url: "\(url)/accounts/1/\(path)", kind: .other)
            request.headers = [HeaderField(name: "BCOV-Policy", value: "key")]
            request.acceptsRefusal = true
            request.acceptsTemporaryRefusal = true
            return try? StandardLoader().load(request).status
        }
        #expect(try ["videos/5", "videos/ref:film"].map(status) == [503, 200])
        #expect(try ["playlists/9", "playlists/9"].map(status) == [200, nil])
        tool.terminate()
        let run = tool.wait()
        #expect(run.status == 0)
        #expect(run.errors == "playctl: --fault heartbeat=status:500 applied to no call\n")
        #expect(run.lines.contains { $0.hasSuffix("503, fault status 503") })
    }

    @Test(.enabled(if: ShellCommand.succeeds("command -v curl"), "needs curl"))
    func `curl receives the responses of the service`() throws {
        try fill()
        let tool = try start("--quiet")
        let url = try tool.firstLine()
        func curl(_ arguments: String) -> String? {
            ShellCommand.text(
                of: "curl -s -o '\(store.path)/body' -w '%{http_code}' \(arguments) || true")
        }
        let account = "\(url)/accounts/1"
        #expect(curl("-H 'BCOV-Policy: key' \(account)/videos/5") == "200")
        #expect(curl("-H 'Accept: application/json;pk=key' \(account)/videos/5") == "200")
        #expect(store.text("body").contains(#""name":"Film""#))
        #expect(store.text("body").contains("\(url)/media/"))
        #expect(curl("-I -H 'BCOV-Policy: key' \(account)/videos/5") == "200")
        #expect(curl("-X OPTIONS \(account)/videos/5") == "204")
        #expect(curl("-X PUT -H 'BCOV-Policy: key' \(account)/videos/5") == "405")
        #expect(curl("-H 'BCOV-Policy: keys' \(account)/videos/5") == "401")
        #expect(store.text("body") == #"[{"error_code":"INVALID_POLICY_KEY"}]"#)
        #expect(curl("\(account)/videos/5") == "401")
        #expect(curl("-H 'BCOV-Policy: key' '\(account)/playlists/9?limit=0'") == "400")
        #expect(curl("-H 'BCOV-Policy: key' '\(account)/videos?q=fi%6Cm&q=a'") == "400")
        #expect(curl("-H 'BCOV-Policy: key' '\(account)/videos?q=fi%6Cm'") == "200")
        #expect(curl("-H 'BCOV-Policy: key' \(url)/accounts/2/videos/5") == "404")
        #expect(curl("\(url)/media/99999999999/film/index.m3u8") == "200")
        #expect(curl("-r 0-6 \(url)/media/99999999999/film/index.m3u8") == "206")
        #expect(store.text("body") == "#EXTM3U")
        #expect(curl("--path-as-is \(url)/media/99999999999/film/../../account.json") == "404")
        #expect(curl("\(url)/media/1/film/index.m3u8") == "403")
        #expect(
            curl("--data-binary @/dev/zero --max-time 5 \(account)/sessions") != "200")
        #expect(curl("-H 'BCOV-Policy: key' \(account)/videos/5") == "200")
        tool.terminate()
        #expect(tool.wait().status == 0)
    }

    // MARK: Refusals

    @Test(arguments: [
        ("account.json", #"{"id": "1", "policy_key": "a"}"#, "policy_key is not known here"),
        ("account.json", "{", "account.json: line 1"),
        ("videos/7.json", #"{"id": "8", "sources": []}"#, "the id is 8, which is not the name"),
        ("videos/7.json", #"{"id": "7"}"#, "sources is missing"),
        (
            "videos/7.json", #"{"id": "7", "sources": [{"src": "/etc/passwd"}]}"#,
            "sources[0].src is not the location of a server"
        ),
        (
            "videos/7.json", #"{"id": "7", "sources": [], "geo": {"countries": "de"}}"#,
            "geo.countries is not a list of texts"
        ),
        (
            "playlists/7.json", #"{"id": "7", "videos": ["8"]}"#,
            "videos[0] is not the id of a video"
        ),
        ("keys/a.pem", "no key", "not a public key in PEM"),
    ])
    func `a catalogue folder with a mistake is refused, and the error names the file`(
        file: String, text: String, message: String
    ) throws {
        try fill()
        try put(text, at: file)
        let run = try start().wait()
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errors.contains(message) && run.errors.contains(file), "\(run.errors)")
    }

    @Test func `a folder without an account is refused`() throws {
        let run = try start().wait()
        #expect(run.status == 2)
        #expect(run.errors.contains("account.json: no such file; its minimal content is"))
    }

    @Test(arguments: [
        "video", "beat=reset", "video:0=reset", "video:3-2=reset", "video=status:600",
        "video=delay:0", "video=explode", "video:=reset", "=reset",
    ])
    func `an invalid fault option is refused with the expected form`(text: String) throws {
        try fill()
        let run = try start("--fault", text).wait()
        #expect(run.status == 2)
        #expect(run.errors.contains("CALL[:N[-M]]=EFFECT"))
    }
}
