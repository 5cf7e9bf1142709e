import HeadlessPlayback
import OfflineDownloads
import Testing
import VirtualTime

/// Catalogues whose files are old, damaged or foreign.
@Suite struct CatalogueFileTests {
    private let workshop = StoreScratch()

    private var later: CatalogueSchema {
        CatalogueSchema(
            steps: CatalogueSchema.current.steps + [
                "ALTER TABLE command ADD COLUMN author TEXT NOT NULL DEFAULT 'nobody'; "
                    + "UPDATE download SET displayName = displayName || '!'"
            ])
    }

    @Test func `an older catalogue is migrated with its contents`() throws {
        do {
            let old = try Catalogue(path: workshop.catalogue)
            try old.add(.sample("a"))
        }
        for _ in 0..<2 {
            let new = try Catalogue(path: workshop.catalogue, schema: later)
            #expect(try new.record(of: "a")?.displayName == "A film!")
            try new.checkIntegrity()
        }
    }

    @Test func `columns that the first catalogues lacked get their defaults`() throws {
        _ = try Catalogue(path: workshop.catalogue, schema: first)
        let new = try Catalogue(path: workshop.catalogue)
        let record = try #require(try new.record(of: "a"))
        #expect(record.displayName == "A film" && record.percent == 50)
        #expect(!record.request.isConfigured && !record.request.isPreload)
    }

    /// The first version of the catalogue's schema, with a download in the catalogue.
    private var first: CatalogueSchema {
        CatalogueSchema(steps: [
            CatalogueSchema.current.steps[0] + """
                INSERT INTO download (token, sourceURL, displayName, video, selection, phase,
                    percent, receivedBytes, expectedBytes, startTime, allowsCellular, isWhole,
                    usesFairPlay, hasTerms)
                VALUES ('a', 'https://host/a.m3u8', 'A film', '{"sources":[]}', '{}', 1,
                    50, 1, 2, 3, 0, 0, 0, 0);
                """
        ])
    }

