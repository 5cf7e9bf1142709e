import AssetChecking
import HeadlessPlayback
import HeadlessPlaybackTesting
import Linting
import TestSupport
import Testing
import Transport

/// Tests that no problem is found in good assets written by FFmpeg and GStreamer.
@Suite struct GoodWriterTests {
    @Test(arguments: WriterRecipe.all)
    func `assets by FFmpeg pass at every level`(recipe: WriterRecipe) async throws {
        let folder = ScratchFolder()
        try #require(
            ShellCommand.succeeds("cd '\(folder.path)' && \(recipe.command)"), "\(recipe.command)")
        await expectNothing(in: "\(folder.path)/index.m3u8")
    }

    @Test(
        .enabled(if: ShellCommand.succeeds("gst-inspect-1.0 hlssink2 x264enc avenc_aac")),
        arguments: ["hlssink", "hlssink2"])
    func `assets by GStreamer pass at every level`(sink: String) async throws {
        let folder = ScratchFolder()
        let pictures =
            "videotestsrc num-buffers=150 ! video/x-raw,width=96,height=64,framerate=25/1"
            + " ! x264enc speed-preset=ultrafast key-int-max=50 ! h264parse"
        let sound =
            "audiotestsrc num-buffers=280 samplesperbuffer=1024 ! audio/x-raw,rate=48000"
            + " ! avenc_aac ! aacparse"
        let output =
            "location=s%05d.ts playlist-location=index.m3u8 target-duration=2 max-files=100"
            + " playlist-length=0"
        let pipeline =
            sink == "hlssink2"
            ? "hlssink2 name=h \(output) \(pictures) ! h.video \(sound) ! h.audio"
            : "mpegtsmux name=m ! hlssink \(output) \(pictures) ! m. \(sound) ! m."
        // hlssink2 occasionally deadlocks on its own buffer, so attempts have a time limit.
        let attempt = "rm -f s*.ts; timeout 15 gst-launch-1.0 -q \(pipeline) >/dev/null && break"
        let command =
            "cd '\(folder.path)' && for n in 1 2 3 4 5; do \(attempt); done; test -s s00002.ts"
        try #require(ShellCommand.succeeds(command), "\(command)")
        await expectNothing(in: "\(folder.path)/index.m3u8")
    }

    /// The codes of the rules about missing or damaged media.
    private static let losses: Set<String> = [
        "media.pts-gap", "media.lost-frames", "media.pts-overlap", "segment.extinf-wrong",
        "segment.discontinuity-undeclared", "fmp4.data-outside", "media.corrupt",
        "ts.no-timestamps",
    ]

    private func expectNothing(in path: String) async {
        for level in [VerificationLevel.demux, .decode] {
            let playback = Playback { $0.verification = level }.play(Video(url: path))
            let closed = playback.controller.ledgers.last
            #expect(closed?.failure == nil)
            #expect(closed?.hasEnded == true)
            #expect(closed?.ledger.isSound == true, "\(level): \(closed?.ledger.tracks ?? [])")
        }
        #expect(await AssetInspection(Video(url: path)).failures == [])
        let losses = AssetInspector(.rfc).inspectInTurn(path, loader: FileLoader()).breaches
            .filter { Self.losses.contains($0.rule.code) }
        #expect(losses.isEmpty, "\(losses.map(\.problem))")
    }
}
