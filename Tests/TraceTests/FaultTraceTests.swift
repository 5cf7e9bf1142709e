import HeadlessPlayback
import TestSupport
import Testing

/// The reports to an app when requests fail, from the first event to the last, with the requests.
@Suite struct FaultTraceTests {
    /// Plays a sample and returns the reports and the requests.
    private func trace(
        of sample: SampleMedia, _ faults: FaultRule...,
        network: NetworkConditions = .unlimited
    ) -> String {
        var options = PlaybackOptions()
        options.faults = faults
        options.network = network
        let world = PlaybackWorld(options: options)
        let log = RequestLog()
        world.requestLog = log
        let playback = Playback(in: world, provider: BasicSessionProvider()).play(sample.video())
        return playback.recorder.trace + log.records.map { Self.line(of: $0) + "\n" }.joined()
    }

    private static func line(of record: RequestRecord) -> String {
        let name = record.url.split(separator: "/").suffix(2).joined(separator: "/")
        let range = record.byteRange.map { " \($0.lowerBound)-\($0.upperBound)" } ?? ""
        let outcome =
            switch record.outcome {
            case .underWay: "under way"
            case .received: "received \(record.byteCount)"
            case .failed(let reason, let isRetried):
                "failed\(isRetried ? ", again" : "") \(reason.split(separator: ": ").last ?? "")"
            case .abandoned: "abandoned"
            }
        let fault = record.fault.map { " (\($0))" } ?? ""
        return "\(record.start)-\(record.end ?? .start) \(name)\(range)\(fault): \(outcome)"
    }

    @Test func `two hanging requests in a row on a slow network match the recorded trace`() throws {
        let trace = trace(
            of: .single,
            FaultRule(RequestPattern("segment-2.ts"), occurrences: 0..<2, fault: .hang),
            network: NetworkConditions(bitsPerSecond: 800_000, latency: .milliseconds(40)))
        try RecordedTrace.expect(trace, is: "fault-hang")
    }

    @Test func `a variant that the server has lost matches the recorded trace`() throws {
        let trace = trace(
            of: .transportStream,
            FaultRule(RequestPattern("video-540p/segment-2.ts"), fault: .status(404)))
        try RecordedTrace.expect(trace, is: "fault-variant")
    }

    @Test func `connections that break within a body match the recorded trace`() throws {
        let trace = trace(
            of: .fragments,
            FaultRule(
                RequestPattern(kinds: [.segment]), occurrences: 2..<4,
                fault: .reset(afterBytes: 1000)),
            FaultRule(
                RequestPattern(kinds: [.initializationSection]), occurrences: 0..<1,
                fault: .status(503, retryAfter: .seconds(5))))
        try RecordedTrace.expect(trace, is: "fault-reset")
    }
}
