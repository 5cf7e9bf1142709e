import HeadlessPlayback
import Sessions
import Testing
import Transport

/// Tests of requests to a playback service as values, without any server.
@Suite struct PlaybackServiceRequestTests {
    private typealias Subject = PlaybackServiceRequest.Subject

    private static let account = PlaybackServiceAccount(id: "1234", policyKey: "BCpk-key_1")
    private static let edge = "https://edge.api.brightcove.com/playback/v1/accounts/1234"
    private static let auth = "https://edge-auth.api.brightcove.com/playback/v1/accounts/1234"

    private func request(
        _ subject: Subject, _ account: PlaybackServiceAccount = Self.account,
        token: String? = nil, _ parameters: [String: String] = [:]
    ) -> PlaybackServiceRequest {
        PlaybackServiceRequest(subject, of: account, authToken: token, parameters: parameters)
    }

    private func problem(_ request: PlaybackServiceRequest) -> String? {
        do throws(PlaybackServiceError) {
            _ = try request.resourceRequest()
            return nil
        } catch {
            guard case .unsendable(let reason) = error.cause else { return "\(error)" }
            #expect(error.code == 0)
            #expect("\(error)" == "no request to the playback service: \(reason)")
            return reason
        }
    }

    @Test(
        arguments: zip(
            [
                .video(id: "5678"), .videoReference("film 1"), .search("tags:a b&c=d"),
                .playlist(id: "9"), .playlistReference("top/ten?"), .video(id: "../9#é"),
                .video(id: "ref:x"),
            ] as [PlaybackServiceRequest.Subject],
            [
                "/videos/5678", "/videos/ref:film%201", "/videos?q=tags%3Aa%20b%26c%3Dd",
                "/playlists/9", "/playlists/ref:top%2Ften%3F", "/videos/..%2F9%23%C3%A9",
                "/videos/ref%3Ax",
            ]))
    func `each kind of request has its path`(subject: PlaybackServiceRequest.Subject, path: String)
        throws
    {
        let sent = try request(subject).resourceRequest()
        #expect(sent.url == Self.edge + path)
        #expect(sent.headers == [HeaderField(name: "BCOV-Policy", value: "BCpk-key_1")])
        #expect(sent.upload == nil)
        #expect(sent.maximumByteCount == 16 << 20)
    }

    @Test func `a token is sent to the playback rights service, without the policy key`() throws {
        let bearer = HeaderField(name: "Authorization", value: "Bearer a.b.c")
        for key in ["BCpk-key_1", nil] {
            let account = PlaybackServiceAccount(id: "1234", policyKey: key)
            let sent = try request(.video(id: "1"), account, token: "a.b.c").resourceRequest()
            #expect(sent.url == Self.auth + "/videos/1")
            #expect(sent.headers == [bearer])
        }
    }

    @Test func `a request without key and token goes to the playback rights service`() throws {
        let sent = try request(.video(id: "1"), PlaybackServiceAccount(id: "1234"))
            .resourceRequest()
        #expect(sent.url == Self.auth + "/videos/1")
        #expect(sent.headers.isEmpty)
    }

    @Test func `given query parameters are sorted by name and replace the request's own`()
        throws
    {
        let parameters = ["sort": "-name", "limit": "100", "q": "b c"]
        let sent = try request(.search("a"), token: nil, parameters).resourceRequest()
        #expect(sent.url == Self.edge + "/videos?limit=100&q=b%20c&sort=-name")
    }

