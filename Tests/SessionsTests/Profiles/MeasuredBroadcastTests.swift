import Broadcasts
import HeadlessPlayback
import LiveOrigin
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// A profile is compared with a recorded run of a broadcast.
@Suite struct MeasuredBroadcastTests {
    private static let url = "https://live.test/news"

    /// Returns a loader that broadcasts the given recorded asset.
    ///
    /// The window is 40 s, and the broadcast has run for two minutes.
    private func broadcast(_ asset: RecordedAsset) throws -> BroadcastLoader {
        let source = try BroadcastSource(asset: RecordedAsset.url, with: asset)
        let origin = try LiveOrigin(
            programme: Programme(sources: [source.survey]),
            packager: Packager(renditions: source.renditions, window: .length(.seconds(40))),
            multivariant: source.multivariant, ranFor: .seconds(120))
        return BroadcastLoader(origin, at: Self.url, behind: asset)
    }

    /// GStreamer begins with the fourth segment from the end, and reloads 4 s after each load.
    @Test func `gstreamer starts and reloads a broadcast as in the recording`() throws {
        let recorded = RecordedRuns.shared
        let run = try #require(recorded.broadcasts.first { $0.player == "gstreamer" })
        try #require(run.requests.count == 18)
        let asset = try RecordedAsset(recorded.assets["J"] ?? [:])
        var options = PlaybackOptions()
        options.adopt(.gstreamer)
        options.network = try #require(recorded.networks[run.network])
        options.network.headByteCount = RecordedAsset.headByteCount
        let world = PlaybackWorld(options: options, loader: try broadcast(asset))
        let log = RequestLog()
        world.requestLog = log
        let playback = Playback(in: world, provider: BasicSessionProvider())
        playback.controller.setVideos([Video(url: "\(Self.url)/index.m3u8")])
        playback.run(until: run.end)
        let files = log.records.map { String($0.url.dropFirst(Self.url.count + 1)) }
        #expect(files == run.requests.map(\.file))
        let instants = log.records.map { $0.start.sinceStart / .seconds(1) }
        let errors = zip(instants, run.requests).map { abs($0 - $1.instant) }
        #expect(errors.reduce(0, +) / Double(errors.count) <= 0.15, "\(errors)")
        let start = playback.recorder.events.lazy.compactMap { event -> Double? in
            guard case .didReceiveLifecycleEvent(let report) = event.kind,
                report.type == .playbackLikelyToKeepUp
            else { return nil }
            return event.instant.sinceStart / .seconds(1)
        }.first
        #expect(abs(try #require(start) - run.start) <= 0.3, "\(String(describing: start))")
        #expect(playback.controller.currentSession?.failure == nil)
    }
}
