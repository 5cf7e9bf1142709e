import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

@Suite struct MeasurementTests {
    private func measurement(
        _ kind: PlaybackMeasurement.Kind, _ seconds: Int64
    ) -> PlaybackMeasurement {
        PlaybackMeasurement(
            kind: kind,
            offlineVideoToken: OfflineVideoToken(rawValue: String(repeating: "t", count: 1000)),
            time: DateTime(millisecondsSince1970: 978_307_200_500),
            position: .seconds(seconds))
    }

    @Test func `the default options are the documented ones`() {
        let options = OfflineVideoOptions()
        #expect(!options.allowsCellularDownload && !options.allowsCellularPlayback)
        #expect(options.allowsCellularAnalytics)
        #expect(options.analyticsStorageLimit == 524_288_000)
    }

    @Test func `a measurement is sent with seconds since 2001 and seconds of video`() {
        let text = measurement(.videoEngagement, 20).text
        #expect(text.hasPrefix("event=video_engagement&video=ttt"))
        #expect(text.hasSuffix("ttt&time=0.5&position=20.0"))
    }

    @Test func `unsent measurements are kept and sent later, in order`() {
        var spool = MeasurementSpool()
        let (one, two) = (measurement(.videoView, 0), measurement(.videoEngagement, 10))
        #expect(spool.take(one, maySend: false, limit: .max) == [.kept(one)])
        #expect(spool.take(two, maySend: true, limit: .max) == [.sent(one), .sent(two)])
        #expect(spool.kept == [] && spool.byteCount == 0)
    }

    @Test func `a full store of measurements keeps views and drops engagement`() {
        var spool = MeasurementSpool()
        // A limit below a mebibyte counts as one mebibyte.
        var outcomes: [MeasurementOutcome] = []
        for number in 0..<1100 {
            outcomes += spool.take(
                measurement(.videoEngagement, Int64(number)), maySend: false, limit: 1)
        }
        #expect(outcomes.filter { $0 == .storageIsFull }.count == 1)
        #expect(spool.byteCount <= 1 << 20 && spool.byteCount > 1 << 20 - 1100)
        let before = spool.kept.count
        #expect(before < 1100 && outcomes.count == 1101)
        let view = measurement(.videoView, 0)
        let room = spool.take(view, maySend: false, limit: 1)
        #expect(room.first == .dropped(measurement(.videoEngagement, 0)))
        #expect(room.last == .kept(view))
        #expect(spool.kept.last == view && spool.byteCount <= 1 << 20)
        for _ in 0..<1100 { _ = spool.take(view, maySend: false, limit: 1) }
        #expect(spool.kept.allSatisfy { $0.kind == .videoView })
        #expect(spool.take(view, maySend: false, limit: 1) == [.dropped(view)])
        // Sending makes room, so measurements are kept again.
        #expect(spool.flush().count > 900)
        #expect(spool.take(view, maySend: false, limit: 1) == [.kept(view)])
    }

    @Test(arguments: [
        (Device.Connection.wifi, true, true), (.cellular, true, true), (.cellular, false, false),
        (.none, true, false),
    ])
    func `offline playback is measured, and sent when the connection allows it`(
        connection: Device.Connection, isAllowed: Bool, isSent: Bool
    ) throws {
        let app = try OfflineApp()
        app.download(SampleMedia.transportStream.video())
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        app.manager.options.allowsCellularAnalytics = isAllowed
        app.device.connection = connection
        var outcomes: [MeasurementOutcome] = []
        app.manager.analytics.observer = { outcomes.append($0) }
        let (controller, _) = app.player()
        controller.addSessionConsumer(OfflineAnalyticsConsumer(app.manager))
        controller.setVideos([
            try #require(app.manager.videoObject(from: token)), SampleMedia.single.video(),
        ])
        app.run()
        controller.advanceToNext()
        app.run()
        let measured = outcomes.compactMap { outcome in
            switch outcome {
            case .sent(let measurement): isSent ? measurement : nil
            case .kept(let measurement): isSent ? nil : measurement
            case .dropped, .storageIsFull: nil
            }
        }
        #expect(measured.count == outcomes.count)
        #expect(measured.map(\.kind) == [.videoView, .videoEngagement, .videoEngagement])
        #expect(measured.map(\.position) == [.zero, .seconds(10), .seconds(20)])
        #expect(measured.map(\.offlineVideoToken) == [token, token, token])
        #expect(app.manager.analytics.keptMeasurements == (isSent ? [] : measured))
        // Stored measurements are sent when a connection over which they may be sent is available.
        app.device.connection = .wifi
        #expect(app.manager.analytics.keptMeasurements == [])
        #expect(outcomes.suffix(3) == measured.map(MeasurementOutcome.sent)[...])
    }
}
