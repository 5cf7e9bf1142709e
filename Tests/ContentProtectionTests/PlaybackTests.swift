import ContentProtection
import HeadlessPlayback
import TestSupport
import Testing

/// Encrypted assets, played from start to end.
@Suite struct PlaybackTests {
    private static let key = Array("the key of plays".utf8)
    private static let longKey = Array("the key of plays, twice as long!".utf8)
    private static let vector = [UInt8](repeating: 0x5A, count: 16)

    /// Returns a provider that decrypts with the given keys, which are identified by their URIs.
    private func provider(_ keys: [String: [UInt8]]) -> DecryptingProvider {
        DecryptingProvider(
            decryptor: SegmentDecryptor { key, _ in
                guard let uri = key.uri, let bytes = keys[uri] else {
                    throw DecryptionError(.missingKey(key.uri ?? ""))
                }
                return bytes
            })
    }

    /// Returns an asset with one media playlist, which has key tags before the given segments.
    private func asset(
        _ tags: [Int: String],
        encrypt: @escaping @Sendable (_ number: Int, _ bytes: [UInt8]) throws -> [UInt8]
    ) throws -> ScriptedLoader {
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n"
        var script: [(String, ScriptedLoader.Answer)] = []
        for number in 0..<5 {
            if let tag = tags[number] { text += "#EXT-X-KEY:\(tag)\n" }
            text += "#EXTINF:2,\nsegment-\(number).ts\n"
            let clear = fileBytes("\(SampleMedia.single.folder)/segment-\(number).ts")
            script.append(("segment-\(number).ts", .bytes(try encrypt(number, clear))))
        }
        text += "#EXT-X-ENDLIST\n"
        script.append(("index.m3u8", .bytes(Array(text.utf8))))
        return ScriptedLoader(script)
    }

