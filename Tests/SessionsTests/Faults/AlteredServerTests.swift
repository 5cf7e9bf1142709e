import HeadlessPlayback
import Presentation
import TestSupport
import Testing
import Transport

/// Films whose playlist states no type and lacks its end tag, because a fault truncates it.
///
/// A server could send the whole playlist later, but a player of a film loads it only once.
@Suite struct AlteredServerTests {
    /// Plays a film whose playlist states no type; the fault removes the end of the playlist.
    private func ledger(
        _ media: SampleMedia, _ playlist: String, _ fault: ResourceFault,
        occurrences: Range<Int>? = nil
    ) throws -> Ledger {
        let server = ScriptedLoader(
            [
                (
                    playlist,
                    .changed {
                        let lines = String(decoding: $0, as: UTF8.self).split(separator: "\n")
                        let kept = lines.filter { !$0.hasPrefix("#EXT-X-PLAYLIST-TYPE") }
                        return Array((kept.joined(separator: "\n") + "\n").utf8)
                    }
                )
            ], behind: SampleServer())
        var options = PlaybackOptions()
        options.mediaPreferences.subtitles = .language("en")
        options.faults = [
            FaultRule(RequestPattern("*\(playlist)"), occurrences: occurrences, fault: fault)
        ]
        let world = PlaybackWorld(options: options, loader: server)
        let playback = Playback(in: world, provider: BasicSessionProvider())
            .play(Video(url: SampleServer.url(of: media)))
        return try #require(playback.ledger)
    }

    private let subtitles = "subtitles-en/index.m3u8"

    /// The truncated playlist looks like a broadcast, which is joined near its end and reloaded.
    @Test func `a film from a server whose playlist is truncated once is unsound`() throws {
        let ledger = try ledger(
            .single, "single/index.m3u8", .truncation(toMillionths: 800_000), occurrences: 0..<1)
        #expect(!ledger.isSound)
        #expect(ledger.remarks.map(\.kind).contains(.alteredPlaylist))
    }

    @Test func `a truncated subtitle playlist makes a film from a server unsound`() throws {
        let ledger = try ledger(
            .transportStream, subtitles, .truncation(toMillionths: 600_000))
        #expect(!ledger.isSound)
        let kinds = ledger.remarks.filter(\.kind.isUnsound).map(\.kind)
        #expect(kinds == [.alteredPlaylist, .shortSubtitles])
    }

    @Test func `a truncation that removes only the last line end changes nothing`() throws {
        let ledger = try ledger(.transportStream, subtitles, .truncation(toBytes: 247))
        #expect(ledger.isSound)
        #expect(ledger.remarks == [])
    }
}
