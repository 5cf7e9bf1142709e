import HeadlessPlayback
import Presentation
import TestSupport
import Testing
import Transport

/// A server could send a playlist without an end again, but a player of a film never asks for it.
@Suite struct AlteredServerTests {
    /// Plays a film whose playlist of subtitles states neither a type nor, where it is cut, an end.
    private func ledger(subtitles fault: ResourceFault) throws -> Ledger {
        let server = ScriptedLoader(
            [
                (
                    "subtitles-en/index.m3u8",
                    .changed {
                        let lines = String(decoding: $0, as: UTF8.self).split(separator: "\n")
                        let kept = lines.filter { !$0.hasPrefix("#EXT-X-PLAYLIST-TYPE") }
                        return Array((kept.joined(separator: "\n") + "\n").utf8)
                    }
                )
            ], behind: SampleServer())
        var options = PlaybackOptions()
        options.mediaPreferences.subtitles = .language("en")
        options.faults = [FaultRule(RequestPattern("*subtitles-en/index.m3u8"), fault: fault)]
        let world = PlaybackWorld(options: options, loader: server)
        let playback = Playback(in: world, provider: BasicSessionProvider())
            .play(Video(url: SampleServer.url(of: .transportStream)))
        return try #require(playback.ledger)
    }

    @Test func `subtitles that a fault cuts make a film of a server unsound`() throws {
        let ledger = try ledger(subtitles: .truncation(toMillionths: 600_000))
        #expect(!ledger.isSound)
        #expect(ledger.remarks.filter(\.kind.isUnsound).map(\.kind) == [.alteredPlaylist])
    }

    @Test func `a fault that cuts only the end of the last line changes nothing`() throws {
        let ledger = try ledger(subtitles: .truncation(toBytes: 247))
        #expect(ledger.isSound)
        #expect(ledger.remarks == [])
    }
}
