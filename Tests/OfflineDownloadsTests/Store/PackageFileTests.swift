import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

@Suite struct PackageFileTests {
    private let workshop = StoreScratch()
    private let place = "store/packages/t1/"

    /// Returns bytes whose values vary with their position.
    private static func media(_ count: Int) -> [UInt8] {
        [UInt8](repeatingPattern: pattern, count: count)
    }

    private static let pattern = (0..<1 << 16).map {
        UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8)
    }

    @Test func `a file gets its final name only when it is complete`() throws {
        let package = try workshop.makePackage()
        let bytes = Self.media(1_000_000)
        let file = try PackageFile("video/000000.ts", in: package)
        try file.begin(at: 0, version: "\"v1\"")
        for start in stride(from: 0, to: bytes.count, by: 7_001) {
            try file.take(bytes[start..<min(start + 7_001, bytes.count)])
        }
        #expect(try package.size(of: "video/000000.ts") == nil)
        #expect(workshop.exists(place + "video/000000.ts.part"))
        let stored = try file.finish(syncsFolder: false)
        try package.sync()
        // The output of `xxhsum -H3` for these bytes.
        #expect(stored.checksum.hexadecimal == "fc96eebe894d5e1e")
        #expect(stored.size == 1_000_000)
        #expect(workshop.bytes(place + "video/000000.ts") == bytes)
        #expect(try package.measure("video/000000.ts") == stored)
        #expect(try package.damage(of: "video/000000.ts", expected: stored) == nil)
        #expect(workshop.mode(of: place + "video/000000.ts") & 0o700 == 0o600)
    }

    @Test func `an empty file is stored like any other file`() throws {
        let package = try workshop.makePackage()
        let stored = try PackageFile("a.vtt", in: package).finish()
        #expect(stored == StoredFile(size: 0, checksum: Checksum.of([])))
        #expect(try package.size(of: "a.vtt") == 0)
    }

    @Test(arguments: [5_000, nil])
    func `a partial file is resumed`(total: Int64?) throws {
        let package = try workshop.makePackage()
        let bytes = Self.media(5_000)
        do {
            let file = try PackageFile("a.ts", in: package)
            try file.begin(at: 0, version: "\"v 1\"", totalByteCount: total)
            try file.take(bytes[..<3_000])
        }
        let file = try PackageFile("a.ts", in: package)
        #expect(file.size == 3_000)
        #expect(file.version == "\"v 1\"")
        #expect(file.totalByteCount == total)
        try file.begin(at: 3_000, version: "\"v 1\"")
        try file.take(bytes[3_000...])
        #expect(try file.finish() == StoredFile(size: 5_000, checksum: Checksum.of(bytes)))
        #expect(workshop.bytes(place + "a.ts") == bytes)
        #expect(!workshop.exists(place + "a.ts.part"))
        #expect(!workshop.exists(place + "a.ts.part.record"))
    }

    @Test func `a server that sends the file again from its start replaces the partial file`()
        throws
    {
        let package = try workshop.makePackage()
        do {
            let file = try PackageFile("a.ts", in: package)
            try file.begin(at: 0, version: "1")
            try file.take(Self.media(3_000)[...])
        }
        let bytes = Self.media(2_000).reversed() as [UInt8]
        let file = try PackageFile("a.ts", in: package)
        try file.begin(at: 0, version: "2")
        try file.take(bytes[...])
        #expect(file.version == "2")
        #expect(try file.finish() == StoredFile(size: 2_000, checksum: Checksum.of(bytes)))
        #expect(workshop.bytes(place + "a.ts") == bytes)
    }

    @Test func `a partial file without a version is not resumed`() throws {
        let package = try workshop.makePackage()
        do {
            let file = try PackageFile("a.ts", in: package)
            try file.begin(at: 0, version: nil)
            try file.take(Self.media(3_000)[...])
        }
        let file = try PackageFile("a.ts", in: package)
        #expect(file.size == 0)
        #expect(file.version == nil)
        #expect(workshop.bytes(place + "a.ts.part") == [])
    }

    @Test func `continuing a file at another offset, version or size is refused`() throws {
        let package = try workshop.makePackage()
        let file = try PackageFile("a.ts", in: package)
        try file.begin(at: 0, version: "1", totalByteCount: 20)
        try file.take(Self.media(10)[...])
        #expect { try file.begin(at: 5, version: "1") } throws: {
            ($0 as? TransportError)?.cause == .rangeNotSatisfied
        }
        #expect { try file.begin(at: 10, version: "2") } throws: {
            ($0 as? TransportError)?.cause == .changed
        }
        #expect { try file.begin(at: 10, version: "1", totalByteCount: 21) } throws: {
            ($0 as? TransportError)?.cause == .changed
        }
        try file.begin(at: 10, version: nil)
    }

    /// After a power failure, a partial file may contain zeros, be short, or contradict its record.
    @Test(arguments: ["zeros", "short", "no part", "torn record", "other record", "empty record"])
    func `a partial file that contradicts its record is fetched again`(damage: String) throws {
        let package = try workshop.makePackage()
        do {
            let file = try PackageFile("a.ts", in: package)
            try file.begin(at: 0, version: "1")
            try file.take(Self.media(3_000)[...])
        }
        let (part, record) = (place + "a.ts.part", place + "a.ts.part.record")
        let said = try #require(workshop.bytes(record))
        switch damage {
        case "zeros": workshop.put([UInt8](repeating: 0, count: 3_000), at: part)
        case "short": workshop.put(Self.media(2_999), at: part)
        case "no part": workshop.put([], at: part)
        case "torn record": workshop.put(said.dropLast(), at: record)
        case "other record": workshop.put(said.dropLast() + [UInt8(ascii: "2")], at: record)
        default: workshop.put([], at: record)
        }
        let file = try PackageFile("a.ts", in: package)
        #expect(file.size == 0)
        try file.begin(at: 0, version: "1")
        try file.take([4])
        #expect(try file.finish() == StoredFile(size: 1, checksum: Checksum.of([4])))
        #expect(workshop.bytes(place + "a.ts") == [4])
        #expect(!workshop.exists(record))
    }

    @Test func `bytes of a partial file that its record does not cover are cut off`() throws {
        let package = try workshop.makePackage()
        let bytes = Self.media(3_000)
        do {
            let file = try PackageFile("a.ts", in: package)
            try file.begin(at: 0, version: "1")
            try file.take(bytes[..<2_000])
        }
        workshop.put(bytes, at: place + "a.ts.part")
        let file = try PackageFile("a.ts", in: package)
        #expect(file.size == 2_000)
        #expect(workshop.bytes(place + "a.ts.part") == Array(bytes[..<2_000]))
    }

    /// A killed process does not write a final record of the partial file.
    @Test func `a killed process loses at most four mebibytes of a partial file`() throws {
        let package = try workshop.makePackage()
        let file = try PackageFile("a.ts", in: package)
        try file.begin(at: 0, version: "1")
        let piece = Self.media(600_000)
        for _ in 0..<9 { try file.take(piece[...]) }
        // At this moment, the files are as a killed process would leave them.
        for ending in [".ts.part", ".ts.part.record"] {
            let bytes = try #require(workshop.bytes(place + "a" + ending))
            workshop.put(bytes, at: place + "b" + ending)
        }
        #expect(try PackageFile("b.ts", in: package).size == 4_194_304)
        withExtendedLifetime(file) {}
    }

    @Test func `a partial file can be removed`() throws {
        let package = try workshop.makePackage()
        for name in ["a.ts", "video/b.ts"] {
            let file = try PackageFile(name, in: package)
            try file.begin(at: 0, version: "1")
            try file.take([1])
        }
        try PackageFile("a.ts", in: package).discard()
        #expect(!workshop.exists(place + "a.ts.part"))
        #expect(!workshop.exists(place + "a.ts.part.record"))
        try package.write([1], to: "video/c.ts")
        try package.removeParts()
        #expect(!workshop.exists(place + "video/b.ts.part"))
        #expect(!workshop.exists(place + "video/b.ts.part.record"))
        #expect(workshop.exists(place + "video/c.ts"))
        try package.remove("video/c.ts")
        #expect(try package.size(of: "video/c.ts") == nil)
    }

    @Test func `damage of a file is reported`() throws {
        let package = try workshop.makePackage()
        let stored = try package.write([1, 2, 3], to: "video/a.ts")
        let damage = { try package.damage(of: "video/a.ts", expected: stored) }
        #expect(try damage() == nil)
        workshop.put([1, 2, 4], at: place + "video/a.ts")
        #expect(try damage() == .wrongChecksum)
        workshop.put([1, 2], at: place + "video/a.ts")
        #expect(try damage() == .wrongSize(expected: 3, found: 2))
        try package.remove("video/a.ts")
        #expect(try damage() == .missing)
        #expect(try package.damage(of: "none/a.ts", expected: stored) == .missing)
    }

    @Test(arguments: [
        "", "/", "/etc/passwd", "..", "../a", "a/../b", "a/b/c", "a/", "/a", ".hidden", "a/.b",
        "A.ts", "a b", "a\\b", "a\u{0}b", "ä", "a.part", "a.part.record",
        String(repeating: "a", count: 101),
    ])
    func `a file name that the package does not generate is refused`(name: String) throws {
        let package = try workshop.makePackage()
        let refusal = StoreError.invalidName(name)
        #expect(throws: refusal) { _ = try PackageFile(name, in: package) }
        #expect(throws: refusal) { _ = try package.write([1], to: name) }
        #expect(throws: refusal) { _ = try package.measure(name) }
        #expect(throws: refusal) { _ = try package.size(of: name) }
        #expect(throws: refusal) { try package.remove(name) }
    }

    @Test func `links planted in a package are not followed`() throws {
        let package = try workshop.makePackage()
        try workshop.makeFolder("outside")
        workshop.put([5], at: "outside/a.ts")
        try workshop.makeLink(place + "video", to: "../../../outside")
        try workshop.makeLink(place + "b.ts.part", to: "../../../outside/a.ts")
        try workshop.makeLink(place + "c.ts", to: "../../../outside/a.ts")
        try workshop.makeLink(place + "d.ts.part.record", to: "../../../outside/a.ts")
        #expect(throws: StoreError.self) { _ = try package.measure("c.ts") }
        #expect(try package.measure("video/a.ts") == nil)
        #expect(try package.size(of: "c.ts") == nil)
        // `write` replaces a planted link and does not follow it, so that the file can be stored.
        for name in ["video/a.ts", "b.ts", "c.ts", "d.ts"] {
            try package.write([6], to: name)
            #expect(workshop.bytes(place + name) == [6])
        }
        #expect(workshop.bytes("outside/a.ts") == [5])
    }

    @Test func `a partial file that is a hard link leaves the linked file unchanged`() throws {
        let package = try workshop.makePackage()
        workshop.put([5, 5, 5], at: "precious")
        for ending in ["part", "part.record"] {
            try workshop.makeHardLink(place + "a.ts." + ending, to: "precious")
        }
        let file = try PackageFile("a.ts", in: package)
        try file.begin(at: 0, version: "1")
        try file.take([6])
        _ = try file.finish()
        #expect(workshop.bytes(place + "a.ts") == [6])
        #expect(workshop.bytes("precious") == [5, 5, 5])
    }

    @Test func `a folder in place of a partial or complete file is removed`() throws {
        let package = try workshop.makePackage()
        for name in ["a.ts.part", "a.ts.part.record", "a.ts"] {
            try workshop.makeFolder(place + name + "/inner")
        }
        try package.write([6], to: "a.ts")
        #expect(workshop.bytes(place + "a.ts") == [6])
    }

    @Test func `a pipe in place of a file does not block`() throws {
        let package = try workshop.makePackage()
        workshop.makePipe(place + "a.ts.part")
        workshop.makePipe(place + "b.ts")
        try package.write([6], to: "a.ts")
        #expect(workshop.bytes(place + "a.ts") == [6])
        #expect(throws: StoreError.self) { _ = try package.measure("b.ts") }
    }

    @Test func `a full disk ends the transfer, and the written bytes are kept`() async {
        await #expect(processExitsWith: .success) {
            let workshop = StoreScratch()
            let package = try workshop.makePackage()
            StoreScratch.limitFiles(to: 1_500_000)
            let bytes = PackageFileTests.media(2_400_000)
            do {
                let file = try PackageFile("a.ts", in: package)
                try file.begin(at: 0, version: "1")
                do {
                    for start in stride(from: 0, to: bytes.count, by: 60_000) {
                        try file.take(bytes[start..<start + 60_000])
                    }
                    fatalError("the limit was not kept")
                } catch let error as TransportError {
                    precondition("\(error.cause)".hasSuffix("the disk is full"))
                }
                precondition(file.failure?.isFull == true)
                precondition(file.size == 1_500_000)
                do {
                    _ = try file.finish()
                    fatalError("half a file got its name")
                } catch let error as StoreError {
                    precondition(error.isFull)
                }
            }
            let kept = "store/packages/t1/a.ts.part"
            precondition(workshop.bytes(kept) == Array(bytes[..<1_500_000]))
            let file = try PackageFile("a.ts", in: package)
            precondition(file.size == 1_500_000)
        }
    }

    /// The last piece of a file is not written until it is known that no more bytes follow.
    @Test func `a file whose last bytes do not fit on the disk does not get its final name`() async
    {
        await #expect(processExitsWith: .success) {
            let workshop = StoreScratch()
            let package = try workshop.makePackage()
            StoreScratch.limitFiles(to: 100_000)
            let file = try PackageFile("a.ts", in: package)
            try file.begin(at: 0, version: "1")
            try file.take(PackageFileTests.media(120_000)[...])
            do {
                _ = try file.finish()
                fatalError("half a file got its name")
            } catch let error as StoreError {
                precondition(error.isFull)
            }
            precondition(file.failure?.isFull == true)
            precondition(file.size == 100_000)
            let named = try package.size(of: "a.ts")
            precondition(named == nil)
        }
    }

    /// Files are written in pieces with fixed offsets; a partial file may end at any offset.
    @Test(arguments: [
        0, 1, 4_095, 4_096, 65_536, 1_048_575, 1_048_576, 1_048_577, 2_100_000, 2_097_152,
    ])
    func `a partial file of any size is resumed`(size: Int) throws {
        let package = try workshop.makePackage()
        let bytes = Self.media(2_345_678)
        do {
            let file = try PackageFile("a.ts", in: package)
            try file.begin(at: 0, version: "1")
            try file.take(bytes[..<size])
            #expect(file.size == Int64(size))
        }
        let file = try PackageFile("a.ts", in: package)
        #expect(file.size == Int64(size))
        try file.begin(at: Int64(size), version: size == 0 ? "1" : nil)
        for start in stride(from: size, to: bytes.count, by: 16_384) {
            try file.take(bytes[start..<min(start + 16_384, bytes.count)])
        }
        #expect(try file.finish().checksum == Checksum.of(bytes))
        #expect(workshop.bytes(place + "a.ts") == bytes)
    }
}

extension PackageFile {
    /// Writes bytes as if a loader had delivered them.
    fileprivate func take(_ bytes: ArraySlice<UInt8>) throws(TransportError) {
        try unsafe append(bytes.span.bytes)
    }
}
