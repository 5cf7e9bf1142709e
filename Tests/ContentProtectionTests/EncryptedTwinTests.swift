import HeadlessPlayback
import TestSupport
import Testing

@Suite struct EncryptedTwinTests {
    private static let assets = SampleMedia.allCases.filter { $0.path.hasSuffix(".m3u8") }

    @Test(arguments: assets)
    func `an encrypted asset plays as its clear twin, subtitles included`(media: SampleMedia) {
        func play(_ loader: any ResourceLoader) -> Playback {
            Playback(loader: loader, provider: ProtectedSessionProvider()) {
                $0.mediaPreferences = MediaPreferences(
                    audioLanguages: ["fr"], subtitles: .language("fr"))
                $0.verification = .decode
            }.play(media.video())
        }
        let clear = play(StandardLoader())
        let encrypted = play(EncryptingLoader())
        #expect(encrypted.recorder.trace == clear.recorder.trace)
        #expect(encrypted.ledger?.tracks == clear.ledger?.tracks)
        #expect(encrypted.ledger?.isSound == true)
    }

    @Test(arguments: assets)
    func `without a provider that decrypts, an encrypted asset fails`(media: SampleMedia) {
        let playback = Playback(loader: EncryptingLoader()).play(media.video())
        #expect(playback.recorder.lifecycle == [.playbackBufferEmpty, .fail])
        #expect(playback.times(in: .played) == [:])
    }
}