    @Test func `a catalogue is migrated wholly or not at all`() throws {
        do {
            let old = try Catalogue(path: workshop.catalogue)
            try old.add(.sample("a"))
        }
        var broken = later
        broken.steps.append("CREATE TABLE download (id INTEGER)")
        #expect(throws: StoreError.self) {
            _ = try Catalogue(path: workshop.catalogue, schema: broken)
        }
        let old = try Catalogue(path: workshop.catalogue)
        #expect(try old.record(of: "a")?.displayName == "A film")
    }

    @Test func `a reader does not migrate a catalogue`() throws {
        _ = try Catalogue(path: workshop.catalogue)
        #expect(throws: StoreError.olderSchema(path: workshop.catalogue)) {
            _ = try Catalogue(path: workshop.catalogue, readOnly: true, schema: later)
        }
    }

    @Test func `a catalogue of a later schema version is refused and stays unchanged`() throws {
        do {
            let new = try Catalogue(path: workshop.catalogue, schema: later)
            try new.add(.sample("a"))
        }
        let before = workshop.bytes("catalogue.sqlite")
        let known = CatalogueSchema.current.version
        let refusal = StoreError.newerSchema(
            path: workshop.catalogue, found: known + 1, known: known)
        for readOnly in [false, true] {
            #expect(throws: refusal) {
                _ = try Catalogue(path: workshop.catalogue, readOnly: readOnly)
            }
        }
        #expect(workshop.bytes("catalogue.sqlite") == before)
    }

    @Test func `a foreign file is refused and unchanged`() throws {
        let text = Array("This is a letter to my aunt, and by no means a catalogue.".utf8)
        workshop.put(text + text, at: "catalogue.sqlite")
        #expect(throws: StoreError.notAStore(path: workshop.catalogue)) {
            _ = try Catalogue(path: workshop.catalogue)
        }
        #expect(workshop.bytes("catalogue.sqlite") == text + text)
    }

    @Test func `a reader does not create a missing catalogue`() {
        #expect(
            throws: StoreError.cannotOpen(path: workshop.catalogue, reason: "no such file")
        ) { _ = try Catalogue(path: workshop.catalogue, readOnly: true) }
        #expect(!workshop.exists("catalogue.sqlite"))
        workshop.put([], at: "catalogue.sqlite")
        #expect(throws: StoreError.notAStore(path: workshop.catalogue)) {
            _ = try Catalogue(path: workshop.catalogue, readOnly: true)
        }
    }

    @Test func `a link in place of a catalogue is refused`() throws {
        _ = try Catalogue(path: workshop.path + "/other.sqlite")
        try workshop.makeLink("catalogue.sqlite", to: "other.sqlite")
        #expect(throws: StoreError.self) { _ = try Catalogue(path: workshop.catalogue) }
    }

    /// Overwrites the catalogue at many offsets, and truncates it at many other offsets.
    @Test(arguments: 0..<60)
    func `a damaged catalogue gives an error or its contents`(round: Int) throws {
        do {
            let catalogue = try Catalogue(path: workshop.catalogue)
            for number in 0..<20 {
                try catalogue.add(.sample("t\(number)"))
                try catalogue.setPlan(.sample(segments: 20), of: "t\(number)")
            }
        }
        var bytes = try #require(workshop.bytes("catalogue.sqlite"))
        var random = SeededRandom(seed: UInt64(round))
        if round.isMultiple(of: 3) {
            bytes.removeLast(Int(random.next() % UInt64(bytes.count)))
        } else {
            for _ in 0..<(round + 1) * 4 {
                let place = Int(random.next() % UInt64(bytes.count))
                bytes[place] = UInt8(truncatingIfNeeded: random.next())
            }
        }
        workshop.put(bytes, at: "catalogue.sqlite")
        #expect(throws: Never.self) {
            do throws(StoreError) {
                let catalogue = try Catalogue(path: workshop.catalogue)
                for token in try catalogue.tokens() where token.isWellFormed {
                    _ = try catalogue.record(of: token)
                    _ = try catalogue.plan(of: token)
                    _ = try catalogue.counts(of: token)
                }
                _ = try catalogue.records()
                try catalogue.checkIntegrity()
            } catch {
                #expect(!"\(error)".isEmpty)
            }
        }
    }

    @Test func `an integrity check finds damage`() throws {
        do {
            let catalogue = try Catalogue(path: workshop.catalogue)
            for number in 0..<200 { try catalogue.add(.sample("t\(number)")) }
            try catalogue.checkIntegrity()
        }
        var bytes = try #require(workshop.bytes("catalogue.sqlite"))
        let middle = bytes.count / 2 / 4096 * 4096
        for place in middle..<middle + 4096 { bytes[place] = 0xA5 }
        workshop.put(bytes, at: "catalogue.sqlite")
        let catalogue = try Catalogue(path: workshop.catalogue)
        #expect {
            try catalogue.checkIntegrity()
        } throws: {
            if case StoreError.corrupt = $0 { true } else { false }
        }
    }

    @Test func `a catalogue that cannot grow keeps its contents`() async {
        await #expect(processExitsWith: .success) {
            let workshop = StoreScratch()
            let catalogue = try Catalogue(path: workshop.catalogue)
            StoreScratch.limitFiles(to: 300_000)
            var added: [OfflineVideoToken] = []
            do {
                for number in 0..<10_000 {
                    try catalogue.add(.sample("t\(number)"))
                    added.append("t\(number)")
                }
                fatalError("the limit was not kept")
            } catch let error as StoreError {
                // SQLite reports `full` for a full disk, and an I/O error for a file that may not
                // grow.
                switch error {
                case .full, .io: break
                default: fatalError("\(error)")
                }
            }
            precondition(!added.isEmpty)
            let tokens = try catalogue.tokens()
            precondition(tokens == added)
            let seen = try Catalogue(path: workshop.catalogue, readOnly: true).tokens()
            precondition(seen == added)
        }
    }

    @Test func `errors of the store become offline errors with the matching code`() {
        #expect(OfflineError(StoreError.full(path: "x")).code == .downloadFailure)
        #expect(OfflineError(StoreError.unknownToken("x")).code == .invalidParameter)
        #expect(OfflineError(StoreError.full(path: "x")).reason == "x: the disk is full")
        #expect(
            OfflineError(StoreError.full(path: "x")).underlying?.error as? StoreError
                == .full(path: "x"))
    }
}
