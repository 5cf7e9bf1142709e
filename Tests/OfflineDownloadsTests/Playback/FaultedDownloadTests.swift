import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Faults affect downloads in the same way as sessions, but do not affect stored files.
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

    @Test(arguments: [
        ("", "the segment is empty"), ("<html>login</html>", "HTML"), (" <?xml?>", "XML"),
        ("{\"error\": \"expired\"}", "JSON"), ("Not found", "text"), ("#EXTM3U", "a playlist"),
    ])
    func `a segment that is empty or text fails the download`(body: String, cause: String) throws {
        let segments = [
            (SampleMedia.single.video(), "single/segment-2.ts"),
            (SampleMedia.transportStream.video(), "subtitles-en/segment-2.vtt"),
        ]
        for network in [NetworkConditions.unlimited, NetworkConditions(bitsPerSecond: 4_000_000)] {
            for (video, name) in segments {
                let origin = ScriptedLoader([(name, .bytes(Array(body.utf8)))])
                let app = try OfflineApp(loader: origin, network: network)
                let token = try #require(
                    app.download(video, selections: OfflineMediaSelections(subtitles: .all)))
                app.run()
                let status = try #require(app.manager.offlineVideoStatus(for: token))
                #expect(status.downloadState == .error, "\(name)")
                #expect(status.error?.code == .downloadFailure)
                #expect(status.error?.reason.contains(cause) == true, "\(status)")
                #expect(status.error?.reason.contains(name) == true, "\(status)")
            }
        }
    }

    @Test(arguments: [("<!DOCTYPE html><p>login", true), ("{\"error\": 12345}", false)])
    func `an encrypted segment is refused only if it is surely text`(
        body: String, fails: Bool
    ) throws {
        let origin = ScriptedLoader([("segment-2.ts", .bytes(Array(body.utf8)))])
        let app = try OfflineApp(loader: origin)
        let token = try #require(app.download(Video(url: ProtectedSample.aes128.path)))
        app.run()
        let status = app.manager.offlineVideoStatus(for: token)
        #expect(status?.downloadState == (fails ? .error : .completed))
    }

    @Test func `a segment that ends within a packet, a box or a cipher block fails the download`()
        throws
    {
        let segments = [
            (SampleMedia.single.path, "single/segment-2.ts", 1881, "the last packet is incomplete"),
            (SampleMedia.fragments.path, "video-180p/media.mp4", 99, "the last box is incomplete"),
            (ProtectedSample.aes128.path, "protected-aes128/segment-2.ts", 1881, "cipher blocks"),
        ]
        for network in [NetworkConditions.unlimited, NetworkConditions(bitsPerSecond: 4_000_000)] {
            for (path, name, count, cause) in segments {
                let cut = ResourceFault.truncation(toBytes: Int64(count))
                let app = try app([FaultRule(RequestPattern("*\(name)"), fault: cut)], network)
                let token = try #require(app.download(Video(url: path)))
                app.run()
                let status = try #require(app.manager.offlineVideoStatus(for: token))
                #expect(status.downloadState == .error, "\(name)")
                #expect(status.error?.reason.contains(cause) == true, "\(status)")
                #expect(status.error?.reason.contains(name) == true, "\(status)")
            }
        }
    }

    @Test func `a segment that ends between two packets fails the download, which then resumes`()
        throws
    {
        let cut = ResourceFault.truncation(toBytes: 120 * 188)
        let rule = FaultRule(RequestPattern("segment-2.ts"), occurrences: 0..<1, fault: cut)
        for network in [NetworkConditions.unlimited, NetworkConditions(bitsPerSecond: 4_000_000)] {
            let app = try app([rule], network)
            let token = try #require(app.download(SampleMedia.single.video()))
            app.run()
            let status = try #require(app.manager.offlineVideoStatus(for: token))
            #expect(status.downloadState == .error)
            let reason = status.error?.reason ?? ""
            #expect(reason.contains("segment-2.ts: it holds "), "\(reason)")
            #expect(reason.hasSuffix(" s of media, and its playlist promises 2.000 s"), "\(reason)")
            try app.manager.engine.goOn(with: token)
            app.run()
            #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
            let log = try #require(app.world.requestLog)
            #expect(log.requests(RequestPattern("segment-1.ts")).count == 1)
            #expect(log.requests(RequestPattern("segment-2.ts")).count == 2)
        }
    }

    @Test func `encrypted samples for which no key is listed fail the download`() throws {
        let name = "segment-2.ts"
        var encryptor = EncryptorTransportStream()
        let bytes = try encryptor.encrypt(fileBytes("\(SampleMedia.single.folder)/\(name)"))
        let app = try OfflineApp(loader: ScriptedLoader([(name, .bytes(bytes))]))
        let token = try #require(app.download(SampleMedia.single.video()))
        app.run()
        let status = try #require(app.manager.offlineVideoStatus(for: token))
        #expect(status.downloadState == .error)
        #expect(status.error?.reason.contains("\(name): samples are encrypted") == true)
    }

    /// Plays a download with a fault at one location, and returns the ledger.
    ///
    /// By default, the fault applies to an English text segment.
    private func ledger(
        _ fault: ResourceFault, of location: String = "*subtitles-en/segment-2*",
        network: NetworkConditions = .unlimited,
        subtitles: MediaPreferences.Subtitles = .language("en"), relaunches: Bool = false
    ) throws -> Ledger {
        let pattern = RequestPattern(location)
        let app = try app([FaultRule(pattern, fault: fault)], network)
        let token = try #require(
            app.download(
                SampleMedia.transportStream.video(),
                selections: OfflineMediaSelections(subtitles: .all)))
        app.run()
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
        let fates = try #require(app.world.requestLog).requests(pattern).map(\.fault)
        #expect(fates.first == fault)
        if relaunches { try app.relaunch(after: .swipedAway) }
        app.world.options.mediaPreferences = MediaPreferences(subtitles: subtitles)
        let (controller, _) = app.player()
        controller.setVideos([try #require(app.manager.videoObject(from: token))])
        app.run()
        return try #require(controller.ledgers.last?.ledger)
    }

    @Test(arguments: [ResourceFault.truncation(toBytes: 105), .zeroedBytes(95..<100)])
    func `subtitles that a fault changed during the download are reported in playback`(
        fault: ResourceFault
    ) throws {
        for network in [NetworkConditions.unlimited, NetworkConditions(bitsPerSecond: 4_000_000)] {
            for relaunches in [false, true] {
                let ledger = try ledger(fault, network: network, relaunches: relaunches)
                #expect(!ledger.isSound)
                let causes = ledger.tracks.flatMap(\.findings).map(\.cause)
                #expect(causes.contains { $0.contains("a fault changed the text") }, "\(causes)")
            }
        }
    }

    @Test func `changed subtitles that are not selected are not reported`() throws {
        #expect(try ledger(.truncation(toBytes: 105), subtitles: .off).isSound)
    }

    @Test func `subtitles truncated within blank lines lose no cue`() throws {
        #expect(try ledger(.truncation(toBytes: 110)).isSound)
    }

    @Test func `a playlist truncated during the download that lost no entry is not reported`()
        throws
    {
        let fault = ResourceFault.truncation(toMillionths: 999_000)
        let ledger = try ledger(fault, of: "*subtitles-en/index.m3u8", relaunches: true)
        #expect(ledger.isSound)
        #expect(!ledger.remarks.contains { $0.kind == .alteredPlaylist })
    }

    @Test func `a playlist that a fault truncates between entries is reported in playback`() throws
    {
        let fault = ResourceFault.truncation(toBytes: 970)
        let ledger = try ledger(fault, of: "*ts-multivariant/index.m3u8", relaunches: true)
        #expect(!ledger.isSound)
        let remarks = ledger.remarks.filter { $0.kind == .alteredPlaylist }.map(\.text)
        #expect(remarks.count == 1)
        #expect(remarks.allSatisfy { $0.contains("2 of 3 variant streams") }, "\(remarks)")
    }

    @Test(arguments: [
        ("*ts-multivariant/index.m3u8", 800_000), ("*subtitles-en/index.m3u8", 700_000),
    ])
    func `a playlist that a fault truncates by entries fails the download`(
        location: String, share: Int
    ) throws {
        let cut = ResourceFault.truncation(toMillionths: share)
        let app = try app([FaultRule(RequestPattern(location), fault: cut)])
        let token = try #require(
            app.download(
                SampleMedia.transportStream.video(),
                selections: OfflineMediaSelections(subtitles: .all)))
        app.run()
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .error)
    }
}
