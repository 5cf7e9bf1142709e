import ContentProtection
import Formats
import HeadlessPlayback
import Playlists
import Testing
import Transport

/// The limits of the simulated playback service: country, schedule, domain, devices, streams.
@Suite struct PlaybackServerLimitTests {
    private static let start = DateTime(millisecondsSince1970: 1_767_225_600_000)

    /// The private key that signs viewer tokens, and the account that accepts these tokens.
    private struct Parties {
        let key: [UInt8]
        var account = PlaybackServer.Account(id: "1")

        /// The key of all tests; the generation of a key takes most of a second.
        private static let generatedKey = Result {
            try ServerIdentity(generatingNamed: "test", from: 0)
                .withPrivateKeyPEM { pem throws(LicenceError) in pem }
        }

        init(_ video: String = "") throws {
            key = try Self.generatedKey.get()
            account.policyKeys = ["key"]
            account.tokenKeys = [try ViewerTokenSigner(privateKeyPEM: key).publicKeyPEM]
            let text = #"{"id": "5", "sources": [{"src": "https://a/b"}]\#(video)}"#
            account.videos = [try JSONReader.read(Array(text.utf8))]
        }

        func token(_ claims: String = "") throws -> String {
            let second = PlaybackServerLimitTests.start.millisecondsSince1970 / 1000
            let text = #"{"accid":"1","iat":\#(second),"exp":\#(second + 90000)\#(claims)}"#
            return try signed(text)
        }

        func signed(_ text: String) throws -> String {
            try ViewerTokenSigner(privateKeyPEM: key).token(JSONReader.read(Array(text.utf8)))
        }
    }

    private func ask(
        _ server: inout PlaybackServer, _ method: String = "GET", _ path: String = "videos/5",
        _ headers: [String: String] = ["BCOV-Policy": "key"], after seconds: Int64 = 0
    ) -> PlaybackServerAnswer {
        server.answer(
            KeyServerRequest(
                method: method, path: "/accounts/1/\(path)",
                headers: headers.sorted { $0.key < $1.key }.map {
                    HeaderField(name: $0.key, value: $0.value)
                }),
            at: DateTime(millisecondsSince1970: Self.start.millisecondsSince1970 + seconds * 1000))
    }

    private func subcode(_ answer: PlaybackServerAnswer) -> String? {
        answer.json?.array?.first?["error_subcode"]?.string
    }

