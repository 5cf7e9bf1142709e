import TestTools
import Testing
import Transport

/// The permitted targets of requests and redirects.
@Suite struct HTTPRouteTests {
    private let origin: OriginServer
    private let other: OriginServer

    init() throws {
        origin = try OriginServer(.memory(["/a": [1], "/b": [2]]))
        other = try OriginServer(.memory(["/a": [3], "/licence": [4]]))
    }

    private func loader(_ hosts: String...) -> StandardLoader {
        var options = HTTPOptions()
        options.allowedHosts = hosts
        return StandardLoader(options: options)
    }

    private func refusal(_ loader: StandardLoader, _ request: ResourceRequest) -> String? {
        do throws(TransportError) {
            _ = try loader.load(request)
            return nil
        } catch {
            guard case .forbidden(let reason) = error.cause else { return "\(error.cause)" }
            #expect(error.url == request.url)
            return reason
        }
    }

    // MARK: Hosts

    @Test func `only allowed hosts receive requests`() throws {
        let request = ResourceRequest(url: origin.url("/a"), kind: .segment)
        for hosts in ["127.0.0.1", "127.0.0.1:\(origin.port)"] {
            #expect(refusal(loader("example.com", hosts), request) == nil)
        }
        for host in [
            "localhost", "127.0.0.1:\(other.port)", "*.0.0.1.com", "0.0.1", "[::1]", "", "*",
        ] {
            let reason = "127.0.0.1:\(origin.port) is not one of the allowed hosts"
            #expect(refusal(loader(host), request) == reason)
        }
        #expect(origin.log.count == 2)
    }

    @Test func `a domain includes the hosts in it`() throws {
        let request = ResourceRequest(url: origin.url("/a"), kind: .segment)
        #expect(refusal(loader("*.0.0.1"), request) == nil)
        #expect(refusal(loader("*.127.0.0.1"), request) != nil)
    }

    @Test(arguments: ["http://example.com\\@", "http://example.com%5c@", "http://example.com@"])
    func `a location is checked as libcurl reads it`(start: String) {
        let url = "\(start)127.0.0.1:\(origin.port)/a"
        let request = ResourceRequest(url: url, kind: .segment)
        #expect(refusal(loader("example.com"), request) != nil)
        #expect(origin.log.isEmpty)
    }

    @Test func `a redirect to a host that is not allowed is refused`() throws {
        origin.order(.redirect(to: other.url("/a")), at: "/a")
        let request = ResourceRequest(url: origin.url("/a"), kind: .segment)
        let reason = "127.0.0.1:\(other.port) is not one of the allowed hosts"
        #expect(refusal(loader("127.0.0.1:\(origin.port)"), request) == reason)
        #expect(other.log.isEmpty)
        #expect(refusal(loader("127.0.0.1"), request) == nil)
    }

    @Test func `the allowed hosts of an asset restrict its requests and their redirects`() throws {
        origin.order(.redirect(to: other.url("/a")), at: "/a")
        var options = AssetOptions()
        options.allowedHosts = ["127.0.0.1:\(origin.port)"]
        for (path, reason) in [
            ("/a", "127.0.0.1:\(other.port) is not one of the allowed hosts"), ("/b", nil),
        ] {
            var request = ResourceRequest(url: origin.url(path), kind: .segment)
            request.access = AssetAccess(options, location: origin.url("/m"), jar: CookieJar())
            #expect(refusal(StandardLoader(), request) == reason)
            let both = "127.0.0.1:\(origin.port) is not one of the allowed hosts"
            #expect(refusal(loader("example.com"), request) == both)
        }
        #expect(other.log.isEmpty)
        #expect(options.merged(over: AssetOptions()) == options)
        #expect(AssetOptions().merged(over: options) == options)
    }

    @Test func `a data URL needs no allowed host`() throws {
        let request = ResourceRequest(url: "data:,abc", kind: .segment)
        #expect(refusal(loader(), request) == nil)
    }

    // MARK: Uploads

