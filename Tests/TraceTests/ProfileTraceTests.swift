import HeadlessPlayback
import Sessions
import TestSupport
import Testing

/// The reports and the requests of two assets under each profile.
@Suite struct ProfileTraceTests {
    @Test(arguments: PlayerProfile.all.map(\.name))
    func `two assets on a slow network match the recorded trace of each profile`(name: String)
        throws
    {
        let profile = try #require(PlayerProfile.named(name))
        var text = ""
        for sample in [SampleMedia.transportStream, .fragments] {
            var options = PlaybackOptions()
            options.adopt(profile)
            options.network = NetworkConditions(
                steps: [
                    .init(start: .start, bitsPerSecond: 900_000),
                    .init(start: Instant(sinceStart: .seconds(3)), bitsPerSecond: 250_000),
                    .init(start: Instant(sinceStart: .seconds(9)), bitsPerSecond: 3_000_000),
                ], latency: .milliseconds(60))
            let world = PlaybackWorld(options: options)
            let log = RequestLog()
            world.requestLog = log
            let playback = Playback(in: world, provider: BasicSessionProvider())
                .play(sample.video())
            #expect(playback.recorder.lifecycle.last == .end)
            text += playback.recorder.trace
            for record in log.records {
                let file = record.url.split(separator: "/").suffix(2).joined(separator: "/")
                let range = record.byteRange.map { " \($0.lowerBound)-\($0.upperBound)" } ?? ""
                text += "\(record.start)-\(record.end ?? .start) \(file)\(range)\n"
            }
        }
        try RecordedTrace.expect(text, is: "profile-\(name)")
    }
}
