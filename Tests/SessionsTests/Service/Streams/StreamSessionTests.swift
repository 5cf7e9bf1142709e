import Formats
import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import Transport

/// The requests to the service that counts streams, and its answers, tested without a session.
@Suite struct StreamSessionTests {
    private let origin = StreamOrigin()

    private func requests(
        claims: String? = StreamOrigin.claims, sessionID: String? = nil,
        _ change: (inout Video) -> Void = { _ in }
    ) -> StreamSessionRequest? {
        var video = origin.video(claims: claims)
        change(&video)
        return StreamSessionRequest(video, sessionID: sessionID)
    }

    private func sessionID(_ request: StreamSessionRequest?) throws -> String? {
        try request?.resourceRequest(.beat).headers.first { $0.name == "session-id" }?.value
    }

    @Test func `a heartbeat names the video, and carries the token`() throws {
        let request = try #require(requests()).resourceRequest(.beat)
        #expect(request.url == "https://service.test/accounts/1/sessions")
        #expect(request.upload?.contentType == "application/json")
        #expect(request.upload?.bytes == Array(#"{"video":"5"}"#.utf8))
        #expect(
            request.headers == [
                HeaderField(
                    name: "Authorization",
                    value: "Bearer \(StreamOrigin.token(StreamOrigin.claims))"),
                HeaderField(name: "session-id", value: "phone 1"),
            ])
        #expect(!request.deletes)
    }

    @Test func `list and end requests have no body`() throws {
        let list = try #require(requests()).resourceRequest(.list)
        #expect(list.upload == nil && !list.deletes)
        let end = try #require(requests()).resourceRequest(.end)
        #expect(end.upload == nil && end.deletes)
    }

    @Test func `the session id of the token takes precedence over the options`() throws {
        #expect(try sessionID(requests(sessionID: "option")) == "phone 1")
        let bare = #"{"climit": 1, "uid": "u"}"#
        #expect(try sessionID(requests(claims: bare, sessionID: "option")) == "option")
        #expect(try sessionID(requests(claims: bare, sessionID: "")) == nil)
        #expect(try sessionID(requests(claims: bare)) == nil)
        let empty = #"{"climit": 1, "uid": "u", "sid": ""}"#
        #expect(try sessionID(requests(claims: empty)) == nil)
        #expect(try sessionID(requests(claims: empty, sessionID: "option")) == "option")
    }

    @Test(arguments: [
        nil, "{}", #"{"climit": 1}"#, #"{"uid": "u"}"#, #"{"climit": "x", "uid": "u"}"#,
        #"{"climit": 1, "uid": ""}"#, "[]", "no JSON",
    ])
    func `nothing is requested without a valid limit and user id in the token`(claims: String?) {
        #expect(requests(claims: claims) == nil)
    }

    @Test(arguments: ["", "a", "a.b", "a.b.c.d", "..", "a.!.c", "a.AAAA.c"])
    func `a text that is not a token has no claims`(text: String) {
        #expect(TokenClaims(text) == nil)
    }

    @Test func `an overlong token has no claims`() {
        let long = String(repeating: "x", count: 10_000)
        let claims = #"{"climit": 1, "uid": "\#(long)"}"#
        #expect(TokenClaims(StreamOrigin.token(claims)) == nil)
    }

    @Test func `a video without an id or a service has no requests`() {
        #expect(requests { $0.properties["id"] = nil } == nil)
        #expect(requests { $0.provenance = nil } == nil)
    }

    @Test func `a session id that no header field can have is an error`() throws {
        let bare = #"{"climit": 1, "uid": "u"}"#
        let request = try #require(requests(claims: bare, sessionID: "a\r\nX: y"))
        #expect(throws: PlaybackServiceError.self) { try request.resourceRequest(.beat) }
    }

    @Test func `neither token nor session id is sent to the other server that a redirect leads to`()
        throws
    {
        let server = try OriginServer(.memory([:]))
        let other = try OriginServer(.memory(["/list": Array("[]".utf8)]))
        server.order(.redirect(to: other.url("/list")), at: "/accounts/1/sessions")
        let list = try #require(requests { $0.provenance?.account.streamBaseURL = server.url })
        _ = try StandardLoader().load(try list.resourceRequest(.list))
        #expect(server.log.first?.headers["session-id"] == "phone 1")
        #expect(other.log.count == 1)
        #expect(other.log.first?.headers["session-id"] == nil)
        #expect(other.log.first?.headers["authorization"] == nil)
    }

    @Test func `no description shows the token`() throws {
        let request = try #require(requests())
        let token = StreamOrigin.token(StreamOrigin.claims)
        for text in ["\(request)", String(reflecting: request)] {
            #expect(!text.contains(token))
            #expect(text.contains("video 5"))
        }
    }

    // MARK: Answers

    private func outcome(_ status: Int, _ body: String) -> StreamConcurrency.Outcome {
        do throws(PlaybackServiceError) {
            return StreamConcurrency.Outcome(
                .success(
                    try StreamSessionAnswer(to: .beat, status: status, body: Array(body.utf8))))
        } catch {
            return StreamConcurrency.Outcome(.failure(error))
        }
    }

    @Test func `an accepted heartbeat returns an interval`() {
        #expect(
            outcome(200, #"{"current": 1, "max": 2, "heartbeat_interval": 90000}"#)
                == .granted(interval: .seconds(90)))
        #expect(outcome(200, "{}") == .granted(interval: .seconds(60)))
        #expect(outcome(204, "") == .unlimited)
    }

    @Test(arguments: [
        "", "[]", "1", "<html>", #"{"heartbeat_interval": 0}"#, #"{"heartbeat_interval": -1}"#,
        #"{"heartbeat_interval": "60000"}"#,
    ])
    func `a malformed response to a heartbeat counts as a lost heartbeat`(body: String) {
        guard case .lost(let error) = outcome(200, body) else {
            Issue.record("\(outcome(200, body))")
            return
        }
        #expect(error.code == 2)
    }

    @Test func `only the concurrency refusal of the service counts as a limit`() {
        func refusal(_ code: String, _ subcode: String) -> String {
            #"{"error": {"code": "\#(code)", "sub_code": "\#(subcode)", "message": "m"}}"#
        }
        #expect(outcome(403, refusal("ACCESS_DENIED", "MAX_CONCURRENCY")) == .limited)
        // A refusal within a response with status 200 counts as a refusal, too.
        #expect(outcome(200, refusal("ACCESS_DENIED", "MAX_CONCURRENCY")) == .limited)
        for (status, body) in [
            (401, refusal("INVALID_TOKEN", "INVALID_TOKEN")), (403, refusal("ACCESS_DENIED", "X")),
            (403, ""), (404, ""), (400, "{}"), (200, #"{"error": {}}"#),
        ] {
            guard case .refused(let error) = outcome(status, body) else {
                Issue.record("\(status) \(body): \(outcome(status, body))")
                continue
            }
            #expect(error.code == 3)
        }
        for status in [408, 429, 500, 503] {
            guard case .lost = outcome(status, "") else {
                Issue.record("\(status): \(outcome(status, ""))")
                continue
            }
        }
    }

    @Test func `a list of sessions is passed on with its members`() throws {
        func list(_ text: String) throws -> StreamSessionAnswer {
            try StreamSessionAnswer(to: .list, status: 200, body: Array(text.utf8))
        }
        #expect(
            try list(#"[{"session_id": "a"}]"#)
                == .sessions(["sessions": .array([.object(["session_id": .string("a")])])]))
        #expect(try list(#"{"items": []}"#) == .sessions(["items": .array([])]))
        #expect(throws: PlaybackServiceError.self) { try list("1") }
        #expect(throws: PlaybackServiceError.self) { try list("") }
    }
}
