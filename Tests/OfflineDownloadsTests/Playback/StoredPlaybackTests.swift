import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing
import Transport
import VirtualTime

@Suite struct StoredPlaybackTests {
    @Test(arguments: [
        SampleMedia.transportStream.path, SampleMedia.fragments.path, SampleMedia.single.path,
        SampleMedia.packedAudio.path, ProtectedSample.aes128.path,
    ])
    func `playback of a finished package makes no request`(_ media: String) throws {
        let screening = try Screening.finished(media)
        screening.device.connection = .none
        let player = screening.player()
        let requests = try screening.requests { player.play(try screening.video()) }
        #expect(requests == [])
        #expect(player.recorder.lifecycle.last == .end)
        #expect(player.ledger?.isSound == true, "\(player.recorder.trace)")
    }

    @Test(arguments: [SampleMedia.transportStream.path, ProtectedSample.aes128.path])
    func `stored files do not pass through the simulated network`(
        _ media: String
    ) throws {
        let screening = try Screening.finished(media)
        var options = PlaybackOptions()
        options.network = NetworkConditions(bitsPerSecond: 0, latency: .seconds(3))
        let world = PlaybackWorld(options: options, loader: screening.origin)
        let library = try OfflineLibrary(
            world: world, folder: screening.library.folder,
            epoch: DateTime(millisecondsSince1970: Screening.epoch),
            device: Device(connection: .none))
        let player = screening.player(library, in: world).play(try screening.video())
        let provider = ProtectedSessionProvider(keySystems: [IdentityKeySystem()])
        let online = Playback(provider: provider).play(Video(url: media))
        #expect(player.recorder.lifecycle.last == .end)
        #expect(player.recorder.names == online.recorder.names)
        #expect(player.recorder.progress == online.recorder.progress)
    }

    @Test func `online videos play the same with and without an offline library`() throws {
        let screening = try Screening.finished()
        let player = screening.player().play(SampleMedia.single.video())
        let plain = Playback().play(SampleMedia.single.video())
        #expect(player.recorder.trace == plain.recorder.trace)
        #expect(player.controller.ledgers == plain.controller.ledgers)
    }

    @Test func `a deleted video is refused`() throws {
        let screening = try Screening.finished()
        let video = try screening.video()
        try screening.download.engine.delete(screening.token)
        let player = screening.player().play(video)
        guard case .refused(let refusal) = player.failure else {
            Issue.record("\(player.recorder.trace)")
            return
        }
        #expect(refusal.domain == OfflineError.domain)
        #expect(refusal.code == OfflineError.Code.invalidParameter.rawValue)
    }

    @Test func `a package that lacks a file fails without a request`() throws {
        let screening = try Screening.finished(SampleMedia.single.path)
        let package = try #require(try screening.library.folder.package(screening.token))
        try package.remove("video/000003.ts")
        let player = screening.player()
        let requests = try screening.requests { player.play(try screening.video()) }
        #expect(requests == [])
        #expect(player.recorder.lifecycle.last == .failedToPlayToEndTime)
        guard case .transport(let error) = player.failure else {
            Issue.record("\(player.recorder.trace)")
            return
        }
        #expect(error.cause == .notFound)
    }

    /// Plays a download whose files are removed at an instant, in seconds, during playback.
    private func playRemoved(at seconds: Double, threads: Int) throws -> Playback {
        let screening = try Screening(
            SampleMedia.single.path, workers: Workers(count: threads))
        screening.download.run()
        screening.world.options.bufferOptimizer = BufferOptimizer(
            method: .none, minimumDuration: .seconds(2), maximumDuration: .seconds(2))
        let player = screening.player()
        player.controller.setVideos([try screening.video()])
        player.run(until: seconds)
        try screening.library.folder.removePackage(screening.token)
        player.controller.run()
        return player
    }

    @Test(arguments: [2, 3, 4])
    func `segments that are removed before their request are not played`(seconds: Double) throws {
        let one = try playRemoved(at: seconds, threads: 1)
        #expect(one.recorder.lifecycle.last == .failedToPlayToEndTime, "\(one.recorder.trace)")
        // The buffer holds at most two seconds and one segment, which also lasts two seconds.
        let end = try #require(one.controller.currentSession?.position.seconds)
        #expect(end <= seconds + 4)
        guard case .transport(let error) = one.failure else {
            Issue.record("\(one.recorder.trace)")
            return
        }
        #expect(error.cause == .notFound)
        for threads in [2, 8] {
            let other = try playRemoved(at: seconds, threads: threads)
            #expect(other.recorder.trace == one.recorder.trace)
        }
    }

    /// Changes to a stored file, each with a part of the failure text that playback reports.
    private static let changes: [(@Sendable ([UInt8]) -> [UInt8], String)] = [
        ({ Array($0.dropLast(1000)) }, "and should have"),
        ({ _ in [] }, "has 0 bytes and should have"),
        ({ bytes in bytes.map { $0 == 0x31 ? 0x32 : $0 } }, "holds other bytes than were stored"),
    ]

    @Test(arguments: ["video/000003.ts", "video/playlist.m3u8", "index.m3u8"], [0, 1, 2])
    func `a file that differs from its record is not played`(name: String, change: Int) throws {
        let screening = try Screening.finished(SampleMedia.single.path)
        let scratch = screening.download.scratch
        let path = "store/packages/\(screening.token)/\(name)"
        let bytes = try #require(scratch.bytes(path))
        let (change, cause) = Self.changes[change]
        scratch.put(change(bytes), at: path)
        let player = screening.player().play(try screening.video())
        #expect(!player.recorder.lifecycle.contains(.end))
        guard case .transport(let error) = player.failure else {
            Issue.record("\(player.recorder.trace)")
            return
        }
        #expect("\(error)".contains("\(name): "))
        #expect("\(error)".contains(cause), "\(error)")
        scratch.put(bytes, at: path)
        #expect(screening.player().play(try screening.video()).recorder.lifecycle.last == .end)
    }

