import LiveOrigin
import Playlists
import Testing
import VirtualTime

/// Tests of keys that change during a broadcast, as an origin lists and serves them.
@Suite struct KeyRotationTests {
    private static func origin(
        _ keys: KeyRotation = KeyRotation(every: .seconds(12)), _ faults: [EncoderFault] = [],
        initialization: String? = nil, offset: Int = 0, ending: Ending? = nil
    ) throws -> LiveOrigin {
        var packager = Packager.video(.count(6))
        packager.keys = keys
        packager.renditions[0].sequenceOffset = offset
        let survey = SourceSurvey(tracks: [track([6000], initialization: initialization)])
        return try LiveOrigin(
            programme: Programme(sources: [survey], ending: ending),
            encoder: Encoder(faults: faults), packager: packager)
    }

    /// Returns the encryption of a segment.
    private func encryption(
        _ origin: LiveOrigin, _ name: String, at seconds: Double
    ) throws -> OriginEncryption {
        guard case .ready(let response) = origin.answer("video/\(name)", at: seconds),
            case .media(let media) = response.content
        else { throw KeyTrouble() }
        return try #require(media.encryption)
    }

    /// Returns the key that the origin serves; `nil` when the origin refuses the request.
    private func key(_ origin: LiveOrigin, _ period: Int, at seconds: Double) -> [UInt8]? {
        guard case .ready(let response) = origin.answer("keys/\(period).key", at: seconds),
            case .key(let bytes) = response.content
        else { return nil }
        return bytes
    }

    private struct KeyTrouble: Error {}

