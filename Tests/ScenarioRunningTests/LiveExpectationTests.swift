import ScenarioRunning
import Testing

/// Tests of expectations with instants, or about the window, latency or rate of a broadcast.
@Suite struct LiveExpectationTests: LiveScenarioSuite {
    @Test(arguments: [
        ("{latency: {from: 1s, to: 50s, below: 20s}}", true),
        ("{latency: {from: 1s, to: 50s, below: 10s}}", false),
        ("{latency: {from: 1s, to: 2m, below: 20s}}", false),
        ("{latency: {from: 1h, below: 20s}}", false),
        ("{rate: {from: 1s, to: 50s, at-least: 1, at-most: 1}}", true),
        ("{rate: {from: 1s, to: 50s, at-least: 1.01}}", false),
        ("{rate: {from: 1s, to: 50s, at-most: 0.99}}", false),
        ("{rate: {reaches: 1}}", true), ("{rate: {reaches: 1.01}}", false),
        ("{rate: {reaches: 0.99}}", false), ("{rate: {from: 1s, to: 2m, at-most: 1}}", false),
        ("{rate: {from: 1h, at-most: 1}}", false),
        ("{seekable: {at: 20s, from: 20s, to: 29s}}", true),
        ("{seekable: {at: 20s, from: 16s, to: 29s}}", false),
        ("{seekable: {at: 2m, from: 20s, to: 29s}}", false),
        ("{duration: {at: 10s, is: indefinite}}", true), ("{duration: indefinite}", true),
        ("{duration: {at: 10s, is: 1h}}", false), ("{duration: 1h}", false),
        ("{duration: {at: 2m, is: indefinite}}", false),
        ("{jumps: 0}", true), ("{jumps: 1..}", false),
        ("{requests: {location: v*/index.m3u8, during: 0s..9s, at: [0s, 4s, 8s]}}", true),
        ("{requests: {location: v*/index.m3u8, during: 0s..9s, at: [0s, 4s]}}", false),
        ("{requests: {location: v*/index.m3u8, during: 0s..9s, at: [0s, 4s, 8s, 9s]}}", false),
        (
            "{requests: {location: v*/index.m3u8, during: 0s..9s, at: [0s, 5s, 8s], within: 1s}}",
            true
        ),
    ])
    func `expectations of a broadcast pass when they are met and fail otherwise`(
        expectation: String, isMet: Bool
    ) throws {
        let result = try run("", "expect: [\(expectation)]\n")
        #expect(failures(result).isEmpty == isMet, "\(failures(result))")
        #expect(failures(result).allSatisfy { $0.hasPrefix("expect.") })
    }
}