    private func expectSound(
        _ playback: Playback, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(playback.recorder.lifecycle.last == .end, sourceLocation: location)
        #expect(playback.recorder.errors.map(\.description) == [], sourceLocation: location)
        #expect(playback.ledger?.isSound == true, sourceLocation: location)
        #expect(
            playback.times(in: .played)["video"] == .seconds(10), sourceLocation: location)
    }

    @Test
    func `AES-128 plays, with key rotation, implicit initialization vectors and clear segments`()
        throws
    {
        let loader = try asset([
            0: "METHOD=NONE",
            1: "METHOD=AES-128,URI=\"one\"",
            3: "METHOD=AES-128,URI=\"two\",IV=0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
            4: "METHOD=NONE",
        ]) { number, bytes in
            switch number {
            case 1, 2:
                try EncryptorWholeSegment.encrypt(
                    bytes, key: Self.key,
                    vector: [UInt8](repeating: 0, count: 15) + [UInt8(7 + number)])
            case 3:
                try EncryptorWholeSegment.encrypt(bytes, key: Self.vector, vector: Self.vector)
            default: bytes
            }
        }
        let playback = Playback(
            loader: loader, provider: provider(["one": Self.key, "two": Self.vector])
        ) { $0.verification = .decode }
        playback.play(SampleMedia.single.video())
        expectSound(playback)
    }

    @Test func `AES-256 plays, in CBC and in CTR`() throws {
        let iv = "IV=0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"
        let loader = try asset([
            0: "METHOD=AES-256,URI=\"key\",\(iv)", 2: "METHOD=AES-256-CTR,URI=\"key\",\(iv)",
        ]) { number, bytes in
            if number < 2 {
                return try EncryptorWholeSegment.encrypt(
                    bytes, key: Self.longKey, vector: Self.vector)
            }
            var stream = try CounterStream(key: Self.longKey)
            try stream.restart(Self.vector)
            var bytes = bytes
            try stream.apply(to: &bytes, in: bytes.indices)
            return bytes
        }
        let playback = Playback(loader: loader, provider: provider(["key": Self.longKey]))
        playback.play(SampleMedia.single.video())
        expectSound(playback)
    }

    /// Returns an asset that starts in the clear, and then has two SAMPLE-AES keys in succession.
    private func rotatedKeys() throws -> ScriptedLoader {
        try asset([
            1: "METHOD=SAMPLE-AES,URI=\"one\",IV=0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
            3: "METHOD=SAMPLE-AES,URI=\"two\"",
        ]) { number, bytes in
            guard number > 0 else { return bytes }
            var encryptor = EncryptorTransportStream()
            encryptor.key = number < 3 ? Self.key : Self.vector
            encryptor.vector =
                number < 3
                ? Self.vector : [UInt8](repeating: 0, count: 15) + [UInt8(7 + number)]
            return try encryptor.encrypt(bytes)
        }
    }

    @Test func `SAMPLE-AES plays, with rotation and a clear start`() throws {
        let playback = Playback(
            loader: try rotatedKeys(), provider: provider(["one": Self.key, "two": Self.vector])
        ) { $0.verification = .decode }
        playback.play(SampleMedia.single.video())
        expectSound(playback)
    }

    @Test(arguments: ["one", "two"])
    func `a wrong key for SAMPLE-AES fails at the first segment that uses it`(wrong: String) throws
    {
        var keys = ["one": Self.key, "two": Self.vector]
        keys[wrong] = Array("a key of no film".utf8)
        let playback = Playback(loader: try rotatedKeys(), provider: provider(keys))
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect("\(playback.recorder.errors[0])".contains("garbage"))
        guard case .decryption(let cause, _) = playback.recorder.errors[0].cause else {
            Issue.record("\(playback.recorder.errors[0].cause)")
            return
        }
        #expect("\(cause)".hasPrefix("decrypts to garbage"))
        #expect(playback.times(in: .played)["video"] == .seconds(wrong == "one" ? 2 : 6))
    }

    @Test(arguments: 1...4)
    func `a segment encrypted with another key than the EXT-X-KEY tag states fails`(wrong: Int)
        throws
    {
        let loader = try asset([
            0: "METHOD=SAMPLE-AES,URI=\"key\",IV=0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"
        ]) { number, bytes in
            var encryptor = EncryptorTransportStream()
            encryptor.key = number == wrong ? Array("a key of no film".utf8) : Self.key
            encryptor.vector = Self.vector
            return try encryptor.encrypt(bytes)
        }
        let playback = Playback(loader: loader, provider: provider(["key": Self.key]))
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect(!playback.recorder.errors.isEmpty)
        #expect(playback.recorder.errors.allSatisfy { "\($0)".contains("garbage") })
        #expect(playback.times(in: .played)["video"] == .seconds(Int64(2 * wrong)))
    }

    @Test func `a wrong key of a sample group fails in spite of a correct key of its track`() throws
    {
        let encryptor = EncryptorFragments(
            scheme: .cbcs, crypt: 1, skip: 9, vectorCount: 16, groups: .secondKey)
        let loader = try fragments(encryptor, tag: "METHOD=SAMPLE-AES,URI=\"nowhere\"")
        let keys = [
            KeyIdentifier(encryptor.keyIdentifier): encryptor.key,
            KeyIdentifier(encryptor.secondKeyIdentifier): Array("a key of no film".utf8),
        ]
        let decryptor = SegmentDecryptor(contentKeys: { keys[$0] }) { _, _ in
            throw DecryptionError(.missingKey("nothing"))
        }
        let playback = Playback(loader: loader, provider: DecryptingProvider(decryptor: decryptor))
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect("\(playback.recorder.errors[0])".contains("garbage"))
    }

    /// Returns fragments with an initialization section, in one media playlist.
    private func fragments(
        _ encryptor: EncryptorFragments?, tag: String, whole: Bool = false
    ) throws -> ScriptedLoader {
        let folder = "\(SampleMedia.fragments.folder)/video-360p"
        let file = fileBytes("\(folder)/media.mp4")
        var section = Array(file[..<795])
        var media = Array(file[795..<49091])
        if let encryptor {
            section = encryptor.initialization(section)
            media = try encryptor.media(media, video: [1])
        }
        if whole {
            section = try EncryptorWholeSegment.encrypt(
                section, key: Self.key, vector: Self.vector)
            media = try EncryptorWholeSegment.encrypt(media, key: Self.key, vector: Self.vector)
        }
        let text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:3
            #EXT-X-KEY:\(tag)
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:3,
            media.m4s
            #EXT-X-ENDLIST

            """
        return ScriptedLoader([
            ("index.m3u8", .bytes(Array(text.utf8))), ("init.mp4", .bytes(section)),
            ("media.m4s", .bytes(media)),
        ])
    }

    @Test(arguments: ProtectionScheme.allCases)
    func `Common Encryption plays`(scheme: ProtectionScheme) throws {
        var encryptor = EncryptorFragments(scheme: scheme, key: Self.key)
        if scheme == .cens || scheme == .cbcs { (encryptor.crypt, encryptor.skip) = (1, 9) }
        if scheme == .cbc1 || scheme == .cbcs { encryptor.vectorCount = 16 }
        let isCounted = scheme == .cenc || scheme == .cens
        let loader = try fragments(
            encryptor, tag: "METHOD=SAMPLE-AES\(isCounted ? "-CTR" : ""),URI=\"key\"")
        let playback = Playback(loader: loader, provider: provider(["key": Self.key])) {
            $0.verification = .decode
        }
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .played)["video"] == .seconds(3))
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: [ProtectionScheme.cenc, .cbcs])
    func `a method that contradicts the scheme fails, even with the right key`(
        scheme: ProtectionScheme
    ) throws {
        var encryptor = EncryptorFragments(scheme: scheme, key: Self.key)
        if scheme == .cbcs { (encryptor.crypt, encryptor.skip, encryptor.vectorCount) = (1, 9, 16) }
        let method = scheme == .cbcs ? "SAMPLE-AES-CTR" : "SAMPLE-AES"
        let loader = try fragments(encryptor, tag: "METHOD=\(method),URI=\"key\"")
        let playback = Playback(loader: loader, provider: provider(["key": Self.key]))
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .fail)
        let words = "the method \(method) contradicts the scheme \(scheme) of the media"
        #expect("\(playback.recorder.errors[0])".hasSuffix(words))
    }

    @Test func `content keys are looked up by identifier before URI`() throws {
        let encryptor = EncryptorFragments(scheme: .cenc, groups: .secondKey)
        let loader = try fragments(encryptor, tag: "METHOD=SAMPLE-AES-CTR,URI=\"nowhere\"")
        let keys = [
            KeyIdentifier(encryptor.keyIdentifier): encryptor.key,
            KeyIdentifier(encryptor.secondKeyIdentifier): encryptor.secondKey,
        ]
        let decryptor = SegmentDecryptor(contentKeys: { keys[$0] }) { _, _ in
            throw DecryptionError(.missingKey("nothing"))
        }
        let playback = Playback(loader: loader, provider: DecryptingProvider(decryptor: decryptor))
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `an initialization section is decrypted with its segments`() throws {
        let loader = try fragments(
            nil, tag: "METHOD=AES-128,URI=\"key\",IV=0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
            whole: true)
        let playback = Playback(loader: loader, provider: provider(["key": Self.key]))
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `an encrypted initialization section without an initialization vector fails`() throws
    {
        let loader = try fragments(nil, tag: "METHOD=AES-128,URI=\"key\"", whole: true)
        let playback = Playback(loader: loader, provider: provider(["key": Self.key]))
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect("\(playback.recorder.errors[0])".hasSuffix("the initialization vector is missing"))
    }

    @Test(arguments: [
        ("METHOD=AES-128,URI=\"wrong\"", "the padding is wrong"),
        ("METHOD=AES-128,URI=\"short\"", "the key has 15 bytes and not 16"),
        ("METHOD=AES-128,URI=\"long\"", "the key has 32 bytes and not 16"),
        ("METHOD=AES-128,URI=\"nowhere\"", "no key for nowhere"),
        ("METHOD=AES-512,URI=\"key\"", "the method AES-512 is not supported"),
        ("METHOD=SAMPLE-AES-CTR,URI=\"key\"", "the method SAMPLE-AES-CTR is not supported"),
        ("METHOD=SAMPLE-AES,URI=\"key\"", "no container for which sample encryption is defined"),
    ])
    func `unsupported or wrong encryption fails`(tag: String, message: String) throws {
        let loader = try asset([0: tag]) { number, bytes in
            // Encrypts the bytes, except for SAMPLE-AES-CTR, which is not defined for transport
            // streams.
            guard !tag.contains("CTR") else { return bytes }
            return try EncryptorWholeSegment.encrypt(
                bytes, key: Self.key,
                vector: [UInt8](repeating: 0, count: 15) + [UInt8(7 + number)])
        }
        let playback = Playback(
            loader: loader,
            provider: provider([
                "key": Self.key, "wrong": Self.vector, "short": Array(Self.key.dropLast()),
                "long": Self.longKey,
            ]))
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle == [.playbackBufferEmpty, .error, .fail])
        #expect(playback.recorder.errors.count == 2)
        #expect("\(playback.recorder.errors[0])".contains(message))
    }

    @Test func `a truncated encrypted segment fails playback when it is reached`() throws {
        let loader = try asset([0: "METHOD=AES-128,URI=\"key\""]) { number, bytes in
            let encrypted = try EncryptorWholeSegment.encrypt(
                bytes, key: Self.key,
                vector: [UInt8](repeating: 0, count: 15) + [UInt8(7 + number)])
            return number == 3 ? encrypted.dropLast(5) : encrypted
        }
        let playback = Playback(loader: loader, provider: provider(["key": Self.key]))
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect("\(playback.recorder.errors[0])".contains("are not a multiple of 16"))
    }
}
