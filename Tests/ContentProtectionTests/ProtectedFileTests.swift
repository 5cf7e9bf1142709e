import Containers
import ContentProtection
import HeadlessPlayback
import Sessions
import TestSupport
import Testing

/// Single files with encrypted samples, both fragmented and unfragmented.
@Suite struct ProtectedFileTests {
    static let progressive = fileBytes("\(SampleMedia.progressive.path)")
    static let fragmented = Fixture.bytes("clip-init.mp4") + Fixture.bytes("clip.m4s")

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var encryptor: EncryptorFragments
    }

    static let cases: [Case] = ProtectionScheme.allCases.flatMap { scheme in
        EncryptorFragments.Layout.allCases.map { layout in
            var encryptor = EncryptorFragments(scheme: scheme)
            if scheme == .cens || scheme == .cbcs { (encryptor.crypt, encryptor.skip) = (1, 9) }
            if scheme == .cbc1 || scheme == .cbcs { encryptor.vectorCount = 16 }
            encryptor.layout = layout
            return Case(testDescription: "\(scheme), \(layout)", encryptor: encryptor)
        }
    }

    private func open(
        _ file: [UInt8], _ keys: [[UInt8]: [UInt8]]
    ) throws(SessionError) -> ClearFile? {
        var known: [KeyIdentifier: [UInt8]] = [:]
        for (identifier, key) in keys { known[KeyIdentifier(identifier)] = key }
        let clear = try SegmentDecryptor(forUnlisted: known).open(MemoryInput(file), url: "file")
        try clear?.proveKeys(url: "file")
        return clear
    }

    private func keys(_ encryptor: EncryptorFragments) -> [[UInt8]: [UInt8]] {
        [
            encryptor.keyIdentifier: encryptor.key,
            encryptor.secondKeyIdentifier: encryptor.secondKey,
        ]
    }

    private func clip() throws -> [UInt8] {
        let clip = Fixture.bytes("clip.mp4")
        let boxes = BoxTree.read(clip[...]).map(\.type)
        try #require(boxes.last == "moov")
        return clip
    }

    @Test(arguments: cases)
    func `decrypted samples of a progressive file equal the original`(trial: Case) throws {
        let clip = try clip()
        let encrypted = try trial.encryptor.file(clip)
        let clear = try #require(try open(encrypted, keys(trial.encryptor)))
        #expect(clear.input.byteCount == Int64(encrypted.count))
        #expect(try Sample.all(in: clear.input) == Sample.all(in: clip))
        #expect(try Sample.all(in: encrypted).map(\.bytes) != Sample.all(in: clip).map(\.bytes))
    }

    @Test(arguments: cases)
    func `decrypted samples of a fragmented file equal the original`(trial: Case) throws {
        let encrypted =
            try trial.encryptor.initialization(Fixture.bytes("clip-init.mp4"))
            + trial.encryptor.media(Fixture.bytes("clip.m4s"), video: [1])
        let clear = try #require(try open(encrypted, keys(trial.encryptor)))
        #expect(try Sample.all(in: clear.input) == Sample.all(in: Self.fragmented))
        let problems = try SegmentDemuxer().demuxFile(clear.input).problems
        #expect(!problems.contains { $0.kind == .undescribedEncryption })
    }

    @Test func `any part of a fragmented file is decrypted as its segments are`() throws {
        let encryptor = Self.cases[2].encryptor
        let section = encryptor.initialization(Fixture.bytes("clip-init.mp4"))
        let media = try encryptor.media(
            Fixture.bytes("clip.m4s") + Fixture.bytes("clip.m4s"), video: [1])
        let input = try #require(try open(section + media, keys(encryptor))).input
        let clear = try MovieProtection.clear(section)
        let expected =
            try clear
            + FragmentDecryptor.decrypt(media, movie: MovieProtection(clear)) {
                _ throws(DecryptionError) in encryptor.key
            }
        #expect(try input.bytes(at: 0, count: expected.count) == expected)
        // The type of a box has four bytes, so some of these parts contain a half of it.
        for start in stride(from: 0, to: expected.count - 3, by: 2) {
            let part = try input.bytes(at: Int64(start), count: 3)
            #expect(part.elementsEqual(expected[start..<start + 3]))
        }
    }

    /// Rewrites the fragments of a file so that they count all positions from the file's start.
    ///
    /// - Parameters:
    ///   - file: A file whose fragments count positions from their own starts.
    ///   - vectors: A number that is added to the positions of the encryption data.
    /// - Returns: The file, in which all base offsets are zero.
    private func countingFromStart(_ file: [UInt8], vectors: Int = 0) -> [UInt8] {
        var written: [UInt8] = []
        for var box in BoxTree.read(file[...]) {
            if box.type == "moof" {
                let distance = written.count + 8 * box.all("tfhd").count
                box.change("tfhd") { header in
                    // With a base offset of zero, all positions are counted from the start of the
                    // file.
                    header.head[1] &= 0xFD
                    header.head[3] |= 1
                    header.head.insert(contentsOf: [UInt8](repeating: 0, count: 8), at: 8)
                }
                for (type, shift) in [("trun", distance), ("saio", distance + vectors)] {
                    box.change(type) {
                        let place = $0.number(at: 8, 4) + shift
                        $0.head.replaceSubrange(8..<12, with: bigEndian(place, 4))
                    }
                }
            }
            written += box.bytes
        }
        return written
    }

    @Test(arguments: cases)
    func `places in a fragment may count from the start of the file`(trial: Case) throws {
        let encrypted = countingFromStart(
            try trial.encryptor.initialization(Fixture.bytes("clip-init.mp4"))
                + trial.encryptor.media(Fixture.bytes("clip.m4s"), video: [1]))
        let clear = try #require(try open(encrypted, keys(trial.encryptor)))
        #expect(try Sample.all(in: clear.input) == Sample.all(in: Self.fragmented))
    }

    @Test(arguments: cases.filter { $0.encryptor.layout == .behindSamples })
    func `encryption data before its fragment is refused`(trial: Case) throws {
        let header = trial.encryptor.initialization(Fixture.bytes("clip-init.mp4"))
        let media = try trial.encryptor.media(Fixture.bytes("clip.m4s"), video: [1])
        let offsets = BoxTree.read(media[...]).flatMap { $0.all("saio") }
        let place = try #require(offsets.first).number(at: 8, 4)
        let file = countingFromStart(header + media, vectors: -place - 100)
        let error = #expect(throws: SessionError.self) { try open(file, keys(trial.encryptor)) }
        #expect("\(error as Any)".contains("a vector before its fragment"))
    }

    @Test func `a file is decrypted from any position`() throws {
        let encryptor = Self.cases[0].encryptor
        let encrypted = try encryptor.file(try clip())
        let input = try #require(try open(encrypted, keys(encryptor))).input
        let whole = try input.bytes(at: 0, count: encrypted.count)
        for count in [1, 13, 700] {
            for start in stride(from: 0, to: encrypted.count - count, by: 211) {
                let part = try input.bytes(at: Int64(start), count: count)
                #expect(part.elementsEqual(whole[start..<start + count]))
            }
        }
    }

    @Test func `a clear file is unchanged`() throws {
        #expect(try open(Self.progressive, [:]) == nil)
        #expect(try open(Self.fragmented, [:]) == nil)
        #expect(try open(Fixture.bytes("clip.ts"), [:]) == nil)
    }

    @Test(arguments: cases)
    func `a missing key is named and a wrong one refused`(trial: Case) throws {
        let encrypted = try trial.encryptor.file(try clip())
        let missing = #expect(throws: SessionError.self) { try open(encrypted, [:]) }
        #expect("\(missing as Any)".contains("no key for the key identifier a1a1"))
        let wrong = #expect(throws: SessionError.self) {
            try open(encrypted, [trial.encryptor.keyIdentifier: Array("not the same key".utf8)])
        }
        #expect("\(wrong as Any)".contains("garbage"))
    }

    @Test(arguments: [cases[0], cases[9]])
    func `clear samples among encrypted ones of a progressive file pass`(trial: Case) throws {
        let clip = try clip()
        var encryptor = trial.encryptor
        encryptor.groups = .clear
        let encrypted = try encryptor.file(clip)
        let clear = try #require(try open(encrypted, keys(encryptor)))
        #expect(try Sample.all(in: clear.input) == Sample.all(in: clip))
        let wrong = #expect(throws: SessionError.self) {
            try open(encrypted, [encryptor.keyIdentifier: Array("not the same key".utf8)])
        }
        #expect("\(wrong as Any)".contains("garbage"))
    }

    @Test func `encrypted samples that a group of a file describes as clear are found`() throws {
        var encryptor = EncryptorFragments(
            scheme: .cbcs, crypt: 1, skip: 9, vectorCount: 0, hasParts: false)
        encryptor.groups = .secondKey
        var file = try encryptor.file(try clip())
        #expect(try open(file, keys(encryptor)) != nil)
        // The four bytes of the type `seig` precede two numbers of four bytes and the entry, in
        // which the third byte states the protection.
        file[try contents(of: "seig", in: file) + 8 + 2] = 0
        let error = #expect(throws: SessionError.self) { try open(file, keys(encryptor)) }
        #expect("\(error as Any)".contains("cannot be decoded"))
    }

    @Test func `encrypted samples of a description without encryption are found`() throws {
        var encryptor = Self.cases[1].encryptor
        encryptor.hasClearLead = true
        let file = try encryptor.file(try clip())
        #expect(try open(file, keys(encryptor)) != nil)
        // All samples now have the second sample description, which is for clear samples.
        let boxes = BoxTree.read(file[...]).map { box in
            var box = box
            box.change("stsc") { runs in
                for run in 0..<runs.number(at: 4, 4) {
                    runs.head.replaceSubrange(
                        16 + 12 * run..<20 + 12 * run, with: bigEndian(2, 4))
                }
            }
            return box
        }
        let error = #expect(throws: SessionError.self) {
            try open(boxes.flatMap(\.bytes), keys(encryptor))
        }
        #expect("\(error as Any)".contains("not clear as the container states"))
    }

    /// Returns the position at which the contents of the first box of a given type start.
    private func contents(of type: String, in file: [UInt8]) throws -> Int {
        try #require(file.firstRange(of: Array(type.utf8))).upperBound
    }

    @Test func `a table with initialization vectors for fewer samples is refused`() throws {
        let encryptor = Self.cases[0].encryptor
        var file = try encryptor.file(try clip())
        let place = try contents(of: "senc", in: file)
        file[place + 7] -= 1
        let error = #expect(throws: SessionError.self) { try open(file, keys(encryptor)) }
        #expect("\(error as Any)".contains("malformed: vectors for"))
    }

    @Test func `a truncated table of initialization vectors is refused`() throws {
        let encryptor = Self.cases[0].encryptor
        var file = try encryptor.file(try clip())
        let place = try contents(of: "senc", in: file)
        // Shortens the box by its last records, and puts a `free` box in their place.
        let size = file[place - 8..<place - 4].reduce(0) { $0 << 8 | Int($1) }
        file.replaceSubrange(place - 8..<place - 4, with: bigEndian(size - 40, 4))
        file.replaceSubrange(
            place - 8 + size - 40..<place + size - 40, with: bigEndian(40, 4) + Array("free".utf8))
        let error = #expect(throws: SessionError.self) { try open(file, keys(encryptor)) }
        #expect("\(error as Any)".contains("the box senc is cut off"))
    }

    @Test func `a subsample that is longer than its sample is refused`() throws {
        let encryptor = Self.cases[0].encryptor
        var file = try encryptor.file(try clip())
        // The position after the version, the flags, the count, the first initialization vector and
        // the number of its subsamples.
        let place = try contents(of: "senc", in: file) + 8 + 8 + 2
        file.replaceSubrange(place..<place + 2, with: [0xFF, 0xFF])
        let error = #expect(throws: SessionError.self) { try open(file, keys(encryptor)) }
        #expect("\(error as Any)".contains("subsamples beyond their sample"))
    }

    @Test func `a sample size of more than 31 bits is refused`() throws {
        let encryptor = Self.cases[0].encryptor
        var file = try encryptor.file(try clip())
        // The position after the version, the flags, the common size and the count.
        let place = try contents(of: "stsz", in: file) + 12
        file[place] = 0xFF
        let error = #expect(throws: SessionError.self) { try open(file, keys(encryptor)) }
        #expect("\(error as Any)".contains("a sample"))
    }

    @Test func `a file encrypted by ffmpeg is decrypted to the original`() throws {
        try #require(KeyTrial.hasEncoder)
        let folder = ScratchFolder()
        let (clear, encrypted) = ("\(folder.path)/clear.mp4", "\(folder.path)/encrypted.mp4")
        let key = "30313233343536373839616263646566"
        let identifier = String(repeating: "a1", count: 16)
        let command = """
            ffmpeg -v error -f lavfi -i testsrc2=s=320x180:d=2 -f lavfi -i sine=d=2 \
            -c:v libx264 -pix_fmt yuv420p -c:a aac '\(clear)' \
            && ffmpeg -v error -i '\(clear)' -c copy -encryption_scheme cenc-aes-ctr \
            -encryption_key \(key) -encryption_kid \(identifier) '\(encrypted)'
            """
        #expect(ShellCommand.succeeds(command))
        let file = try #require(
            try open(
                fileBytes(encrypted),
                [[UInt8](repeating: 0xA1, count: 16): Array("0123456789abcdef".utf8)]))
        #expect(try Sample.all(in: file.input) == Sample.all(in: fileBytes(clear)))
    }

    @Test func `no truncation and no changed byte causes a crash`() throws {
        var encryptor = Self.cases[0].encryptor
        encryptor.layout = .behindSamples
        for file in [try Self.cases[9].encryptor.file(try clip()), try encryptor.file(try clip())] {
            let start = try #require(file.firstRange(of: Array("moov".utf8))).lowerBound - 4
            var refused = 0
            func run(_ bytes: [UInt8]) {
                let known = [
                    KeyIdentifier(encryptor.keyIdentifier): encryptor.key
                ]
                do throws(SessionError) {
                    let clear = try SegmentDecryptor(forUnlisted: known).open(
                        MemoryInput(bytes), url: "file")
                    _ = try? clear?.input.bytes(at: 0, count: bytes.count)
                } catch {
                    refused += 1
                }
            }
            for place in stride(from: start, to: file.count, by: 5) {
                for value: UInt8 in [0, 0xFF, file[place] ^ 1] {
                    var changed = file
                    changed[place] = value
                    run(changed)
                }
            }
            for count in stride(from: start, to: file.count, by: 17) { run(Array(file[..<count])) }
            #expect(refused > 20)
        }
    }
}