    @Test func `a file of a complete download that has no record is not played`() throws {
        let screening = try Screening.finished(SampleMedia.single.path)
        let catalogue = screening.library.catalogue
        let stored = try catalogue.resources(of: screening.token)
        var plan = try #require(try catalogue.plan(of: screening.token))
        plan.resources.removeLast()
        try catalogue.setPlan(plan, of: screening.token)
        try catalogue.noteStored(
            try stored.dropLast().map {
                (screening.token, $0.ordinal, try #require($0.file))
            })
        let player = screening.player().play(try screening.video())
        #expect(!player.recorder.lifecycle.contains(.end))
        guard case .transport(let error) = player.failure else {
            Issue.record("\(player.recorder.trace)")
            return
        }
        #expect(error.cause == .failed("the catalogue has no size and checksum of this file"))
    }

    @Test func `a stored file that is not played may be missing or damaged`() throws {
        let screening = try Screening.finished { $0.selection.subtitles = .all }
        let folder = "store/packages/\(screening.token)/subtitles0"
        screening.download.scratch.put([], at: "\(folder)/000000.vtt")
        screening.download.scratch.remove("\(folder)/000001.vtt")
        #expect(screening.player().play(try screening.video()).recorder.lifecycle.last == .end)
    }

    @Test(arguments: [
        "../../../licence.key", "%2e%2e/%2e%2e/licence.key", "video/../../../licence.key",
        "video//000000.ts", "video/000000.ts.part", "//etc/passwd", "",
    ])
    func `a package cannot reference other files`(_ name: String) throws {
        let screening = try Screening.finished(SampleMedia.single.path)
        let video = try screening.video()
        let provider = OfflineSessionProvider(library: screening.library)
        let plan = try #require(try provider.plan(for: video))
        let loader = try #require(plan.loaderSource?.loader())
        let root = plan.source.url.dropLast("index.m3u8".count)
        let request = ResourceRequest(
            url: "\(root)\(name)", kind: .segment, referrer: plan.source.url)
        #expect(throws: TransportError.self) { try loader.load(request) }
        let elsewhere = ResourceRequest(
            url: "file:///etc/passwd", kind: .segment, referrer: plan.source.url)
        screening.device.connection = .none
        #expect(throws: TransportError.self) {
            try #require(plan.loaderSource?.loader()).load(elsewhere)
        }
    }

    @Test func `a link in place of a file is not followed out of the package`() throws {
        let screening = try Screening.finished(SampleMedia.single.path)
        let package = try #require(try screening.library.folder.package(screening.token))
        try package.remove("video/000000.ts")
        try screening.download.scratch.link(
            "store/packages/\(screening.token)/video/000000.ts", to: SampleMedia.single.path)
        let player = screening.player().play(try screening.video())
        guard case .transport(let error) = player.failure, case .forbidden = error.cause else {
            Issue.record("\(player.recorder.trace)")
            return
        }
    }

    // MARK: Two players

    @Test func `two players of a video both play the stored files`() throws {
        let screening = try Screening.finished()
        screening.device.connection = .none
        let (first, second) = (screening.player(), screening.player())
        first.controller.setVideos([try screening.video()])
        let requests = try screening.requests { second.play(try screening.video()) }
        #expect(requests == [])
        #expect(first.recorder.lifecycle.last == .end)
        #expect(second.recorder.lifecycle.last == .end)
    }

    @Test func `an option makes a second player of an offline video load it over the network`()
        throws
    {
        let screening = try Screening.finished(SampleMedia.single.path)
        screening.library.options.simulatesSecondPlayerGoingOnline = true
        let (first, second) = (screening.player(), screening.player())
        first.controller.setVideos([try screening.video()])
        let requests = try screening.requests { second.play(try screening.video()) }
        #expect(requests.count == 5, "\(requests)")
        #expect(second.recorder.lifecycle.last == .end)
        // After both players have stopped, the next player counts as the first player again.
        first.controller.setVideos([])
        second.controller.setVideos([])
        screening.device.connection = .none
        #expect(first.play(try screening.video()).recorder.lifecycle.last == .end)
        // The second player loads the video over the network, so it fails without a network.
        #expect(second.play(try screening.video()).recorder.lifecycle.last == .fail)
    }

    // MARK: External playback

    @Test func `an offline video is not shown on another device`() throws {
        let screening = try Screening.finished()
        let player = screening.player()
        player.controller.setExternalPlaybackActive(true)
        player.play(try screening.video())
        #expect(player.recorder.lifecycle == [.playbackBufferEmpty, .fail])
        #expect(player.codes == ["\(OfflineError.domain) 69301"])
        // Other videos can still be played on the other device.
        player.play(SampleMedia.single.video())
        #expect(player.recorder.lifecycle.last == .end)
    }

    @Test func `an offline video ends when it is moved to another device`() throws {
        let screening = try Screening.finished()
        let player = screening.player()
        player.controller.setVideos([try screening.video()])
        player.run(until: 5)
        player.controller.setExternalPlaybackActive(true)
        player.controller.run()
        #expect(player.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect(player.codes == ["\(OfflineError.domain) 69301"])
        player.controller.resumeVideo(at: 5, autoPlay: true)
        player.controller.run()
        #expect(player.recorder.lifecycle.last == .resumeFail)
        player.controller.setExternalPlaybackActive(false)
        player.controller.resumeVideo(at: 5, autoPlay: true)
        player.controller.run()
        #expect(player.recorder.lifecycle.last == .end)
    }
}
