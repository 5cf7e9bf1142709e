import ContentProtection
import HeadlessPlayback
import TestSupport
import Testing
import Transport

@Suite struct EncryptedTwinTests {
    private static let assets = SampleMedia.allCases.filter { $0.path.hasSuffix(".m3u8") }

    @Test(arguments: assets)
    func `an encrypted asset plays like its clear twin, subtitles included`(media: SampleMedia) {
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

@Suite struct WrongVectorTests {
    @Test(arguments: 0..<16)
    func `an initialization vector with one wrong byte is detected`(place: Int) throws {
        let media = try ProtectedMedia.rotatingAES128()
        let right = [String](repeating: "5a", count: 16)
        var wrong = right
        wrong[place] = "a5"
        let index = try #require(media.files.first { $0.name == "index.m3u8" })
        let text = String(decoding: index.bytes, as: UTF8.self).replacing(
            right.joined(), with: wrong.joined())
        let loader = ScriptedLoader(
            [("index.m3u8", .bytes(Array(text.utf8)))], behind: media.loader)
        let playback = Playback(loader: loader, provider: ProtectedSessionProvider())
        playback.play(media.video)
        #expect(playback.recorder.lifecycle.suffix(2).contains(.failedToPlayToEndTime))
        #expect(playback.recorder.lifecycle.contains(.error))
        #expect(playback.times(in: .played)["video"] == .seconds(6))
    }

    @Test(arguments: 10..<16)
    func `an initialization vector that damages the time of packed audio is detected`(place: Int)
        throws
    {
        let source = "\(SampleMedia.folder)/packed-audio/segment-0.aac"
        let clear = try StandardLoader().load(ResourceRequest(url: source, kind: .segment))
        var vector = [UInt8](repeating: 0x5A, count: 16)
        let bytes = try EncryptorWholeSegment.encrypt(
            clear.body.bytes(), key: ProtectedMedia.key, vector: vector)
        func play() -> Playback {
            let digits = vector.map { String($0, radix: 16) }.joined()
            let text = """
                #EXTM3U
                #EXT-X-TARGETDURATION:4
                #EXT-X-KEY:METHOD=AES-128,URI="film.key",IV=0x\(digits)
                #EXTINF:4.017052,
                part.aac
                #EXT-X-ENDLIST
                """
            let loader = ScriptedLoader([
                ("index.m3u8", .bytes(Array(text.utf8))), ("part.aac", .bytes(bytes)),
                ("film.key", .bytes(ProtectedMedia.key)),
            ])
            return Playback(loader: loader, provider: ProtectedSessionProvider())
                .play(SampleMedia.single.video())
        }
        #expect(play().recorder.lifecycle.last == .end)
        vector[place] = 0xA5
        let playback = play()
        #expect(playback.times(in: .played) == [:])
        #expect("\(playback.recorder.errors[0])".contains("a wrong initialization vector"))
    }
}

@Suite struct UnannouncedEncryptionTests {
    /// Returns the asset with playlists from which the key tags were removed.
    private func withoutKeys(_ media: ProtectedMedia) -> ScriptedLoader {
        ScriptedLoader(
            media.files.map { name, bytes in
                guard name.hasSuffix(".m3u8") else { return (name, .bytes(bytes)) }
                let lines = String(decoding: bytes, as: UTF8.self).split(
                    separator: "\n", omittingEmptySubsequences: false)
                let kept = lines.filter { !$0.contains("-KEY:") }.joined(separator: "\n")
                return (name, .bytes(Array(kept.utf8)))
            })
    }

    @Test func `fragments encrypted without keys in the playlist do not play`() throws {
        let playback = Playback(
            loader: withoutKeys(try ProtectedMedia.cbcs()), provider: ProtectedSessionProvider()
        ).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .fail)
        let identifier = String(repeating: "a1", count: 16)
        #expect(
            "\(playback.recorder.errors[0])".contains(
                "no key for the key identifier \(identifier), which no playlist lists"))
        #expect(playback.times(in: .played) == [:])
    }

    @Test func `fragments that play only with a key of no playlist are not sound`() throws {
        let given = GivenKeySystem(byIdentifier: [
            KeyIdentifier([UInt8](repeating: 0xA1, count: 16)): ProtectedMedia.key
        ])
        let playback = Playback(
            loader: withoutKeys(try ProtectedMedia.cbcs()),
            provider: ProtectedSessionProvider(keySystems: [given])
        ) { $0.verification = .decode }.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == false)
        #expect(playback.ledger?.remarks.map(\.kind) == [.unlistedKey])
    }

    @Test func `a key for other media does not displace the keys of the playlist`() throws {
        let media = try ProtectedMedia.cbcs(tag: "METHOD=SAMPLE-AES,URI=\"film.key\"")
        let loader = ScriptedLoader(
            [("film.key", .bytes(ProtectedMedia.key))], behind: media.loader)
        let given = GivenKeySystem(byIdentifier: [
            KeyIdentifier([UInt8](repeating: 7, count: 16)): ProtectedMedia.secondKey
        ])
        let playback = Playback(
            loader: loader,
            provider: ProtectedSessionProvider(keySystems: [given, IdentityKeySystem()])
        ).play(media.video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.recorder.errors.map(\.description) == [])
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a transport stream encrypted without keys in the playlist does not play`() throws {
        let clear = try StandardLoader().load(
            ResourceRequest(url: "\(SampleMedia.single.folder)/segment-0.ts", kind: .segment))
        var encryptor = EncryptorTransportStream()
        let encrypted = try encryptor.encrypt(clear.body.bytes())
        let playback = Playback(
            loader: ScriptedLoader([("segment-0.ts", .bytes(encrypted))]),
            provider: ProtectedSessionProvider()
        ).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect("\(playback.recorder.errors[0])".contains("samples are encrypted"))
    }
}