    @Test func `additional header fields follow the credentials and cannot replace them`() throws {
        var account = Self.account
        account.baseURL = "http://127.0.0.1:8080/api//"
        account.additionalFields = [HeaderField(name: "X-App", value: "1")]
        let sent = try request(.video(id: "1"), account).resourceRequest()
        #expect(sent.url == "http://127.0.0.1:8080/api/accounts/1234/videos/1")
        #expect(sent.headers.map(\.name) == ["BCOV-Policy", "X-App"])
        for name in ["authorization", "BCOV-policy"] {
            account.additionalFields = [HeaderField(name: name, value: "secret")]
            #expect(
                problem(request(.video(id: "1"), account))
                    == "the header field \(name) belongs to the credentials")
        }
        account.additionalFields = [HeaderField(name: "Host", value: "secret")]
        #expect(problem(request(.video(id: "1"), account))?.contains("Host") == true)
    }

    @Test(arguments: [
        ("limit", "0"), ("limit", "101"), ("limit", "ten"), ("limit", ""), ("offset", "-1"),
        ("offset", "x"), ("", "1"),
    ])
    func `a request with a parameter out of bounds is not sent`(name: String, value: String) {
        #expect(problem(request(.search("a"), token: nil, [name: value])) != nil)
    }

    @Test(arguments: [("limit", "1"), ("limit", "100"), ("offset", "0"), ("config_id", "é")])
    func `a parameter at its bounds is accepted`(name: String, value: String) {
        #expect(problem(request(.search("a"), token: nil, [name: value])) == nil)
    }

    @Test(arguments: ["", ".", ".."])
    func `an id that would change the path is not sent`(id: String) {
        for subject: Subject in [
            .video(id: id), .videoReference(id), .playlist(id: id), .playlistReference(id),
        ] {
            #expect(problem(request(subject))?.hasSuffix("is empty or consists of dots") == true)
        }
        let account = PlaybackServiceAccount(id: id, policyKey: "k")
        #expect(problem(request(.video(id: "1"), account))?.hasPrefix("the account id") == true)
    }

    @Test(arguments: ["", "a b", "a\r\nX: 1", "a\u{0}", "é", String(repeating: "a", count: 8193)])
    func `a secret that is invalid in a header field is named but not shown`(secret: String) {
        let account = PlaybackServiceAccount(id: "1", policyKey: secret)
        let reason = "is empty, too long or has other than visible characters"
        #expect(problem(request(.video(id: "1"), account)) == "the policy key \(reason)")
        #expect(problem(request(.video(id: "1"), token: secret)) == "the token \(reason)")
    }

    @Test(arguments: [
        "", "edge.example.com", "file:///api", "ftp://a", "https://a/?x", "https://a/#x",
        "https://a b", "https://a\n",
    ])
    func `a service location must be a plain http or https URL`(base: String) {
        let account = PlaybackServiceAccount(id: "1", policyKey: "k", baseURL: base)
        #expect(
            problem(request(.video(id: "1"), account))
                == "the location of the service is not a plain http or https location")
    }

    @Test func `the length of a request location is limited`() {
        let id = String(repeating: "a", count: 9000)
        #expect(problem(request(.video(id: id))) == "the location has more than 8192 bytes")
    }

    @Test func `no description shows a secret`() {
        var account = PlaybackServiceAccount(id: "1234", policyKey: "SECRET-1")
        account.additionalFields = [HeaderField(name: "X-Key", value: "SECRET-2")]
        let request = request(.video(id: "5"), account, token: "SECRET-3", ["a": "SECRET-4"])
        let provenance = VideoProvenance(account: account, authToken: "SECRET-5", instant: .start)
        var video = Video(url: "https://example.com/a.m3u8")
        video.provenance = provenance
        for value: Any in [account, request, provenance, video] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("SECRET"), "\(text)")
            }
        }
        #expect("\(account)" == "account 1234, policy key, header X-Key")
    }

    @Test func `a description stays on one line`() {
        var account = PlaybackServiceAccount(id: "1\n2", policyKey: "k")
        account.additionalFields = [HeaderField(name: "a\nb", value: "")]
        let provenance = VideoProvenance(account: account, authToken: nil, instant: .start)
        let request = request(.video(id: "3\n4"), account, token: nil, ["c\nd": ""])
        for value: Any in [account, provenance, request] {
            #expect(!"\(value)".contains("\n"), "\(value)")
        }
        #expect("\(account)" == "account 1?2, policy key, header a?b")
    }
}
