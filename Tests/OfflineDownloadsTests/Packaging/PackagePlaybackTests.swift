import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing
import Transport

@Suite(.enabled(if: PackagedMedia.isOpen, "needs ffmpeg"))
struct PackagePlaybackTests {
    @Test(arguments: [
        "ts-multivariant", "cmaf-byteranges", "single", "packed-audio", "discontinuity", "id3",
        "pts-wrap", "protected-aes128", "subtitled",
    ])
    func `ffmpeg reads the same packets from the package and the source`(asset: String) throws {
        let source = "\(SampleMedia.folder)/\(asset)/index.m3u8"
        let selection = DownloadSelection(bitrate: .highest, audio: .all, subtitles: .all)
        let loader = StandardLoader()
        let plan = try PlannerDriver(source: source, selection: selection, loader: loader).plan()
        let folder = PackagedMedia()
        try folder.fill(by: plan, from: loader)
        for track in plan.tracks {
            // Without this option, ffmpeg refuses the key file of the source because of its name.
            // The package must not need the option.
            let expected = PackagedMedia.packets(
                of: track.sourceURL, options: "-allowed_extensions ALL")
            let found = PackagedMedia.packets(of: "\(folder.path)/\(track.playlistName)")
            #expect(found == expected)
            #expect((found?.utf8.count ?? 0) > 300)
        }
        #expect(PackagedMedia.unopened(of: "\(folder.path)/index.m3u8") == [])
    }

    @Test func `the plan of a FairPlay asset lists its licences`() throws {
        let source = "\(SampleMedia.folder)/protected-cbcs/index.m3u8"
        let loader = StandardLoader()
        let plan = try PlannerDriver(source: source, loader: loader).plan()
        #expect(plan.licenceKeys.map(\.key.uri) == ["skd://protected-cbcs"])
        #expect(plan.licenceKeys.map(\.playlistURL) == [source])
        let folder = PackagedMedia()
        try folder.fill(by: plan, from: loader)
        let digits = Array(ProtectedSample.key)
        let key = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        let provider = ProtectedSessionProvider(
            keySystems: [GivenKeySystem(byLocation: [ProtectedSample.keyURI: key])])
        let playback = Playback(provider: provider)
        playback.play(Video(url: "\(folder.path)/index.m3u8"))
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.recorder.errors.isEmpty)
    }

    @Test func `the package plays like its source`() throws {
        let source = "\(SampleMedia.folder)/ts-multivariant/index.m3u8"
        let loader = StandardLoader()
        let plan = try PlannerDriver(
            source: source, selection: .init(audio: .all, subtitles: .all), loader: loader
        ).plan()
        let folder = PackagedMedia()
        try folder.fill(by: plan, from: loader)
        let original = Playback().play(Video(url: source))
        let local = Playback().play(Video(url: "\(folder.path)/index.m3u8"))
        let played = local.times(in: .played).values.sorted()
        #expect(played == original.times(in: .played).values.sorted())
        #expect(played.first.map { $0 > .seconds(5) } == true)
    }
}
