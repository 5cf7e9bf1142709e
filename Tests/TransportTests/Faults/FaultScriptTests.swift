import Testing
import Transport
import VirtualTime

@Suite struct FaultScriptTests {
    private func at(_ seconds: Int) -> Instant { Instant(sinceStart: .seconds(seconds)) }
    private let segment = ResourceRequest(url: "/a/segment-1.ts", kind: .segment)
    private let key = ResourceRequest(url: "/a/one.key", kind: .key)

    @Test func `a fault applies only to the counted requests`() {
        var script = FaultScript([
            FaultRule(RequestPattern("*.ts"), occurrences: 1..<3, fault: .hang)
        ])
        let faults = (0..<5).map { script.fault(for: segment, at: at($0)) }
        #expect(faults == [nil, .hang, .hang, nil, nil])
    }

    @Test func `requests outside of a rule are not counted`() {
        var script = FaultScript([
            FaultRule(RequestPattern(kinds: [.key]), occurrences: 0..<1, fault: .wrongKey)
        ])
        #expect(script.fault(for: segment, at: .start) == nil)
        #expect(script.fault(for: key, at: .start) == .wrongKey)
        #expect(script.fault(for: key, at: .start) == nil)
    }

    @Test func `the first of several rules applies, and each counts separately`() {
        var script = FaultScript([
            FaultRule(RequestPattern("*.ts"), occurrences: 0..<1, fault: .status(503)),
            FaultRule(RequestPattern(), occurrences: 0..<2, fault: .stale),
        ])
        let faults = (0..<3).map { _ in script.fault(for: segment, at: .start) }
        #expect(faults == [.status(503), .stale, nil])
    }

    private func request(_ query: String) -> ResourceRequest {
        ResourceRequest(url: "/a/segment-1.ts\(query)", kind: .segment)
    }

    @Test func `each query string expires a period after its first use`() {
        var rule = FaultRule(RequestPattern("*.ts"), fault: .status(403))
        rule.expiry = TokenExpiry(after: .seconds(10))
        var script = FaultScript([rule])
        let steps: [(String, Int)] = [
            ("?t=a", 0), ("?t=a", 9), ("?t=a", 10), ("?t=b", 10), ("?t=b", 19), ("?t=b", 20),
            ("?t=a", 30), ("", 30), ("", 40),
        ]
        let faults = steps.map { script.fault(for: request($0), at: at($1)) != nil }
        #expect(faults == [false, false, true, false, false, true, true, false, true])
    }

    @Test func `a cookie expires, and a request without it is refused`() {
        var rule = FaultRule(RequestPattern("*.ts"), fault: .status(403))
        rule.expiry = TokenExpiry(after: .seconds(10), cookie: "pass")
        var script = FaultScript([rule])
        func request(_ value: String?) -> ResourceRequest {
            var options = AssetOptions()
            options.cookies = value.map { [AssetCookie(name: "pass", value: $0)] } ?? []
            var request = ResourceRequest(url: "http://a/1.ts", kind: .segment)
            request.access = AssetAccess(options, location: "http://a/m.m3u8", jar: CookieJar())
            return request
        }
        let steps: [(String?, Int)] = [("a", 0), ("a", 10), ("b", 10), (nil, 11), ("b", 20)]
        let faults = steps.map { script.fault(for: request($0), at: at($1)) != nil }
        #expect(faults == [false, true, false, true, true])
    }

    @Test func `a fault with a period applies to requests that start within the period`() {
        var script = FaultScript([
            FaultRule(RequestPattern(), period: at(2)..<at(4), fault: .hang)
        ])
        #expect((1...4).map { script.fault(for: key, at: at($0)) } == [nil, .hang, .hang, nil])
    }
}
