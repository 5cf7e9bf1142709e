import HeadlessPlayback
import TestSupport
import Testing

/// Progress stays within the last reported duration, to the tick.
@Suite struct DurationTests {
    /// Checks every reported position against the duration reported before it.
    private func expectWithinDuration(
        _ playback: Playback, at location: SourceLocation = #_sourceLocation
    ) {
        var duration = -Double.infinity
        var last = 0.0
        var past: [Double] = []
        for event in playback.recorder.events {
            switch event.kind {
            case .didAdvanceToPlaybackSession: duration = -.infinity
            case .didChangeDuration(let length): duration = length.seconds
            case .didProgressTo(.at(let place)):
                last = place.seconds
                if last > duration { past.append(last) }
            case .didReceiveLifecycleEvent(let event) where event.type == .end:
                #expect(last == duration, sourceLocation: location)
            default: break
            }
        }
        #expect(past == [], sourceLocation: location)
        #expect(playback.recorder.lifecycle.last == .end, sourceLocation: location)
    }

    @Test(arguments: SampleMedia.allCases, [VerificationLevel.demux, .playlist])
    func `every sample asset ends at its duration`(
        sample: SampleMedia, level: VerificationLevel
    ) {
        expectWithinDuration(Playback { $0.verification = level }.play(sample.video()))
    }

    @Test(arguments: SampleMedia.allCases)
    func `every sample asset ends at its duration on a slow network and after a seek to the end`(
        sample: SampleMedia
    ) {
        let playback = Playback {
            $0.network = NetworkConditions(bitsPerSecond: 300_000, latency: .milliseconds(50))
            $0.progressInterval = .milliseconds(1)
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(1), maximumDuration: .seconds(1))
        }
        playback.controller.autoAdvance = false
        playback.play(sample.video())
        expectWithinDuration(playback)
        playback.controller.seek(to: 1_000_000)
        playback.controller.play()
        playback.controller.run()
        expectWithinDuration(playback)
    }

    @Test(arguments: ["3.6", "3.9995", "4.0005", "4.2"])
    func `an asset ends at its duration when its playlist states other segment durations`(
        duration: String
    ) {
        let loader = ScriptedLoader([
            (
                "index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return Array(text.replacing("EXTINF:4.000000", with: "EXTINF:\(duration)").utf8)
                }
            )
        ])
        let playback = Playback(loader: loader) { $0.progressInterval = .milliseconds(10) }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 1)
        playback.controller.seek(to: 1_000_000)
        playback.controller.run()
        expectWithinDuration(playback)
    }
}
