import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing
import Transport

@Suite struct OfflineURLAssetTests {
    private func asset(
        of video: Video, in app: OfflineApp
    ) -> (asset: OfflineURLAsset?, error: OfflineError?) {
        var result: (OfflineURLAsset?, OfflineError?) = (nil, nil)
        app.manager.urlAsset(for: video) { result = ($0, $1) }
        app.run()
        return result
    }

    @Test func `an asset lists its options`() throws {
        let app = try OfflineApp()
        let asset = try #require(asset(of: SampleMedia.transportStream.video(), in: app).asset)
        #expect(asset.url == LocalPath.url(SampleMedia.transportStream.path))
        #expect(asset.audible.options.map(\.name) == ["English", "Français"])
        #expect(asset.legible.options.map(\.languageTag) == ["en", "fr"])
        #expect(!asset.audible.allowsEmptySelection && asset.legible.allowsEmptySelection)
        // The URL asset is not a download.
        #expect(app.manager.offlineVideoTokens == [])
    }

    @Test func `the chosen options of an asset are downloaded`() throws {
        let app = try OfflineApp()
        let video = SampleMedia.transportStream.video()
        let asset = try #require(asset(of: video, in: app).asset)
        let french = asset.mediaSelections(
            audible: Array(asset.audible.options.suffix(1)),
            legible: Array(asset.legible.options.suffix(1)))
        let all = asset.allMediaSelections
        for (selections, audio, subtitles) in [
            (french, ["fr"], ["fr"]), (asset.preferredMediaSelections, ["en"], []),
            (asset.mediaSelections(audible: [], legible: []), ["en"], []),
            (all, ["en", "fr"], ["en", "fr"]),
        ] {
            app.download(video, selections: selections)
            app.run()
            let token = try #require(app.manager.offlineVideoTokens.last)
            func languages(_ what: OfflineVideoManager.MediaCharacteristic) -> [String?] {
                app.manager.downloadedMediaSelectionOptions(for: what, of: token)
                    .map(\.languageTag)
            }
            #expect(languages(.audible) == audio)
            #expect(languages(.legible) == subtitles)
        }
    }

    @Test func `an asset without variants has no options`() throws {
        let app = try OfflineApp()
        let asset = try #require(asset(of: SampleMedia.single.video(), in: app).asset)
        #expect(asset.audible.options == [] && asset.legible.options == [])
    }

    @Test func `an asset that cannot be downloaded is refused`() throws {
        let app = try OfflineApp()
        #expect(asset(of: SampleMedia.progressive.video(), in: app).error?.code == .unsupported)
        #expect(asset(of: Video(sources: []), in: app).error?.code == .unsupported)
        let missing = asset(of: Video(hlsURL: "/nowhere.m3u8"), in: app)
        #expect(missing.asset == nil && missing.error?.code == .downloadFailure)
    }
}
