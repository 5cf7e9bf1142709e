import ContentProtection
import Foundation
import HeadlessPlayback
import TestSupport
import Testing

@Suite struct KeyServerTests {
    private let exchange: Exchange
    private let key = Array(UInt8(1)...16)

    init() throws {
        exchange = try Exchange()
    }

    private func server(_ policies: [String: KeyPolicy]) -> KeyServer {
        KeyServer(identity: exchange.identity, policies: KeyPolicies(policies))
    }

    private func server(_ policy: KeyPolicy) -> KeyServer { server(["film": policy]) }

    /// Returns the code of a denial; `nil` for any other answer.
    private func code(of answer: KeyServerAnswer) throws -> String? {
        if answer.status == 200 { return nil }
        let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String]
        #expect(object?["message"]?.isEmpty == false)
        #expect(answer.headers.contains { $0.value == "application/json" })
        return object?["error_code"]
    }

    // MARK: Endpoints

    @Test func `the path of a request is split into decoded segments`() {
        var request = KeyServerRequest(encodedPath: "/a%2Fb//%2E%2e/c%")
        #expect(request.path == "/a/b//../c%")
        #expect(request.segments == ["a/b", "..", "c%"])
        request.path = "/key/x"
        #expect(request.segments == ["key", "x"])
        #expect(KeyServerRequest(path: "/a%2Fb/").segments == ["a%2Fb"])
        #expect(KeyServerRequest(path: "/a:b") == KeyServerRequest(encodedPath: "/%61:b"))
        #expect(KeyServerRequest(path: "/a/b") != KeyServerRequest(encodedPath: "/a%2fb"))
    }

    @Test(arguments: ["/certificate", "/application_certificate/publisher/app"])
    func `the certificate is served under two paths`(path: String) throws {
        var server = server([:])
        let answer = server.answer(KeyServerRequest(path: path), at: .seconds(0))
        #expect(answer.status == 200)
        #expect(answer.headers.contains { $0.value == "application/pkix-cert" })
        #expect(try ApplicationCertificate(der: answer.body) == exchange.identity.certificate)
    }

    @Test(arguments: [
        ("GET", "/", 404, "endpoint_unknown"), ("GET", "/licence/film", 404, "endpoint_unknown"),
        ("GET", "/key", 404, "endpoint_unknown"), ("GET", "", 404, "endpoint_unknown"),
        ("GET", "/application_certificate", 404, "endpoint_unknown"),
        ("GET", "/licence", 405, "method_not_allowed"),
        ("POST", "/certificate", 405, "method_not_allowed"),
        ("PUT", "/key/film", 405, "method_not_allowed"),
        ("GET", "/key/book", 404, "content_unknown"),
        ("POST", "/licence", 400, "spc_malformed"),
    ])
    func `an invalid request is denied`(
        method: String, path: String, status: Int, expected: String
    ) throws {
        var server = server(KeyPolicy(key: key))
        let answer = server.answer(KeyServerRequest(method: method, path: path), at: .seconds(0))
        #expect(answer.status == status)
        #expect(try code(of: answer) == expected)
        #expect(answer.headers.contains { $0.name == "Allow" } == (status == 405))
    }

    @Test func `a key is served unchanged`() {
        var server = server(["a/film": KeyPolicy(key: key), "*": KeyPolicy(key: key.reversed())])
        let answer = server.answer(KeyServerRequest(path: "/key/a/film"), at: .seconds(0))
        #expect(answer.body == key)
        let other = server.answer(KeyServerRequest(path: "/key/else"), at: .seconds(0))
        #expect(other.body == key.reversed())
    }

    // MARK: Licences

    @Test func `a licence has the key of its content`() throws {
        var server = server([
            "film": KeyPolicy(key: key, initializationVector: key),
            "*": KeyPolicy(key: key.reversed()),
        ])
        #expect(
            try server.licence("film", from: exchange)
                == Licence(contentKey: key, initializationVector: key))
        #expect(try server.licence("else", from: exchange).contentKey == key.reversed())
    }

    @Test func `content without a policy is unknown`() throws {
        var server = server(KeyPolicy(key: key))
        let answer = try server.ask("book", from: exchange)
        #expect(answer.status == 404)
        #expect(try code(of: answer) == "content_unknown")
    }

    @Test func `a repeated request is denied`() throws {
        var server = server(KeyPolicy(key: key))
        let body = try exchange.request().spc
        let request = KeyServerRequest(method: "POST", path: "/licence", body: body)
        #expect(server.answer(request, at: .seconds(0)).status == 200)
        let again = server.answer(request, at: .seconds(1))
        #expect(again.status == 409)
        #expect(try code(of: again) == "spc_replayed")
    }

    @Test
    func `a request for an unknown certificate and a changed request have different error codes`()
        throws
    {
        var other = KeyServer(identity: exchange.other, policies: KeyPolicies([:]))
        #expect(try code(of: other.ask("film", from: exchange)) == "certificate_unknown")
        var both = KeyServer(
            identity: exchange.other, olderIdentities: [exchange.identity],
            policies: KeyPolicies(["film": KeyPolicy(key: key)]))
        #expect(try both.licence("film", from: exchange).contentKey == key)
        var spc = try exchange.request().spc
        spc[60] ^= 1
        let changed = both.answer(
            KeyServerRequest(method: "POST", path: "/licence", body: spc), at: .seconds(0))
        #expect(try code(of: changed) == "spc_malformed")
        let large = KeyServerRequest(
            method: "POST", path: "/licence", body: [UInt8](repeating: 0, count: 1 << 20))
        let denied = both.answer(large, at: .seconds(0))
        #expect(denied.status == 413)
        #expect(try code(of: denied) == "body_too_large")
    }

    // MARK: Terms

    @Test func `a rental counts from the first licence of each client`() throws {
        var server = server(
            KeyPolicy(key: key, terms: .rental(.seconds(100), playDuration: .seconds(20))))
        let living = LicenceTerms(clientIdentifier: "living room")
        let first = try server.licence("film", living, at: 1000, from: exchange)
        #expect(first.expiresAfter == .seconds(100))
        #expect(first.playDuration == .seconds(20))
        #expect(
            try server.licence("film", living, at: 1099, from: exchange).expiresAfter == .seconds(1)
        )
        #expect(
            try code(of: server.ask("film", living, at: 1100, from: exchange)) == "licence_expired")
        let bedroom = LicenceTerms(clientIdentifier: "bedroom")
        #expect(
            try server.licence("film", bedroom, at: 1100, from: exchange).expiresAfter
                == .seconds(100))
    }

    @Test func `the shorter duration of the policy and the request applies`() throws {
        var server = server(
            KeyPolicy(
                key: key, terms: .rental(.seconds(100), playDuration: nil), lease: .seconds(60)))
        let wish = LicenceTerms(
            lease: .seconds(10), rentalDuration: .seconds(50), playDuration: .seconds(5))
        let licence = try server.licence("film", wish, from: exchange)
        #expect(licence.lease == .seconds(10))
        #expect(licence.expiresAfter == .seconds(50))
        #expect(licence.playDuration == .seconds(5))
        let greedy = LicenceTerms(lease: .seconds(1000), rentalDuration: .seconds(1000))
        let granted = try server.licence("film", greedy, at: 70, from: exchange)
        #expect(granted.expiresAfter == .seconds(30))
        #expect(granted.lease == .seconds(30))
    }

    @Test func `a denied renewal does not prevent a new licence`() throws {
        var server = server(KeyPolicy(key: key, lease: .seconds(60), renewal: .denied))
        _ = try server.licence("film", from: exchange)
        let renewal = LicenceTerms(isRenewal: true)
        let answer = try server.ask("film", renewal, at: 50, from: exchange)
        #expect(answer.status == 403)
        #expect(try code(of: answer) == "renewal_denied")
        #expect(try server.licence("film", at: 60, from: exchange).lease == .seconds(60))
    }

    @Test func `renewals are counted from each new licence`() throws {
        var server = server(KeyPolicy(key: key, lease: .seconds(60), renewal: .limited(2)))
        let renewal = LicenceTerms(isRenewal: true)
        for _ in 0..<2 {
            _ = try server.licence("film", from: exchange)
            #expect(try code(of: server.ask("film", renewal, from: exchange)) == nil)
            #expect(try code(of: server.ask("film", renewal, from: exchange)) == nil)
            #expect(try code(of: server.ask("film", renewal, from: exchange)) == "renewal_denied")
        }
    }

    @Test func `a client without output protection is denied`() throws {
        let bare = LicenceTerms(isOutputProtected: false)
        var server = server(KeyPolicy(key: key, requiresProtectedOutput: true))
        let answer = try server.ask("film", bare, from: exchange)
        #expect(answer.status == 403)
        #expect(try code(of: answer) == "hdcp_required")
        #expect(try code(of: server.ask("film", from: exchange)) == nil)
        var lenient = self.server(KeyPolicy(key: key))
        #expect(try code(of: lenient.ask("film", bare, from: exchange)) == nil)
    }

    // MARK: Persistent licences

    /// Returns the terms of a client that keeps its licence.
    private func kept(
        _ client: String? = nil, rental: Duration? = nil, play: Duration? = nil
    ) -> LicenceTerms {
        LicenceTerms(
            isPersistent: true, rentalDuration: rental, playDuration: play,
            clientIdentifier: client)
    }

    @Test func `a purchase is kept as long as the client requests, or permanently`() throws {
        var server = server(KeyPolicy(key: key))
        let rental = kept(rental: .seconds(50), play: .seconds(5))
        let rented = Licence(
            contentKey: key, expiresAfter: .seconds(50), playDuration: .seconds(5),
            isPersistent: true)
        #expect(try server.licence("film", rental, at: 1000, from: exchange) == rented)
        // The term of each licence starts at the request for that licence. Here, the rental is
        // renewed, and then turned into a purchase.
        #expect(try server.licence("film", rental, at: 1060, from: exchange) == rented)
        #expect(
            try server.licence("film", kept(), at: 1070, from: exchange)
                == Licence(contentKey: key, isPersistent: true))
    }

    @Test func `a rental is never kept longer than the rental duration of the policy`() throws {
        var server = server(
            KeyPolicy(key: key, terms: .rental(.seconds(100), playDuration: .seconds(20))))
        let first = try server.licence("film", kept(), at: 1000, from: exchange)
        #expect(first.expiresAfter == .seconds(100))
        #expect(first.playDuration == .seconds(20))
        #expect(first.isPersistent)
        let again = try server.licence(
            "film", kept(rental: .seconds(500), play: .seconds(500)), at: 1040, from: exchange)
        #expect(again.expiresAfter == .seconds(60))
        #expect(again.playDuration == .seconds(20))
        #expect(
            try code(of: server.ask("film", kept(), at: 1100, from: exchange)) == "licence_expired")
    }

    @Test func `a persistent licence has no lease, also when the policy has one`()
        throws
    {
        var server = server(KeyPolicy(key: key, lease: .seconds(60)))
        let licence = try server.licence("film", kept(rental: .seconds(500)), from: exchange)
        #expect(licence.lease == nil)
        #expect(licence.expiresAfter == .seconds(500))
    }

    @Test func `a policy may deny persistent licences only`() throws {
        var server = server(KeyPolicy(key: key, allowsPersistence: false))
        let answer = try server.ask("film", kept(), from: exchange)
        #expect(answer.status == 403)
        #expect(try code(of: answer) == "persistence_denied")
        #expect(try server.licence("film", from: exchange).isPersistent == false)
    }

    @Test func `a client with a persistent licence counts until the licence ends`() throws {
        var server = server(KeyPolicy(key: key, lease: .seconds(60), concurrency: 1))
        let other = LicenceTerms(clientIdentifier: "b")
        func code(_ terms: LicenceTerms, at second: Int) throws -> String? {
            try self.code(of: server.ask("film", terms, at: second, from: exchange))
        }
        #expect(try code(kept("a", rental: .seconds(500)), at: 0) == nil)
        // A stream on the same client does not count as a second client.
        #expect(try code(LicenceTerms(clientIdentifier: "a"), at: 10) == nil)
        #expect(try code(other, at: 499) == "concurrency_limit")
        #expect(try code(other, at: 500) == nil)
        #expect(try code(kept("b"), at: 510) == nil)
        #expect(try code(kept("a"), at: 1_000_000) == "concurrency_limit")
    }

    @Test func `the number of clients with a lease is limited`() throws {
        var server = server(KeyPolicy(key: key, lease: .seconds(60), concurrency: 2))
        func code(_ client: String, at second: Int) throws -> String? {
            let terms = LicenceTerms(clientIdentifier: client)
            return try self.code(of: server.ask("film", terms, at: second, from: exchange))
        }
        #expect(try code("a", at: 0) == nil)
        #expect(try code("b", at: 10) == nil)
        #expect(try code("c", at: 20) == "concurrency_limit")
        #expect(try code("b", at: 20) == nil)
        #expect(try code("c", at: 59) == "concurrency_limit")
        #expect(try code("c", at: 60) == nil)
        #expect(try code("a", at: 60) == "concurrency_limit")
        #expect(try code("a", at: 80) == nil)
    }

    // MARK: Faults

    @Test func `the first requests fail and may be repeated`() throws {
        var server = server(KeyPolicy(key: key, fault: .init(.status(503), first: 2)))
        let request = KeyServerRequest(
            method: "POST", path: "/licence", body: try exchange.request().spc)
        for _ in 0..<2 {
            let answer = server.answer(request, at: .seconds(0))
            #expect(answer.status == 503)
            #expect(try code(of: answer) == "simulated_failure")
        }
        #expect(server.answer(request, at: .seconds(0)).status == 200)
    }

    @Test func `a policy can delay, malform or falsify responses`() throws {
        var slow = server(KeyPolicy(key: key, fault: .init(.genuine, delay: .seconds(3))))
        #expect(try slow.ask("film", from: exchange).delay == .seconds(3))
        #expect(slow.answer(KeyServerRequest(path: "/key/film"), at: .seconds(0)).body == key)

        var malformed = server(KeyPolicy(key: key, fault: .init(.malformed)))
        let request = try exchange.request()
        let answer = malformed.answer(
            KeyServerRequest(method: "POST", path: "/licence", body: request.spc), at: .seconds(0))
        #expect(answer.status == 200)
        #expect(refusal { _ = try request.open(answer.body) } != nil)
        let raw = malformed.answer(KeyServerRequest(path: "/key/film"), at: .seconds(0))
        #expect(raw.body.count != 16)

        var wrong = server(KeyPolicy(key: key, fault: .init(.wrongKey)))
        let other = try wrong.licence("film", from: exchange).contentKey
        #expect(other.count == 16)
        #expect(other != key)
        #expect(wrong.answer(KeyServerRequest(path: "/key/film"), at: .seconds(0)).body == other)
    }

    @Test(arguments: [Int64.min, -1, Int64.max])
    func `extreme times cause no crash`(now: Int64) throws {
        var server = server(
            KeyPolicy(
                key: key, terms: .rental(.seconds(100), playDuration: nil), lease: .seconds(10),
                concurrency: 1))
        for time in [0, now, Int64.max, Int64.min] {
            let request = KeyServerRequest(
                method: "POST", path: "/licence", body: try exchange.request().spc)
            let answer = server.answer(request, at: DateTime(millisecondsSince1970: time))
            #expect([200, 403].contains(answer.status))
        }
    }
}

extension KeyServer {
    /// Requests a licence.
    fileprivate mutating func ask(
        _ content: String, _ terms: LicenceTerms = LicenceTerms(), at second: Int = 0,
        from exchange: Exchange
    ) throws -> KeyServerAnswer {
        let body = try exchange.request(content, terms).spc
        return answer(
            KeyServerRequest(method: "POST", path: "/licence", body: body), at: .seconds(second))
    }

    /// Requests a licence and opens it.
    fileprivate mutating func licence(
        _ content: String, _ terms: LicenceTerms = LicenceTerms(), at second: Int = 0,
        from exchange: Exchange
    ) throws -> Licence {
        let request = try exchange.request(content, terms)
        let answer = answer(
            KeyServerRequest(method: "POST", path: "/licence", body: request.spc),
            at: .seconds(second))
        return try request.open(answer.body)
    }
}

extension DateTime {
    /// Returns the time that is a number of seconds after the start of 1970.
    fileprivate static func seconds(_ count: Int) -> DateTime {
        DateTime(millisecondsSince1970: Int64(count) * 1000)
    }
}