    @Test(arguments: [
        (#"{"countries": ["DE"]}"#, "de", 200), (#"{"countries": ["se"]}"#, "de", 403),
        (#"{"countries": ["de"], "exclude_countries": true}"#, "de", 403),
        (#"{"countries": ["se"], "exclude_countries": true}"#, "de", 200),
        (#"{"countries": ["se"], "restricted": false}"#, "de", 200),
        (#"{"countries": ["se"]}"#, nil, 403),
    ])
    func `a video is limited to its countries`(geo: String, country: String?, status: Int) throws {
        var parties = try Parties(#", "geo": \#(geo)"#)
        parties.account.clientCountry = country
        var server = PlaybackServer([parties.account])
        let answer = ask(&server)
        #expect(answer.status == status)
        #expect(answer.json?["geo"] == nil)
        guard status == 403 else { return }
        #expect(subcode(answer) == "CLIENT_GEO")
        #expect(answer.json?.array?.first?["client_geo"]?.string == country)
        // In a list, only the entry of the refused video becomes an error.
        let list = ask(&server, "GET", "videos")
        #expect(list.status == 200)
        let entry = list.json?["videos"]?.array?.first
        #expect(entry?["errors"]?.array?.first?["error_subcode"]?.string == "CLIENT_GEO")
    }

    @Test func `a video is limited to its schedule`() throws {
        let parties = try Parties(
            #", "schedule": {"starts_at": "2026-01-01T00:00:10Z", "ends_at": "2026-01-01T00:00:20Z"}"#
        )
        var server = PlaybackServer([parties.account])
        #expect([9, 10, 19, 20].map { ask(&server, after: $0).status } == [403, 200, 200, 403])
        let broken = try Parties(#", "schedule": {"ends_at": "soon"}"#)
        var other = PlaybackServer([broken.account])
        #expect(ask(&other).status == 403)
    }

    @Test(arguments: [
        (["Referer": "https://player.example/film?a=b"], 200),
        (["Origin": "https://www.player.example:8443"], 200),
        (["Origin": "https://notplayer.example"], 403), ([:], 403),
    ])
    func `a video is limited to its domains`(fields: [String: String], status: Int) throws {
        let parties = try Parties(#", "domains": ["player.example"]"#)
        var server = PlaybackServer([parties.account])
        let headers = fields.merging(["BCOV-Policy": "key"]) { first, _ in first }
        let answer = ask(&server, "GET", "videos/5", headers)
        #expect(answer.status == status)
        if status == 403 { #expect(subcode(answer) == "DOMAIN") }
    }

    @Test func `devices admitted within the limit of a viewer stay admitted`() throws {
        let parties = try Parties()
        var server = PlaybackServer([parties.account])
        func ask(_ device: String, limit: String = "2", viewer: String = "v") throws -> String? {
            let token = try parties.token(
                #","dlimit":\#(limit),"uid":"\#(viewer)","sid":"\#(device)""#)
            let answer = self.ask(
                &server, "GET", "videos/5", ["Authorization": "Bearer \(token)"])
            return answer.status == 200 ? nil : subcode(answer)
        }
        #expect(try ask("a") == nil)
        #expect(try ask("b") == nil)
        #expect(try ask("c") == "DENIED_BY_DEVICE_LIMITING")
        #expect(try ask("b", limit: "1") == nil)
        #expect(try ask("c", viewer: "w") == nil)
        #expect(try ask("a", limit: "0") == "TOKEN_VALIDATION")
        #expect(try ask("c", limit: "3") == nil)
    }

    @Test(arguments: [
        ["BCOV-Policy": "key"], ["Authorization": "BCOV-Policy key"],
        ["Accept": "application/json; pk=key"],
    ])
    func `a request can send the policy key in any of three header fields`(fields: [String: String])
        throws
    {
        var server = PlaybackServer([try Parties().account])
        #expect(ask(&server, "GET", "videos/5", fields).status == 200)
        let wrong = fields.mapValues { $0 + "s" }
        #expect(ask(&server, "GET", "videos/5", wrong).status == 401)
    }

    @Test func `limits are checked in order: country, schedule, domain`() throws {
        let schedule = #", "schedule": {"ends_at": "2026-01-01T00:00:10Z"}"#
        let domains = #", "domains": ["player.example"]"#
        let all = #", "geo": {"countries": ["se"]}"# + schedule + domains
        for (limits, code, subcode) in [
            (all, "ACCESS_DENIED", "CLIENT_GEO"), (schedule + domains, "VIDEO_NOT_PLAYABLE", nil),
            (domains, "ACCESS_DENIED", "DOMAIN"),
        ] {
            var server = PlaybackServer([try Parties(limits).account])
            let answer = ask(&server, after: 10)
            #expect(answer.json?.array?.first?["error_code"]?.string == code)
            #expect(self.subcode(answer) == subcode)
        }
    }

    @Test func `an account without a stream limit answers a session request with status 204`()
        throws
    {
        var account = try Parties().account
        account.limitsStreams = false
        var server = PlaybackServer([account])
        #expect(ask(&server, "POST", "sessions").status == 204)
    }

    @Test func `the end of an unknown stream is not found`() throws {
        let parties = try Parties()
        var server = PlaybackServer([parties.account])
        let token = try parties.token(#","climit":1,"uid":"v","sid":"phone""#)
        let headers = ["Authorization": "Bearer \(token)"]
        let statuses = ["DELETE", "POST", "DELETE", "DELETE"].map {
            ask(&server, $0, "sessions", headers).status
        }
        #expect(statuses == [404, 200, 204, 404])
    }

    @Test(arguments: [
        ("/accounts/2/videos/5", "ACCOUNT_NOT_FOUND"), ("/videos/5", "RESOURCE_NOT_FOUND"),
        ("/accounts/1/films/5", "RESOURCE_NOT_FOUND"),
        ("/accounts/1/videos/5/related", "RESOURCE_NOT_FOUND"),
        ("/accounts/1/videos/6", "VIDEO_NOT_FOUND"),
        ("/accounts/1/videos/ref:5", "VIDEO_NOT_FOUND"),
        ("/accounts/1/playlists/5", "PLAYLIST_NOT_FOUND"),
    ])
    func `an unknown path is not found`(path: String, code: String) throws {
        var server = PlaybackServer([try Parties().account])
        let answer = server.answer(
            KeyServerRequest(
                path: path, headers: [HeaderField(name: "BCOV-Policy", value: "key")]),
            at: Self.start)
        #expect(answer.status == 404)
        #expect(answer.json?.array?.first?["error_code"]?.string == code)
    }

    @Test func `a request that repeats a parameter is refused`() throws {
        var server = PlaybackServer([try Parties().account])
        let answer = server.answer(
            KeyServerRequest(
                path: "/accounts/1/videos", query: ["q=a", "q=b"],
                headers: [HeaderField(name: "BCOV-Policy", value: "key")]), at: Self.start)
        #expect(answer.json?.array?.first?["error_code"]?.string == "DUPLICATE_PARAMETERS")
    }

    @Test func `the methods of the catalogue are GET, HEAD and OPTIONS`() throws {
        var server = PlaybackServer([try Parties().account])
        let statuses = ["GET", "HEAD", "OPTIONS", "POST", "DELETE"].map {
            ask(&server, $0).status
        }
        #expect(statuses == [200, 200, 204, 405, 405])
    }

    @Test
    func `a simulated stream on another device counts towards the stream limit of the viewer`()
        throws
    {
        var parties = try Parties()
        let second = Self.start.millisecondsSince1970 / 1000
        parties.account.otherStreams = [
            OtherStream(
                viewer: "v", session: "tv", limit: 1, seconds: second + 30..<second + 400)
        ]
        var server = PlaybackServer([parties.account])
        let token = try parties.token(#","climit":1,"uid":"v","sid":"phone""#)
        func beat(_ seconds: Int64) -> Int {
            ask(&server, "POST", "sessions", ["Authorization": "Bearer \(token)"], after: seconds)
                .status
        }
        // The first stream keeps its slot as long as it sends heartbeats.
        #expect([0, 60, 120].map(beat) == [200, 200, 200])
        // From 270 s on, the television has the slot of the phone, whose stream was dropped because
        // it sent no heartbeats.
        #expect(beat(300) == 403)
        #expect(beat(399) == 403)
        #expect(beat(400) == 200)
    }

    @Test func `a request long after the last one is processed without delay`() throws {
        var parties = try Parties()
        let second = Self.start.millisecondsSince1970 / 1000
        parties.account.otherStreams = [
            OtherStream(
                viewer: "v", session: "tv", limit: 1, seconds: second..<second + (1 << 40))
        ]
        var server = PlaybackServer([parties.account])
        let late = second + (1 << 39)
        let text =
            #"{"accid":"1","iat":\#(late),"exp":\#(late + 9),"climit":1,"uid":"v","sid":"a"}"#
        let token = try parties.signed(text)
        let answer = ask(
            &server, "POST", "sessions", ["Authorization": "Bearer \(token)"], after: 1 << 39)
        #expect(answer.status == 403)
    }
}
