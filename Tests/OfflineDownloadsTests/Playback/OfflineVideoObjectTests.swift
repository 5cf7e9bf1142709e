import HeadlessPlayback
import TestSupport
import Testing

@testable import OfflineDownloads

@Suite struct OfflineVideoObjectTests {
    private typealias Key = Video.PropertyKey

    private func record(_ scratch: ScratchFolder) -> DownloadRecord {
        var video = Video(url: "https://host/film.m3u8")
        video.sources[0].properties["key_systems"] = .object([:])
        video.name = "Film"
        video.cuePoints = [CuePoint(position: .time(.seconds(3)), type: "AD")]
        let request = DownloadRequest(video: video, sourceURL: "https://host/film.m3u8")
        var record = DownloadRecord(token: "t", request: request, startTime: 978_307_201_500)
        record.licenceRequestTime = 978_307_200_000
        record.licenceExpiration = 978_307_100_000
        record.posterName = "images/poster.jpg"
        record.request.sidebandLanguages = ["en", "fr"]
        return record
    }

    @Test func `a video object has the properties of its download`() throws {
        let scratch = ScratchFolder()
        let folder = try StoreFolder(path: scratch.path)
        var record = record(scratch)
        let video = OfflineVideoObject.make(record: record, folder: folder, isIntact: true)
        #expect(video.sources.map(\.url) == ["file://\(folder.path)/packages/t/index.m3u8"])
        #expect(video.sources.map(\.deliveryMethod) == [.hls])
        #expect(video.sources.first?.properties["key_systems"] != nil)
        #expect(video.name == "Film" && video.cuePoints == record.request.video.cuePoints)
        let expected: [String: PropertyValue] = [
            Key.offlineVideoToken: "t", Key.offlineVideoDownloadStartTime: 1.5,
            Key.offlineVideoDownloadEndTime: 0.0, Key.offlineVideoLicenseRequestTime: 0.0,
            Key.offlineVideoLicenseAbsoluteExpirationTime: -100.0,
            Key.offlineVideoOnlineSourceURL: "https://host/film.m3u8",
            Key.offlineVideoRelativeFilePath: "packages/t",
            Key.offlineVideoFilePath: .string("\(folder.path)/packages/t"),
            Key.offlineVideoPosterName: "images/poster.jpg",
            Key.offlineVideoPosterFilePath: .string(
                "\(folder.path)/packages/t/images/poster.jpg"),
            Key.offlineVideoUsesSidebandSubtitle: true,
            Key.offlineVideoManagerSubtitleLanguages: ["en", "fr"],
        ]
        for (key, value) in expected { #expect(video.properties[key] == value, "\(key)") }
        #expect(video.properties[Key.offlineVideoInitialPlaybackTime] == nil)
        #expect(video.properties[Key.offlineVideoThumbnailName] == nil)
        record.endTime = 978_307_203_001
        let ended = OfflineVideoObject.make(record: record, folder: folder, isIntact: true)
        // The time is rounded like a `Date` that is created from seconds since 1970.
        let end = 978_307_203.001 - 978_307_200
        #expect(ended.properties[Key.offlineVideoDownloadEndTime] == .number(end))
    }

    @Test func `a video object and a status have the same times, at any millisecond`() throws {
        let scratch = ScratchFolder()
        let folder = try StoreFolder(path: scratch.path)
        for milliseconds: Int64 in stride(from: 1_790_000_000_000, to: 1_790_000_020_000, by: 7) {
            var record = record(scratch)
            record.startTime = milliseconds
            record.endTime = milliseconds + 1
            let status = OfflineVideoStatus(record)
            let video = OfflineVideoObject.make(record: record, folder: folder, isIntact: true)
            let times = [Key.offlineVideoDownloadStartTime, Key.offlineVideoDownloadEndTime]
                .map { video.properties[$0]?.number }
            guard times == [status.downloadStartTime, status.downloadEndTime] else {
                Issue.record("\(times) at \(milliseconds)")
                return
            }
        }
    }

    @Test(arguments: [false, true])
    func `an offline video sends nothing to the service that it came from`(
        isHandMade: Bool
    ) throws {
        var online = StreamOrigin().video()
        online.sources = SampleMedia.transportStream.video().sources
        let origin = ScriptedLoader()
        let app = try OfflineApp(loader: origin)
        let token = try #require(app.download(online))
        app.run()
        var video = try #require(app.manager.videoObject(from: token))
        #expect(video.provenance == nil)
        if isHandMade {
            video = online
            video.properties[Key.offlineVideoToken] = .string(token.rawValue)
        }
        app.device.connection = .none
        let controller = PlaybackController(world: app.world)
        controller.autoPlay = true
        controller.streamConcurrencyEnabled = true
        controller.setVideos([video])
        controller.run()
        #expect(controller.ledgers.map(\.hasEnded) == [true])
        #expect(!origin.asked.contains { $0.contains("sessions") })
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `only a whole and intact package is playable offline`(
        isWhole: Bool, isIntact: Bool
    ) throws {
        let scratch = ScratchFolder()
        var record = record(scratch)
        record.isWhole = isWhole
        let folder = try StoreFolder(path: scratch.path)
        let video = OfflineVideoObject.make(record: record, folder: folder, isIntact: isIntact)
        #expect(video.offline)
        #expect(video.playableOffline == (isWhole && isIntact))
        #expect(!record.request.video.offline && !record.request.video.playableOffline)
    }
}
