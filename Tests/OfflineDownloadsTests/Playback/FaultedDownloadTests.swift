import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Faults apply to downloads as to sessions, and not to stored files.
@Suite struct FaultedDownloadTests {
    /// The time from which the origin refuses every request.
    private static let night = Instant(sinceStart: .seconds(1000))

    private func app(
        _ faults: [FaultRule], _ network: NetworkConditions = .unlimited
    ) throws -> OfflineApp {
        let app = try OfflineApp(network: network, faults: faults)
        app.world.requestLog = RequestLog()
        return app
    }

    @Test(arguments: [
        ResourceFault.reset(), .reset(afterBytes: 5000), .status(503), .hang,
        .slowBody(bitsPerSecond: 100_000), .delay(.seconds(3)),
    ])
    func `a file that is late or needs a second attempt is stored whole`(
        fault: ResourceFault
    ) throws {
        for network in [NetworkConditions.unlimited, NetworkConditions(bitsPerSecond: 4_000_000)] {
            let app = try app(
                [
                    FaultRule(RequestPattern("segment-2.ts"), occurrences: 0..<1, fault: fault),
                    FaultRule(
                        RequestPattern(),
                        period: Self.night..<Self.night.advanced(by: .seconds(9999)),
                        fault: .status(404)),
                ], network)
            let token = try #require(app.download(SampleMedia.single.video()))
            app.run()
            let status = app.manager.offlineVideoStatus(for: token)
            #expect(status?.downloadState == .completed)
            let records = try #require(app.world.requestLog).requests(
                RequestPattern("segment-2.ts"))
            #expect(records.first?.fault == fault)
            #expect(records.last?.outcome == .received)
            let (controller, recorder) = app.player()
            app.world.loop.run(until: Self.night)
            let video = try #require(app.manager.videoObject(from: token))
            controller.setVideos([video])
            app.run()
            #expect(recorder.lifecycle.last == .end)
            #expect(controller.ledgers.last?.ledger.isSound == true)
            #expect(app.world.requestLog?.records.last?.isStored == true)
        }
    }

    @Test func `a permanently refused file fails the download`() throws {
        let app = try app([FaultRule(RequestPattern("segment-2.ts"), fault: .status(404))])
        let token = try #require(app.download(SampleMedia.single.video()))
        app.run()
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .error)
    }

    @Test func `a body that ends early without an error is stored as received`() throws {
        let app = try app([
            FaultRule(RequestPattern("segment-2.ts"), fault: .truncation(toBytes: 1880))
        ])
        let token = try #require(app.download(SampleMedia.single.video()))
        app.run()
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
        let record = app.world.requestLog?.requests(RequestPattern("segment-2.ts")).last
        #expect(record?.byteCount == 1880)
    }
}
