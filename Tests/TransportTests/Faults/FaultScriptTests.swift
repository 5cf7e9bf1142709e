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

    @Test func `a period applies to the time of the request`() {
        var script = FaultScript([
            FaultRule(RequestPattern(), period: at(2)..<at(4), fault: .hang)
        ])
        #expect((1...4).map { script.fault(for: key, at: at($0)) } == [nil, .hang, .hang, nil])
    }
}
