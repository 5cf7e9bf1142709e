import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

@Suite struct DownloadEngineTests {
    @Test(arguments: [
        SampleMedia.transportStream, .fragments, .single, .packedAudio, .discontinuity,
    ])
    func `a downloaded package plays like its asset`(_ media: SampleMedia) throws {
        let download = try Download()
        let token = try download.start(media.path)
        download.run()
        let record = try #require(try download.engine.catalogue.record(of: token))
        #expect(record.state == .completed && record.isWhole, "\(record)")
        #expect(record.percent == 100)
        let played = Playback().play(
            Video(url: download.scratch.path + "/store/packages/\(token)/index.m3u8"))
        #expect(played.ledger?.isSound == true, "\(played.recorder.trace)")
    }

    @Test func `a download reports its states in order`() throws {
        let download = try Download(network: NetworkConditions(bitsPerSecond: 1_000_000))
        try download.start(SampleMedia.single.path)
        download.run()
        #expect(download.lines.first?.hasSuffix("preparing") == true)
        #expect(download.lines.last?.hasSuffix("completed") == true)
    }

    @Test func `a paused download resumes where it stopped`() throws {
        let whole = try Download()
        try whole.start(SampleMedia.transportStream.path)
        let download = try Download(network: NetworkConditions(bitsPerSecond: 1_000_000))
        let token = try download.start(SampleMedia.transportStream.path)
        download.run(until: 2)
        download.engine.pause(token)
        download.run()
        let held = try #require(try download.engine.catalogue.record(of: token))
        #expect(held.state == .suspended)
        download.engine.resume(token)
        download.run()
        whole.run()
        let undisturbed = whole.files(of: try #require(whole.engine.catalogue.tokens().first))
        #expect(download.files(of: token) == undisturbed)
    }
}
