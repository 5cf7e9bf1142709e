import HeadlessPlaybackTesting
import TestSupport
import Testing

/// The ten-minute assets without mistakes.
@Suite struct GoodAssetTests {
    @Test(arguments: TenMinuteAsset.Kind.allCases)
    func `a good asset plays`(kind: TenMinuteAsset.Kind) throws {
        let asset = try TenMinuteAsset(kind)
        let playback = Playback().play(asset.video)
        let ledger = try #require(playback.ledger)
        #expect(ledger.isSound, "\(ledger.tracks)")
        #expect(ledger.notes == [])
        #expect(playback.controller.ledgers.allSatisfy { $0.failure == nil })
        let length = ledger.tracks.first?.length ?? .zero
        #expect(abs((length - .seconds(600)).ticks) < MediaTime.milliseconds(100).ticks)
    }

    @Test(arguments: TenMinuteAsset.Kind.allCases)
    func `a good asset passes its verification`(kind: TenMinuteAsset.Kind) async throws {
        let asset = try TenMinuteAsset(kind)
        let seen = await AssetInspection(asset.video)
        #expect(seen.failures == [])
        #expect(seen.survey.survey.streams.count == 7)
    }

    @Test(arguments: TenMinuteAsset.Kind.allCases)
    func `the markers of a good asset give cue points, which all pass verification`(
        kind: TenMinuteAsset.Kind
    ) async throws {
        let asset = try TenMinuteAsset(kind)
        var video = asset.video
        video.cuePoints = await AssetSurveyor().survey(Video(url: asset.path)).survey.cuePoints()
        #expect(video.cuePoints.count == 4)
        let seen = await AssetInspection(video)
        #expect(seen.failures == [])
    }
}
