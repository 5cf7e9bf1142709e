import Linting
import Playlists
import Presentation
import Testing
import VirtualTime

/// Tests of a watch that follows a player, and sees only the responses to the player's requests.
@Suite struct FollowedPlayerTests {
    private func version(_ numbers: Range<Int>, blocks: Bool = false) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        playlist.targetDuration = .seconds(6)
        playlist.mediaSequence = numbers.lowerBound
        playlist.segments = numbers.map { MediaSegment(uri: "\($0).ts", duration: .seconds(6)) }
        if blocks {
            var control = ServerControl()
            control.canBlockReload = true
            playlist.serverControl = control
        }
        return playlist
    }

    private func instant(_ seconds: Int64) -> Instant { Instant(sinceStart: .seconds(seconds)) }

    /// Loads playlist versions at given instants, and returns the broken rules.
    private func rules(
        _ loads: [(second: Int64, numbers: Range<Int>)]
    ) -> [LintRule] {
        var watch = PlaylistWatch("video", followsPlayer: true)
        return loads.flatMap { second, numbers in
            watch.follow(.none, at: instant(second))
            return watch.take(version(numbers), at: instant(second)).findings.map(\.rule)
        }
    }

    @Test func `a player that pauses its requests is not mistaken for a late origin`() {
        #expect(rules([(0, 0..<5), (300, 50..<55)]) == [])
        #expect(rules([(0, 0..<5), (29, 50..<55)]) == [.edits])
        #expect(rules([(0, 0..<5), (20, 1..<6)]) == [])
    }

    @Test func `an unchanged response after more than one and a half target durations is late`() {
        #expect(rules([(0, 0..<5), (9, 0..<5), (12, 1..<6)]) == [])
        #expect(rules([(0, 0..<5), (10, 0..<5), (12, 0..<5)]) == [.updates])
    }

    @Test(arguments: [(5, false), (6, true), (8, true)])
    func `a blocking reload that returns the known version is a breach if more was requested`(
        sequence: Int, isBreach: Bool
    ) {
        var watch = PlaylistWatch("video", followsPlayer: true)
        watch.follow(.none, at: .start)
        _ = watch.take(version(0..<6, blocks: true), at: .start)
        watch.follow(ReloadDirectives(sequence: sequence), at: instant(1))
        let step = watch.take(version(0..<6, blocks: true), at: instant(1))
        #expect(step.findings.map(\.rule) == (isBreach ? [.blocking] : []))
    }

    @Test func `the duration of the transfer does not count as blocking time`() {
        for (sent, isBreach) in [(1, false), (18, false), (20, true)] as [(Int64, Bool)] {
            var watch = PlaylistWatch("video", followsPlayer: true)
            watch.follow(.none, at: .start)
            _ = watch.take(version(0..<6, blocks: true), at: .start)
            watch.follow(ReloadDirectives(sequence: 6), at: .start)
            let step = watch.take(
                version(1..<7, blocks: true), at: instant(40), sentAt: instant(sent))
            #expect(step.findings.map(\.rule) == (isBreach ? [.blocking] : []))
        }
    }
}