    @Test func `each segment lists the key of its period, and is encrypted with it`() throws {
        let origin = try Self.origin()
        let list = try origin.media(at: 60)
        #expect(list.mediaSequence == 4)
        #expect(
            list.segments.map { $0.keys.first?.uri } == [
                "../keys/2.key", "../keys/2.key", "../keys/3.key", "../keys/3.key",
                "../keys/4.key", "../keys/4.key",
            ])
        var keys: Set<[UInt8]> = []
        for number in 4..<10 {
            let encryption = try encryption(origin, "s\(number).ts", at: 60)
            #expect(encryption.key == key(origin, number / 2, at: 60))
            #expect(encryption.vector == [UInt8](repeating: 0, count: 15) + [UInt8(number)])
            keys.insert(encryption.key)
        }
        #expect(keys.count == 3)
        #expect(list.segments.allSatisfy { $0.keys.first?.initializationVector == nil })
    }

    @Test func `without an IV attribute, the IV is the media sequence number of the segment`()
        throws
    {
        let origin = try Self.origin(offset: 1000)
        #expect(
            try encryption(origin, "s1004.ts", at: 60).vector
                == [UInt8](repeating: 0, count: 14) + [0x03, 0xEC])
    }

    @Test func `an IV attribute is the IV of its segment, and differs from all others`() throws {
        let origin = try Self.origin(KeyRotation(every: .seconds(12), vectors: .written))
        let list = try origin.media(at: 60)
        var vectors: Set<[UInt8]> = []
        for (place, segment) in list.segments.enumerated() {
            let written = try #require(segment.keys.first?.initializationVector)
            #expect(try encryption(origin, "s\(4 + place).ts", at: 60).vector == written)
            vectors.insert(written)
        }
        #expect(vectors.count == 6)
    }

    @Test func `responses do not depend on the order of requests, for thirty days`() throws {
        let origin = try Self.origin(KeyRotation(every: .seconds(30), vectors: .written, seed: 7))
        let instants = (0..<200).map { Double($0) * 12_960 + 40 }
        let forward = try instants.map { try origin.media(at: $0) }
        let backward = try instants.reversed().map { try origin.media(at: $0) }
        #expect(forward == backward.reversed())
        let last = try #require(forward.last?.segments.last?.keys.first?.uri)
        #expect(last == "../keys/\(Int(instants[199] - 6) / 30).key")
        let other = try Self.origin(KeyRotation(every: .seconds(30), vectors: .written, seed: 8))
        #expect(key(origin, 5, at: 1000) != key(other, 5, at: 1000))
    }

    @Test func `a key is served from the start of its period, and unknown key names are refused`()
        throws
    {
        let origin = try Self.origin()
        #expect(key(origin, 2, at: 23.9) == nil)
        #expect(key(origin, 2, at: 24)?.count == 16)
        #expect(key(origin, 2, at: 100_000)?.count == 16)
        for name in ["2", "02.key", "-1.key", "2.key.key", "p0-0.key", "9223372036854775807.key"] {
            #expect(origin.answer("keys/\(name)", at: 60) == .refused(status: 404), "\(name)")
        }
        let ended = try Self.origin(ending: Ending(after: .seconds(60), as: .removed))
        #expect(key(ended, 2, at: 60) != nil && key(ended, 2, at: 90) == nil)
    }

    @Test func `fragments have an initialization section for each key`() throws {
        let keys = KeyRotation(every: .seconds(12), method: .sampleAES, vectors: .written)
        let origin = try Self.origin(keys, initialization: "init.mp4")
        let list = try origin.media(at: 60)
        #expect(
            list.segments.map { $0.initializationSection?.uri } == [
                "init-p0-k2.mp4", "init-p0-k2.mp4", "init-p0-k3.mp4", "init-p0-k3.mp4",
                "init-p0-k4.mp4", "init-p0-k4.mp4",
            ])
        // Fragments contain their initialization vectors, so the tags do not state them.
        #expect(list.segments.allSatisfy { $0.keys.first?.initializationVector == nil })
        guard case .ready(let response) = origin.answer("video/init-p0-k3.mp4", at: 60),
            case .initialization(_, let encryption?) = response.content
        else { throw KeyTrouble() }
        let media = try self.encryption(origin, "s6.ts", at: 60)
        #expect(encryption.identifier == media.identifier)
        #expect(encryption.fragmentVector == media.fragmentVector)
        #expect(encryption.key == media.key)
        for name in ["init-p0.mp4", "init-p0-k9.mp4", "init-p0-k.mp4", "init-k3-p0.mp4"] {
            #expect(origin.answer("video/\(name)", at: 60) == .refused(status: 404), "\(name)")
        }
    }

    @Test
    func `licensed keys rotate with their content identifiers, and the origin does not serve them`()
        throws
    {
        let licensed = ["a", "b", "c"].enumerated().map {
            KeyRotation.Licensed(
                content: $0.element, key: [UInt8](repeating: UInt8($0.offset), count: 16))
        }
        let keys = KeyRotation(every: .seconds(12), method: .sampleAES, licensed: licensed)
        let origin = try Self.origin(keys)
        let list = try origin.media(at: 60)
        #expect(
            list.segments.map { $0.keys.first?.uri } == [
                "skd://c", "skd://c", "skd://a", "skd://a", "skd://b", "skd://b",
            ])
        #expect(try encryption(origin, "s6.ts", at: 60).key == licensed[0].key)
        #expect(key(origin, 3, at: 60) == nil)
        #expect(throws: OriginError.self) {
            try Self.origin(KeyRotation(every: .seconds(12), licensed: licensed))
        }
    }

    @Test func `subtitles are not encrypted with SAMPLE-AES`() throws {
        var packager = Packager(renditions: [
            RenditionListing(name: "video"), RenditionListing(name: "text"),
        ])
        packager.renditions[1].isText = true
        packager.keys = KeyRotation(every: .seconds(12), method: .sampleAES)
        let survey = SourceSurvey(tracks: [track([6000]), track([6000], name: "t")])
        let origin = try LiveOrigin(
            programme: Programme(sources: [survey]), packager: packager)
        #expect(try origin.media("text/index.m3u8", at: 60).segments.allSatisfy(\.keys.isEmpty))
        #expect(
            try origin.media("video/index.m3u8", at: 60).segments.allSatisfy { !$0.keys.isEmpty })
    }

    // MARK: Faults

    @Test func `a segment with the previous key still lists the key of its period`() throws {
        let origin = try Self.origin(
            KeyRotation(every: .seconds(12)), [.strayKey(.sequences(6..<7), .previous)])
        let plain = try Self.origin()
        #expect(try origin.media(at: 60) == plain.media(at: 60))
        #expect(try encryption(origin, "s6.ts", at: 60).key == key(origin, 2, at: 60))
        #expect(try encryption(origin, "s7.ts", at: 60).key == key(origin, 3, at: 60))
    }

    @Test func `a segment with a wrong key uses a key that the origin does not serve`() throws {
        let origin = try Self.origin(
            KeyRotation(every: .seconds(12)),
            [.strayKey(.times(MediaTime.seconds(36)..<MediaTime.seconds(42)), .wrong)])
        let wrong = try encryption(origin, "s6.ts", at: 60).key
        #expect((0..<5).allSatisfy { key(origin, $0, at: 60) != wrong })
        #expect(try encryption(origin, "s5.ts", at: 60).key == key(origin, 2, at: 60))
    }

    @Test func `a key can be missing for its segments, or be served late`() throws {
        for span in [
            EncoderFault.Span.sequences(7..<8),
            .times(MediaTime.seconds(43)..<MediaTime.seconds(44)),
        ] {
            let origin = try Self.origin(KeyRotation(every: .seconds(12)), [.missingKey(span)])
            #expect([2, 3, 4].map { key(origin, $0, at: 60) == nil } == [false, true, false])
        }
        let late = try Self.origin(
            KeyRotation(every: .seconds(12)), [.lateKey(at: .seconds(40), by: .seconds(5))])
        // The first segment of the period lasts from 36 s to 42 s, and the key is late by 5 s.
        #expect(key(late, 3, at: 46.9) == nil)
        #expect(key(late, 3, at: 47) != nil)
        #expect(key(late, 4, at: 48) != nil)
    }

    @Test func `a key fault without key rotation is refused`() {
        #expect(throws: OriginError.self) {
            try LiveOrigin(
                programme: Programme(sources: [source([6000])]),
                encoder: Encoder(faults: [.missingKey(.sequences(0..<1))]), packager: .video())
        }
    }

    // MARK: Encrypted sources

    @Test func `an encrypted source keeps its IVs, and its keys are served`() throws {
        var survey = source([6000, 6000])
        survey.keys = ["https://a.test/one.key"]
        for place in 0..<2 {
            survey.tracks[0].segments[place].keys = [
                EncryptionKey(
                    method: .aes128, uri: "https://a.test/one.key",
                    initializationVector: [UInt8](repeating: UInt8(place), count: 16))
            ]
        }
        let origin = try LiveOrigin(
            programme: Programme(sources: [survey], loop: .discontinuity), packager: .video())
        let list = try origin.media(at: 600)
        #expect(list.segments.allSatisfy { $0.keys.first?.uri == "../keys/p0-0.key" })
        for (place, segment) in list.segments.enumerated() {
            let number = UInt8((list.mediaSequence + place) % 2)
            #expect(segment.keys.first?.initializationVector?.first == number)
        }
        guard case .ready(let response) = origin.answer("keys/p0-0.key", at: 600) else {
            throw KeyTrouble()
        }
        #expect(response.content == .sourceKey("https://a.test/one.key"))
        #expect(origin.answer("keys/p0-1.key", at: 600) == .refused(status: 404))
        #expect(origin.answer("keys/p1-0.key", at: 600) == .refused(status: 404))
        var packager = Packager.video()
        packager.keys = KeyRotation(every: .seconds(12))
        #expect(throws: OriginError.self) {
            try LiveOrigin(programme: Programme(sources: [survey]), packager: packager)
        }
    }
}
