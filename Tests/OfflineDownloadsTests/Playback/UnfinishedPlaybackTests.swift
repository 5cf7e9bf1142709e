import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing
import VirtualTime

@Suite struct UnfinishedPlaybackTests {
    @Test func `only missing segments are loaded over the network`() throws {
        let screening = try Screening.halfway()
        let player = screening.player()
        let requests = try screening.requests { player.play(try screening.video()) }
        #expect(requests == ["segment-2.ts", "segment-3.ts", "segment-4.ts"])
        #expect(player.recorder.lifecycle.last == .end)
        #expect(player.ledger?.isSound == true)
    }

    @Test func `without a network playback reaches the end of the stored segments`() throws {
        let screening = try Screening.halfway()
        screening.device.connection = .none
        let player = screening.player()
        let requests = try screening.requests { player.play(try screening.video()) }
        #expect(requests == [])
        let end = player.recorder.lifecycle.suffix(3)
        #expect(
            end == [.playbackStalled, .playbackBufferEmpty, .failedToPlayToEndTime],
            "\(player.recorder.trace)")
        #expect(player.controller.currentSession?.position == .seconds(4))
        guard case .transport(let error) = player.failure else {
            Issue.record("\(player.recorder.trace)")
            return
        }
        #expect(
            error.cause
                == .unreachable(host: "the source", reason: "there is no connection"))
    }

    @Test func `a network that returns in time ends the stall`() throws {
        let screening = try Screening.halfway()
        screening.device.connection = .none
        let player = screening.player()
        player.controller.setVideos([try screening.video()])
        player.run(until: 9)
        #expect(player.recorder.lifecycle.contains(.playbackStalled))
        screening.device.connection = .wifi
        player.controller.run()
        #expect(player.recorder.lifecycle.contains(.playbackRecovered))
        #expect(player.recorder.lifecycle.last == .end)
    }

    /// Returns a download that lacks the last segment: eight seconds are stored.
    private func almost() throws -> Screening {
        let network = NetworkConditions(bitsPerSecond: 250_000)
        let screening = try Screening(SampleMedia.single.path, network: network)
        screening.download.run(until: 6)
        screening.device.connection = .none
        return screening
    }

    @Test func `stored segments play to their end after a missing segment has failed`() throws {
        let screening = try almost()
        let player = screening.player().play(try screening.video())
        // The segment had failed long before the playhead reached it.
        #expect(player.controller.currentSession?.position == .seconds(8))
        let end = player.recorder.lifecycle.suffix(3)
        #expect(
            end == [.playbackStalled, .playbackBufferEmpty, .failedToPlayToEndTime],
            "\(player.recorder.trace)")
    }

    @Test func `a network that returns late is used for the missing segments`() throws {
        let screening = try almost()
        let player = screening.player()
        player.controller.setVideos([try screening.video()])
        player.run(until: 13.5)
        screening.device.connection = .wifi
        player.controller.run()
        #expect(player.recorder.lifecycle.last == .end, "\(player.recorder.trace)")
        #expect(player.ledger?.isSound == true)
    }

    @Test(arguments: [false, true])
    func `a cellular connection is used when it is allowed`(isAllowed: Bool) throws {
        let screening = try Screening.halfway()
        screening.device.connection = .cellular
        screening.library.options.allowsCellularPlayback = isAllowed
        let player = screening.player().play(try screening.video())
        #expect(player.recorder.lifecycle.last == (isAllowed ? .end : .failedToPlayToEndTime))
    }

    @Test func `a download waits while its player exists, and continues afterwards`() throws {
        let screening = try Screening.halfway()
        let before = try screening.record().percent
        let player = screening.player().play(try screening.video())
        #expect(player.recorder.lifecycle.last == .end)
        // The transfers in progress were cancelled, so hours pass without progress.
        screening.download.run(until: 7200)
        #expect(try screening.record().percent == before)
        player.controller.setVideos([])
        screening.download.run()
        #expect(try screening.record().state == .completed)
        screening.device.connection = .none
        #expect(player.play(try screening.video()).recorder.lifecycle.last == .end)
    }

    @Test func `a download waits for the last of its players`() throws {
        let screening = try Screening.halfway()
        let (first, second) = (screening.player(), screening.player())
        first.controller.setVideos([try screening.video()])
        second.play(try screening.video())
        first.controller.setVideos([])
        screening.download.run()
        #expect(try screening.record().state == .downloading)
        second.controller.setVideos([])
        screening.download.run()
        #expect(try screening.record().state == .completed)
    }

    @Test func `an unused session plan does not delay a download`() throws {
        let screening = try Screening.halfway()
        let player = screening.player()
        player.controller.insertVideo(try screening.video(), after: -1)
        screening.download.run()
        #expect(try screening.record().state == .completed)
    }

    @Test func `a download without playlists yet plays from the network`() throws {
        let screening = try Screening(SampleMedia.single.path)
        let player = screening.player().play(try screening.video())
        #expect(player.recorder.lifecycle.last == .end)
        #expect(player.ledger?.isSound == true)
    }

    @Test func `a download without playlists yet needs the network`() throws {
        let screening = try Screening(SampleMedia.single.path)
        screening.device.connection = .none
        let player = screening.player().play(try screening.video())
        #expect(player.recorder.lifecycle.last == .fail)
    }

    @Test func `playback is the same on any number of threads`() throws {
        func trace(_ workers: Workers) throws -> String {
            let screening = try Screening.halfway(workers: workers)
            let player = screening.player()
            player.controller.setVideos([try screening.video()])
            player.run(until: 6)
            screening.device.connection = .none
            player.run(until: 8)
            screening.device.connection = .wifi
            player.controller.run()
            player.controller.setVideos([])
            screening.download.run()
            return player.recorder.trace + screening.download.lines.joined(separator: "\n")
        }
        let one = try trace(Workers(count: 1))
        let eight = try trace(Workers(count: 8))
        #expect(one == eight)
        #expect(try trace(Workers(count: 8)) == eight)
        #expect(one.contains("completed"))
    }

    @Test func `a store that was opened by another process plays its stored segments`() throws {
        let screening = try Screening.halfway()
        let world = PlaybackWorld(loader: screening.origin)
        let device = Device()
        let library = try OfflineLibrary(
            world: world, folder: screening.library.folder,
            epoch: DateTime(millisecondsSince1970: Screening.epoch), device: device)
        screening.download.engine.close()
        let player = screening.player(library, in: world)
        let requests = try screening.requests { player.play(try screening.video()) }
        #expect(requests == ["segment-2.ts", "segment-3.ts", "segment-4.ts"])
        #expect(player.recorder.lifecycle.last == .end)
        device.connection = .none
        #expect(player.play(try screening.video()).failure != nil)
    }
}
