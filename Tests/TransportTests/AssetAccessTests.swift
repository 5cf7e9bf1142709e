import TestTools
import Testing

@testable import Transport

/// The fields and cookies of an asset reach its own host and the named hosts, and no other hosts.
@Suite struct AssetAccessTests {
    private let own: OriginServer
    private let other: OriginServer

    init() throws {
        own = try OriginServer(.memory(["/a": [1], "/b": [2], "/sub/c": [3]]))
        other = try OriginServer(.memory(["/a": [4], "/b": [5]]))
    }

    private func options(_ change: (inout AssetOptions) -> Void = { _ in }) -> AssetOptions {
        var options = AssetOptions()
        options.headerFields = [HeaderField(name: "X-Token", value: "secret")]
        options.cookies = [AssetCookie(name: "pass", value: "word")]
        change(&options)
        return options
    }

    private func load(
        _ url: String, _ options: AssetOptions, jar: CookieJar = CookieJar(),
        kind: ResourceKind = .segment
    ) throws {
        var request = ResourceRequest(url: url, kind: kind)
        request.access = AssetAccess(options, location: own.url("/a"), jar: jar)
        _ = try StandardLoader().load(request)
    }

    @Test func `header fields and cookies are sent only to the host of the asset`() throws {
        try load(own.url("/a"), options())
        try load(other.url("/a"), options())
        #expect(own.log[0].headers["x-token"] == "secret")
        #expect(own.log[0].headers["cookie"] == "pass=word")
        #expect(other.log[0].headers["x-token"] == nil)
        #expect(other.log[0].headers["cookie"] == nil)
    }

    @Test func `each redirect target is checked separately`() throws {
        own.order(.redirect(to: other.url("/a")), at: "/a")
        other.order(.redirect(to: own.url("/b")), at: "/a")
        try load(own.url("/a"), options())
        #expect(own.log.map { $0.headers["x-token"] } == ["secret", "secret"])
        #expect(other.log.map { $0.headers["x-token"] } == [nil])
        #expect(other.log.map { $0.headers["cookie"] } == [nil])
    }

