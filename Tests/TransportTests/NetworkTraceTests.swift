import Testing
import Transport
import VirtualTime

@Suite struct NetworkTraceTests {
    @Test func `the lines of a trace become bandwidth steps`() throws {
        let text = "# a train\r\n0 1000\r\n\r\n 2.5\t0 # tunnel\n10.000000000000000001 300.1259\n"
        let conditions = try NetworkConditions(trace: Array(text.utf8), latency: .seconds(1))
        #expect(conditions.steps.map(\.bitsPerSecond) == [1_000_000, 0, 300_125])
        #expect(
            conditions.steps.map(\.start.sinceStart) == [
                .zero, .milliseconds(2500), .seconds(10) + Duration(attoseconds: 1),
            ])
        #expect(conditions.latency == .seconds(1))
    }

    @Test(arguments: [
        ("", NetworkTraceError.Reason.empty, nil), ("# nothing\n\n", .empty, nil),
        ("0", .malformed, 1), ("0 1\n1 2 3", .malformed, 2), ("0 x", .malformed, 1),
        ("-1 5", .malformed, 1), ("0 .", .malformed, 1), ("0 1e3", .malformed, 1),
        ("0 1234567890123456", .malformed, 1), ("0 1.2.3", .malformed, 1),
        ("0 1\n\n0 2", .notRising, 3), ("5 1\n4 2", .notRising, 2),
    ])
    func `an invalid trace is reported with its line`(
        text: String, reason: NetworkTraceError.Reason, line: Int?
    ) {
        let error = #expect(throws: NetworkTraceError.self) {
            try NetworkConditions(trace: Array(text.utf8))
        }
        #expect(error?.reason == reason)
        #expect(error?.line == line)
    }

    @Test func `a trace has a bounded number of lines`() {
        let newlines = [UInt8](
            repeating: UInt8(ascii: "\n"), count: NetworkConditions.highestTraceLineCount + 1)
        let error = #expect(throws: NetworkTraceError.self) {
            try NetworkConditions(trace: newlines)
        }
        #expect(error?.reason == .tooManyLines(limit: 1_000_000))
    }

    @Test func `bandwidth steps are sorted by time, and their values are bounded`() {
        let step = { (seconds: Int, bits: Int64?) in
            NetworkConditions.Step(
                start: Instant(sinceStart: .seconds(seconds)), bitsPerSecond: bits)
        }
        let conditions = NetworkConditions(
            steps: [step(2, -5), step(1, .max), step(2, 7), step(0, nil)], latency: .seconds(-1))
        #expect(conditions.steps.map(\.bitsPerSecond) == [nil, 1_000_000_000_000, 7])
        #expect(conditions.latency == .zero)
        #expect(!conditions.isUnlimited)
        #expect(NetworkConditions.unlimited.isUnlimited)
    }
}
