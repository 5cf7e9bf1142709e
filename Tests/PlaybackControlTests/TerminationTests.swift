import HeadlessPlayback
import TestSupport
import Testing

@Suite struct TerminationTests {
    private func slow(_ bitsPerSecond: Int64) -> Playback {
        Playback { $0.network = NetworkConditions(bitsPerSecond: bitsPerSecond) }
    }

    @Test(arguments: Array(stride(from: 0.5, to: 6, by: 0.25)))
    func `settles what arrived and could not be placed yet`(instant: Double) {
        let playback = slow(150_000)
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: instant)
        playback.controller.setVideos([])
        #expect(playback.ledger?.imbalances == [])
    }
}