    @Test func `header fields are sent to named hosts, and to other hosts within the header reach`()
        throws
    {
        let host = "127.0.0.1:\(other.port)"
        try load(other.url("/a"), options { $0.headerHosts = [host] })
        try load(other.url("/a"), options { $0.headerReach = .all })
        try load(other.url("/a"), options { $0.headerReach = .notKeys })
        try load(other.url("/a"), options { $0.headerReach = .notKeys }, kind: .key)
        try load(other.url("/a"), options { $0.headerReach = .topLevelOnly })
        #expect(
            other.log.map { $0.headers["x-token"] } == ["secret", "secret", "secret", nil, nil])
        try load(own.url("/a"), options { $0.headerReach = .topLevelOnly })
        try load(own.url("/b"), options { $0.headerReach = .topLevelOnly })
        #expect(own.log.map { $0.headers["x-token"] } == ["secret", nil])
    }

    @Test func `header fields and cookies of two levels keep the hosts of their own level`()
        throws
    {
        let host = "127.0.0.1:\(other.port)"
        var fields = AssetOptions()
        fields.headerFields = [HeaderField(name: "X-Token", value: "secret")]
        var cookies = AssetOptions()
        cookies.cookies = [AssetCookie(name: "pass", value: "word")]
        cookies.headerHosts = [host]
        try load(other.url("/a"), fields.merged(over: cookies))
        try load(other.url("/a"), cookies.merged(over: fields))
        #expect(other.log.map { $0.headers["x-token"] } == [nil, nil])
        #expect(other.log.map { $0.headers["cookie"] } == ["pass=word", "pass=word"])
        (fields.headerHosts, cookies.headerHosts) = ([host], [])
        try load(other.url("/b"), fields.merged(over: cookies))
        try load(other.url("/b"), cookies.merged(over: fields))
        #expect(other.log.suffix(2).map { $0.headers["x-token"] } == ["secret", "secret"])
        #expect(other.log.suffix(2).map { $0.headers["cookie"] } == [nil, nil])
    }

    @Test
    func `a cookie with a domain is sent regardless of the header reach, but only under its path`()
        throws
    {
        let cookies = [
            AssetCookie(name: "a", value: "1", domain: "127.0.0.1"),
            AssetCookie(name: "b", value: "2", domain: "example.com"),
            AssetCookie(name: "c", value: "3", domain: "127.0.0.1", path: "/sub"),
            AssetCookie(name: "d", value: "4", domain: "127.0.0.1", isSecure: true),
        ]
        let options = options { $0.cookies = cookies }
        try load(other.url("/a"), options)
        try load(own.url("/sub/c"), options)
        #expect(other.log[0].headers["cookie"] == "a=1")
        #expect(own.log[0].headers["cookie"] == "a=1; c=3")
    }

    @Test func `cookies set by a server are returned to it and replace given cookies`() throws {
        own.order(.header("Set-Cookie", "pass=new; Path=/"), at: "/a")
        let jar = CookieJar()
        for path in ["/a", "/b"] { try load(own.url(path), options(), jar: jar) }
        #expect(own.log.map { $0.headers["cookie"] } == ["pass=word", "pass=new"])
    }

    @Test func `a cookie set before a redirect is sent after it`() throws {
        own.order(.redirect(to: "/b"), .header("Set-Cookie", "s=1"), at: "/a")
        try load(own.url("/a"), AssetOptions())
        #expect(own.log.map { $0.headers["cookie"] } == [nil, "s=1"])
    }

    @Test func `header fields of a request replace the asset's, and cookies are joined`()
        throws
    {
        var request = ResourceRequest(url: own.url("/a"), kind: .segment)
        request.headers = [
            HeaderField(name: "x-token", value: "mine"), HeaderField(name: "Cookie", value: "k=v"),
        ]
        request.access = AssetAccess(options(), location: own.url("/a"), jar: CookieJar())
        _ = try StandardLoader().load(request)
        #expect(own.log[0].headers["x-token"] == "mine")
        #expect(own.log[0].headers["cookie"] == "k=v; pass=word")
    }

    @Test func `the user agent reaches every host`() throws {
        for server in [own, other] { try load(server.url("/a"), options { $0.userAgent = "UA/1" }) }
        #expect((own.log + other.log).map { $0.headers["user-agent"] } == ["UA/1", "UA/1"])
    }

    @Test func `playlist requests carry the session identifier`() throws {
        let options = options { $0.primarySessionIdentifier = "0A1B-2C" }
        try load(own.url("/a?x=1"), options, kind: .multivariantPlaylist)
        try load(own.url("/b"), options, kind: .segment)
        #expect(own.log.map(\.query) == [["x=1", "_HLS_primary_id=0A1B-2C"], []])
    }

    @Test func `logins of a netrc file are sent only to the host of the asset`() throws {
        let entries = try Netrc(Array("machine 127.0.0.1 login u password p".utf8)).entries
        let options = options { $0.logins = entries }
        for server in [own, other] { try load(server.url("/a"), options) }
        #expect(own.log[0].headers["authorization"] == "Basic dTpw")
        #expect(other.log[0].headers["authorization"] == nil)
        let user = own.url("/b").replacing("//", with: "//x:y@")
        try load(user, options)
        #expect(own.log[1].headers["authorization"] == "Basic eDp5")
    }

    @Test func `an https asset sends no secrets over http`() throws {
        let location = "https://127.0.0.1:\(own.port)/a"
        var request = ResourceRequest(url: own.url("/a"), kind: .segment)
        let options = options { $0.headerHosts = ["127.0.0.1"] }
        request.access = AssetAccess(options, location: location, jar: CookieJar())
        _ = try StandardLoader().load(request)
        #expect(own.log[0].headers["x-token"] == nil)
        #expect(own.log[0].headers["cookie"] == nil)
    }

    @Test(arguments: [
        (ConnectionTraits.cellular, "a cellular"), (.expensive, "an expensive"),
        (.constrained, "a constrained"),
    ])
    func `a network that the asset forbids is refused with its name`(
        traits: ConnectionTraits, name: String
    ) throws {
        let options = options {
            $0.allowsCellularAccess = false
            $0.allowsExpensiveNetworkAccess = false
            $0.allowsConstrainedNetworkAccess = false
        }
        var request = ResourceRequest(url: own.url("/a"), kind: .segment)
        var access = AssetAccess(options, location: own.url("/a"), jar: CookieJar())
        access.connection = traits
        request.access = access
        let cause = TransportError.Cause.forbidden("the asset does not allow \(name) network")
        #expect(throws: TransportError(url: request.url, cause: cause)) {
            try StandardLoader().load(request)
        }
        #expect(own.log.isEmpty)
    }

    @Test(arguments: [
        (ReferenceRestrictions.crossSite, "http://a/x", "http://b/x", true),
        (.crossSite, "http://a/x", "http://a:8080/x", false),
        (.localToRemote, "/m.m3u8", "http://b/x", true),
        (.localToRemote, "http://b/m", "http://b/x", false),
        (.localToLocal, "/m.m3u8", "/s.ts", true),
        (.standard, "/m.m3u8", "http://b/x", false),
    ])
    func `reference restrictions decide which references are refused`(
        restrictions: ReferenceRestrictions, referrer: String, url: String, isRefused: Bool
    ) {
        var options = AssetOptions()
        options.referenceRestrictions = restrictions
        let access = AssetAccess(options, location: referrer, jar: CookieJar())
        let request = ResourceRequest(url: url, kind: .segment, referrer: referrer)
        #expect((access.refusal(of: request) != nil) == isRefused)
    }

    @Test func `a redirect to another host is refused where the asset restricts it`() throws {
        let name = try OriginServer(.memory(["/a": [1]]))
        own.order(
            .redirect(to: name.url("/a").replacing("127.0.0.1", with: "localhost")), at: "/a")
        #expect(throws: TransportError.self) {
            try load(own.url("/a"), options { $0.referenceRestrictions = .crossSite })
        }
        #expect(name.log.isEmpty)
    }

    @Test(arguments: [
        HeaderField(name: "Host", value: "x"), HeaderField(name: "range", value: "x"),
        HeaderField(name: "a b", value: "x"), HeaderField(name: "", value: "x"),
        HeaderField(name: "X-A", value: "hidden\r\nX-B: 1"),
        HeaderField(name: "Transfer-Encoding", value: "chunked"),
    ])
    func `an invalid header field fails by name without showing its value`(
        field: HeaderField
    ) throws {
        let options = options { $0.headerFields = [field] }
        let problem = try #require(options.problem)
        #expect(!problem.contains("hidden"))
        #expect(throws: TransportError.self) { try load(own.url("/a"), options) }
        #expect(own.log.isEmpty)
    }

    @Test func `no description shows a header or cookie value`() {
        var text = "\(options()) \(String(reflecting: options()))"
        dump(options(), to: &text)
        #expect(text.contains("header X-Token") && text.contains("cookie pass"))
        #expect(!text.contains("secret") && !text.contains("word"))
    }
}
