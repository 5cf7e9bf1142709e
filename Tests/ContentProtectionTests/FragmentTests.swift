import Containers
import ContentProtection
import TestSupport
import Testing

/// Fragments that the test encrypts, in every scheme of Common Encryption.
@Suite struct FragmentTests {
    /// The initialization section of a fragment with a video track and an audio track.
    ///
    /// The samples of the fragment have a few dozen bytes.
    static let initialization = Fixture.bytes("clip-init.mp4")
    static let media = Fixture.bytes("clip.m4s")

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var encryptor: EncryptorFragments

        init(_ name: String, _ encryptor: EncryptorFragments) {
            testDescription = name
            self.encryptor = encryptor
        }
    }

    static let cases: [Case] = {
        var cases: [Case] = []
        for scheme in ProtectionScheme.allCases {
            var plain = EncryptorFragments(scheme: scheme)
            if scheme == .cens || scheme == .cbcs { (plain.crypt, plain.skip) = (1, 9) }
            if scheme == .cbc1 || scheme == .cbcs { plain.vectorCount = 16 }
            for layout in EncryptorFragments.Layout.allCases {
                for groups in EncryptorFragments.Groups.allCases {
                    for hasParts in [true, false] {
                        var encryptor = plain
                        encryptor.layout = layout
                        encryptor.groups = groups
                        encryptor.hasParts = hasParts
                        cases.append(
                            Case(
                                "\(scheme), \(layout), \(groups), "
                                    + (hasParts ? "in parts" : "whole"), encryptor))
                    }
                }
            }
        }
        var constant = EncryptorFragments(scheme: .cbcs, crypt: 1, skip: 9, vectorCount: 0)
        cases.append(Case("constant vector of 16 bytes", constant))
        constant.constantVector = Array("constant".utf8)
        cases.append(Case("constant vector of 8 bytes", constant))
        (constant.crypt, constant.skip, constant.hasParts) = (0, 0, false)
        cases.append(Case("constant vector without a pattern", constant))
        (constant.crypt, constant.skip) = (10, 0)
        cases.append(Case("pattern that encrypts all", constant))
        (constant.crypt, constant.skip) = (5, 5)
        cases.append(Case("pattern of halves", constant))
        cases.append(
            Case("counter of 16 bytes", EncryptorFragments(scheme: .cenc, vectorCount: 16)))
        return cases
    }()

    private func decrypt(
        _ encryptor: EncryptorFragments, _ media: [UInt8]
    ) throws -> (initialization: [UInt8], media: [UInt8]) {
        let initialization = encryptor.initialization(Self.initialization)
        let clear = try MovieProtection.clear(initialization)
        #expect(clear.count == initialization.count)
        let result = try FragmentDecryptor.decrypt(media, movie: MovieProtection(clear)) {
            identifier throws(DecryptionError) in
            switch identifier.bytes {
            case encryptor.keyIdentifier: return encryptor.key
            case encryptor.secondKeyIdentifier: return encryptor.secondKey
            default: throw DecryptionError(.missingKey("\(identifier)"))
            }
        }
        return (clear, result)
    }

    @Test(arguments: cases)
    func `decrypted samples equal those before encryption`(trial: Case) throws {
        let encrypted = try trial.encryptor.media(Self.media, video: [1])
        let (initialization, media) = try decrypt(trial.encryptor, encrypted)
        #expect(media.count == encrypted.count)
        let samples = try Sample.all(in: media, initialization: initialization)
        let expected = try Sample.all(in: Self.media, initialization: Self.initialization)
        #expect(expected.count == 55)
        #expect(samples == expected)
        // The samples were changed by the encryption, so the input was really encrypted.
        let raw = try Sample.all(in: encrypted, initialization: Self.initialization)
        #expect(raw.map(\.bytes) != expected.map(\.bytes))
    }

    @Test func `samples before the start of encryption are clear`() throws {
        let encryptor = EncryptorFragments(scheme: .cenc, hasClearLead: true)
        let encrypted = try encryptor.media(Self.media + Self.media, video: [1])
        let (initialization, media) = try decrypt(encryptor, encrypted)
        let samples = try Sample.all(in: media, initialization: initialization)
        let expected = try Sample.all(
            in: Self.media + Self.media, initialization: Self.initialization)
        #expect(expected.count == 110)
        // The second fragment repeats the times of the first, so the order of samples of different
        // tracks is not comparable. Therefore each track is compared on its own.
        for track in 0...1 {
            #expect(
                samples.filter { $0.track == track }.map(\.bytes)
                    == expected.filter { $0.track == track }.map(\.bytes))
        }
    }

    @Test func `encryption records of a track that is described as clear remain`() throws {
        let encryptor = EncryptorFragments(scheme: .cenc)
        var section = encryptor.initialization(Self.initialization)
        for (type, other) in [("enca", "mp4a"), ("sinf", "skip")] {
            let place = try #require(section.ranges(of: Array(type.utf8)).last)
            section.replaceSubrange(place, with: Array(other.utf8))
        }
        let clear = try MovieProtection.clear(section)
        let media = try FragmentDecryptor.decrypt(
            encryptor.media(Self.media, video: [1]), movie: MovieProtection(clear)
        ) { _ throws(DecryptionError) in encryptor.key }
        let segment = try SegmentDemuxer().demux(
            initialization: MemoryInput(clear), media: MemoryInput(media))
        let problems = segment.problems.filter { $0.kind == .undescribedEncryption }
        #expect(problems.map(\.track) == [1])
    }

    @Test func `a cleared initialization section has the same protection data`() throws {
        for trial in Self.cases {
            let section = trial.encryptor.initialization(Self.initialization)
            let clear = try MovieProtection.clear(section)
            #expect(try MovieProtection(clear) == MovieProtection(section))
            #expect(try MovieProtection.clear(clear) == clear)
        }
        #expect(try MovieProtection.clear(Self.initialization) == Self.initialization)
        #expect(try !MovieProtection(Self.initialization).isProtected)
    }

    @Test func `protection data in tracks of unknown handlers survives the clearing of a section`()
        throws
    {
        for trial in Self.cases {
            var section = trial.encryptor.initialization(Self.initialization)
            for handler in ["vide", "soun"] {
                let place = try #require(Self.place(of: "hdlr", before: handler, in: section))
                section[place] ^= 0xFF
            }
            let movie = try MovieProtection(section)
            #expect(movie.isProtected)
            #expect(try MovieProtection(MovieProtection.clear(section)) == movie)
        }
    }

    @Test
    func `clearing a section with its boxes in another order leaves its protection data unchanged`()
        throws
    {
        for trial in Self.cases {
            var section = trial.encryptor.initialization(Self.initialization)
            while let place = Self.place(of: "frma", before: "schm", in: section) {
                // Moves the box `frma`, which has 12 bytes, after the box `schm`, which has 20
                // bytes.
                let format = Array(section[place - 16..<place - 4])
                section.removeSubrange(place - 16..<place - 4)
                section.insert(contentsOf: format, at: place + 4)
            }
            let movie = try MovieProtection(section)
            #expect(movie.isProtected)
            #expect(try MovieProtection(MovieProtection.clear(section)) == movie)
        }
    }

    /// Returns the index of `word` if it begins 12 bytes after the start of `first`.
    private static func place(of first: String, before word: String, in bytes: [UInt8]) -> Int? {
        (12..<bytes.count - 3).first {
            bytes[$0..<$0 + 4].elementsEqual(word.utf8)
                && bytes[$0 - 12..<$0 - 8].elementsEqual(first.utf8)
        }
    }

    @Test func `a missing key is reported with its key identifier`() throws {
        let encryptor = EncryptorFragments(scheme: .cenc)
        var other = encryptor
        other.keyIdentifier = [UInt8](repeating: 7, count: 16)
        let encrypted = try encryptor.media(Self.media, video: [1])
        let movie = try MovieProtection(encryptor.initialization(Self.initialization))
        let error = #expect(throws: DecryptionError.self) {
            try FragmentDecryptor.decrypt(encrypted, movie: movie) {
                identifier throws(DecryptionError) in
                throw DecryptionError(.missingKey("\(identifier)"))
            }
        }
        #expect(
            error?.reason == .missingKey(String(repeating: "a1", count: 16)))
    }

    @Test func `a wrong key is found by the lengths of NAL units`() throws {
        let encryptor = EncryptorFragments(scheme: .cenc, hasParts: false)
        let encrypted = try encryptor.media(Self.media, video: [1])
        let movie = try MovieProtection(encryptor.initialization(Self.initialization))
        let error = #expect(throws: DecryptionError.self) {
            try FragmentDecryptor.decrypt(encrypted, movie: movie) { _ in
                Array("not the same key".utf8)
            }
        }
        #expect(error?.description.contains("garbage") == true)
        #expect(error?.offset ?? 0 > 0)
    }

    @Test(arguments: [0, 8, 15, 17, 32])
    func `a key of another length is refused`(count: Int) throws {
        let encryptor = EncryptorFragments(scheme: .cbcs, crypt: 1, skip: 9, vectorCount: 16)
        let encrypted = try encryptor.media(Self.media, video: [1])
        let movie = try MovieProtection(encryptor.initialization(Self.initialization))
        #expect(throws: DecryptionError(.keyLength(expected: 16, found: count))) {
            try FragmentDecryptor.decrypt(encrypted, movie: movie) { _ in
                [UInt8](repeating: 1, count: count)
            }
        }
    }

    @Test func `an unknown scheme is refused`() throws {
        let section = EncryptorFragments(scheme: .cenc).initialization(Self.initialization)
        let place = try #require(section.firstRange(of: Array("cenc".utf8))).lowerBound
        let changed = section[..<place] + Array("what".utf8) + section[(place + 4)...]
        let error = #expect(throws: DecryptionError.self) {
            try MovieProtection.clear(Array(changed))
        }
        #expect(error?.reason == .unsupportedScheme("what"))
    }

    @Test func `a segment truncated anywhere is reported as broken`() throws {
        let encryptor = EncryptorFragments(scheme: .cenc)
        let encrypted = try encryptor.media(Self.media, video: [1])
        let section = encryptor.initialization(Self.initialization)
        let movie = try MovieProtection(section)
        let boundaries = BoxTree.read(encrypted[...]).reduce(into: [0]) {
            $0.append($0[$0.count - 1] + $1.bytes.count)
        }
        for count in 1..<encrypted.count where !boundaries.contains(count) {
            let error = #expect(throws: DecryptionError.self) {
                try FragmentDecryptor.decrypt(Array(encrypted[..<count]), movie: movie) { _ in
                    encryptor.key
                }
            }
            if case .truncated = error?.reason {} else { Issue.record("\(count): \(error as Any)") }
        }
        // A fragment without its media data is broken as well.
        #expect(throws: DecryptionError.self) {
            try FragmentDecryptor.decrypt(
                Array(encrypted[..<boundaries[4]]), movie: movie
            ) { _ in encryptor.key }
        }
        for count in 1..<section.count {
            _ = try? MovieProtection.clear(Array(section[..<count]))
        }
    }

    @Test func `no changed byte causes a crash`() throws {
        var encryptor = EncryptorFragments(scheme: .cens, crypt: 1, skip: 9)
        encryptor.layout = .both
        encryptor.groups = .secondKey
        let encrypted = try encryptor.media(Self.media, video: [1])
        let section = encryptor.initialization(Self.initialization)
        let movie = try MovieProtection(section)
        var thrown = 0
        for place in 0..<2200 {
            for value: UInt8 in [0, 0xFF] {
                var changed = encrypted
                changed[place] = value
                do {
                    _ = try FragmentDecryptor.decrypt(changed, movie: movie) { _ in encryptor.key }
                } catch {
                    thrown += 1
                }
                guard place < section.count else { continue }
                changed = section
                changed[place] = value
                do {
                    _ = try MovieProtection.clear(changed)
                } catch {
                    thrown += 1
                }
            }
        }
        #expect(thrown > 100)
    }
}