    private func upload(to path: String) -> ResourceRequest {
        var request = ResourceRequest(url: origin.url(path), kind: .key)
        request.upload = ResourceUpload(contentType: "text/plain", bytes: [7, 8, 9])
        return request
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `an upload is not redirected to another host`(status: Int) throws {
        let names = [other.url, other.url.replacing("127.0.0.1", with: "localhost")]
        for name in names {
            origin.order(.redirect(to: name + "/licence", status: status), at: "/licence")
            let reason = refusal(StandardLoader(), upload(to: "/licence"))
            #expect(reason == "redirect of an upload to \(name)/licence")
        }
        #expect(other.log.isEmpty)
    }

    @Test(arguments: [(301, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func `an upload may be redirected on its host`(status: Int, method: String) throws {
        origin.order(.redirect(to: "/b", status: status), at: "/licence")
        // If the redirected request is still a POST, the origin answers it with status 405.
        let answer = method == "POST" ? "the server answered with status 405" : nil
        #expect(refusal(StandardLoader(), upload(to: "/licence")) == answer)
        #expect(origin.log.map(\.method) == ["POST", method])
        #expect(origin.log.last?.body == (method == "POST" ? [7, 8, 9] : []))
    }

    // MARK: Security

    @Test func `https is not redirected to http`() throws {
        let secure = try OriginServer(
            .memory([:]),
            identity: OriginServer.Identity(
                certificate: LoopbackIdentity.identity.certificate,
                key: LoopbackIdentity.identity.key))
        secure.order(.redirect(to: origin.url("/a")), at: "/a")
        let folder = ScratchFolder()
        var options = HTTPOptions()
        options.certificateFile = folder.put(
            Array(LoopbackIdentity.identity.certificate.utf8), at: "trusted.pem")
        let request = ResourceRequest(url: secure.url("/a"), kind: .segment)
        let reason = refusal(StandardLoader(options: options), request)
        #expect(reason == "redirect from https to \(origin.url("/a"))")
        #expect(origin.log.isEmpty)
    }

    @Test func `credentials are sent only to the first origin`() throws {
        origin.order(.redirect(to: other.url("/a")), at: "/a")
        var request = ResourceRequest(
            url: origin.url("/a").replacing("//", with: "//user:word@"), kind: .segment)
        request.headers = [
            HeaderField(name: "Cookie", value: "c"), HeaderField(name: "X-Other", value: "x"),
        ]
        let response = try StandardLoader().load(request)
        #expect(response.url == other.url("/a"))
        #expect(origin.log[0].headers["authorization"] == "Basic dXNlcjp3b3Jk")
        #expect(origin.log[0].headers["cookie"] == "c")
        #expect(other.log[0].headers["authorization"] == nil)
        #expect(other.log[0].headers["cookie"] == nil)
        #expect(other.log[0].headers["x-other"] == "x")
    }

    @Test(arguments: [false, true])
    func `header fields for one origin are dropped by a redirect to another origin`(
        isForeign: Bool
    ) throws {
        let target = isForeign ? other.url("/a") : origin.url("/b")
        origin.order(.redirect(to: target), at: "/a")
        var request = ResourceRequest(url: origin.url("/a"), kind: .other)
        request.headers = [HeaderField(name: "X-Secret", value: "x")]
        request.keepsHeadersAtOrigin = true
        #expect(try StandardLoader().load(request).url == target)
        #expect(origin.log.first?.headers["x-secret"] == "x")
        let last = try #require(isForeign ? other.log.last : origin.log.last)
        #expect(last.headers["x-secret"] == (isForeign ? nil : "x"))
    }

    @Test func `credentials are kept for redirects within the origin`() throws {
        for target in ["/b", origin.url("/b")] {
            origin.order(.redirect(to: target), at: "/a")
            let request = ResourceRequest(
                url: origin.url("/a").replacing("//", with: "//user:word@"), kind: .segment)
            #expect(try StandardLoader().load(request).body.bytes() == [2])
        }
        #expect(origin.log.allSatisfy { $0.headers["authorization"] == "Basic dXNlcjp3b3Jk" })
    }
}
