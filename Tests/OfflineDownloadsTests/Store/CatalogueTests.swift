import HeadlessPlayback
import OfflineDownloads
import Sessions
import Testing
import Transport

@Suite struct CatalogueTests {
    private let workshop = StoreScratch()

    private func open(readOnly: Bool = false) throws(StoreError) -> Catalogue {
        try Catalogue(path: workshop.catalogue, readOnly: readOnly)
    }

    /// A record in which every field has a value.
    private var full: DownloadRecord {
        var video = Video(
            sources: [
                Source(
                    url: "https://example.com/ä \"b\".m3u8", deliveryMethod: .other("x/y"),
                    properties: ["key_systems": ["com.apple.fps.1_0": ["certificate_url": "c"]]]),
                Source(url: "b.mp4", deliveryMethod: .mp4), Source(url: "c", deliveryMethod: .once),
                Source(url: "d", deliveryMethod: .boltSSAI),
                Source(url: "e", deliveryMethod: .dash),
                Source(url: "f.mp4", deliveryMethod: .hls),
            ],
            cuePoints: [
                .before(type: CuePoint.adSlot), .at(MediaTime(ticks: 705_600_001)),
                .after(properties: ["name": "end", "n": [1, 2.5, nil, true]]),
            ],
            properties: ["id": "1", "duration": 60_000, "deep": [["a": ["b": []]]], "e": "\u{0}\n"])
        video.cuePoints.ignoreCuePoints = true
        video.errorCode = "A"
        video.errorSubcode = "B"
        video.errorMessage = "C"
        var request = DownloadRequest(video: video, sourceURL: "u")
        request.displayName = "../x/\u{1F3AC}"
        request.identifier = "mine"
        request.selection = DownloadSelection(
            bitrate: .atLeast(1), audio: .tags(["de", "en-GB"]), subtitles: .none)
        request.headers = [HeaderField(name: "B", value: "ä"), HeaderField(name: "A", value: "")]
        request.terms = PersistentLicenceTerms(
            rentalDuration: .seconds(7), playDuration: .milliseconds(1))
        request.isPreload = true
        request.isConfigured = true
        var record = DownloadRecord(token: "full", request: request, startTime: .max)
        record.state = .error
        record.percent = 33.3
        record.receivedBytes = 1 << 40
        record.expectedBytes = 2 << 40
        record.endTime = -1
        record.errorCode = .expiredLicense
        record.errorReason = "why"
        record.request.allowsCellular = true
        record.isWhole = true
        record.request.sidebandLanguages = ["fr"]
        record.usesFairPlay = true
        record.licenceRequestTime = 1
        record.licenceExpiration = 2
        record.playDuration = 3
        record.initialPlaybackTime = 4
        record.posterName = "images/poster.jpg"
        record.thumbnailName = "images/thumbnail.jpg"
        return record
    }

    @Test func `a download reads back as it was`() throws {
        try open().add(full)
        let catalogue = try open()
        #expect(try catalogue.record(of: "full") == full)
        #expect(try catalogue.record(identifier: "mine") == full)
        #expect(try catalogue.record(sourceURL: "u") == full)
        #expect(try catalogue.record(of: "none") == nil)
    }

    @Test(arguments: [
        DownloadSelection(), DownloadSelection(bitrate: .highest, audio: .all, subtitles: .all),
        DownloadSelection(bitrate: .atMost(0), audio: .none, subtitles: .tags([])),
        DownloadSelection(bitrate: .atLeast(.max), audio: .tags(["all"]), subtitles: .preferred),
    ])
    func `a selection reads back as it was`(selection: DownloadSelection) throws {
        var record = DownloadRecord.sample("a")
        record.request.selection = selection
        let catalogue = try open()
        try catalogue.add(record)
        #expect(try catalogue.record(of: "a")?.request.selection == selection)
    }

    @Test func `every changed field of a download record is stored`() throws {
        let catalogue = try open()
        var record = full
        try catalogue.add(record)
        record.state = .completed
        record.errorCode = nil
        record.request.sidebandLanguages = nil
        try catalogue.update(record)
        #expect(try catalogue.record(of: "full") == record)
        record.percent = 50
        record.receivedBytes = 1
        record.expectedBytes = 2
        try catalogue.update(record)
        #expect(try catalogue.records() == [record])
    }

    @Test func `downloads are listed in the order of their requests`() throws {
        let catalogue = try open()
        for token: OfflineVideoToken in ["c", "a", "b"] { try catalogue.add(.sample(token)) }
        try catalogue.delete("c")
        try catalogue.add(.sample("c"))
        #expect(try catalogue.tokens() == ["a", "b", "c"])
        #expect(try catalogue.records().map(\.token) == ["a", "b", "c"])
        #expect(try catalogue.record(sourceURL: "https://example.com/a.m3u8")?.token == "a")
    }

    @Test func `a token or an identifier cannot be added twice`() throws {
        let catalogue = try open()
        try catalogue.add(full)
        #expect { try catalogue.add(full) } throws: { Self.isConflict($0) }
        var other = full
        other.token = "other"
        #expect { try catalogue.add(other) } throws: { Self.isConflict($0) }
        other.request.identifier = nil
        try catalogue.add(other)
        #expect(try catalogue.tokens() == ["full", "other"])
    }

    private static func isConflict(_ error: any Error) -> Bool {
        if case StoreError.conflict = error { true } else { false }
    }

    @Test func `an unknown download cannot be changed`() throws {
        let catalogue = try open()
        let unknown = StoreError.unknownToken("x")
        #expect(throws: unknown) { try catalogue.update(.sample("x")) }
        #expect(throws: unknown) { try catalogue.setPlan(.sample(), of: "x") }
        #expect(throws: unknown) { try catalogue.setLicence([1], ordinal: 0, of: "x") }
        #expect(try catalogue.delete("x") == false)
        #expect(throws: StoreError.invalidName("../x")) { try catalogue.add(.sample("../x")) }
    }

    @Test func `tokens are reproducible, and unique within a store`() throws {
        let catalogue = try open()
        let first = try catalogue.makeToken(for: "u")
        let second = try catalogue.makeToken(for: "u")
        #expect(first != second)
        #expect(first.rawValue.utf8.count == 36)
        #expect(first.isWellFormed)
        let twin = try Catalogue(path: workshop.path + "/twin.sqlite")
        #expect(try twin.makeToken(for: "u") == first)
        #expect(try twin.makeToken(for: "v") != second)
    }

    @Test func `properties that nest too deep are refused before they are written`() throws {
        var value: PropertyValue = 1
        for _ in 0..<64 { value = [value] }
        var record = DownloadRecord.sample("a")
        record.request.video.properties["deep"] = value
        let catalogue = try open()
        try catalogue.add(record)
        #expect(try catalogue.record(of: "a") == record)
        for _ in 0..<8 { value = [value] }
        record.token = "b"
        record.request.video.properties["deep"] = value
        #expect { try catalogue.add(record) } throws: {
            if case StoreError.unstorable = $0 { true } else { false }
        }
        #expect(try catalogue.tokens() == ["a"])
    }

    @Test func `ten thousand downloads are listed one by one`() throws {
        let catalogue = try open()
        try catalogue.transaction { () throws(StoreError) in
            for number in 0..<10_000 { try catalogue.add(.sample("t\(number)")) }
        }
        var next = 0
        try catalogue.forEachRecord { record in
            #expect(record.token == "t\(next)")
            next += 1
        }
        #expect(next == 10_000)
    }

    @Test func `a query within a listing does not disturb it`() throws {
        let catalogue = try open()
        for token: OfflineVideoToken in ["a", "b", "c"] { try catalogue.add(.sample(token)) }
        var seen: [OfflineVideoToken] = []
        try catalogue.forEachRecord { record throws(StoreError) in
            seen += try catalogue.records().map(\.token)
        }
        #expect(seen == ["a", "b", "c", "a", "b", "c", "a", "b", "c"])
    }

    @Test func `a failed transaction changes nothing`() throws {
        let catalogue = try open()
        #expect(throws: StoreError.unknownToken("x")) {
            try catalogue.transaction { () throws(StoreError) in
                try catalogue.add(.sample("a"))
                try catalogue.setPlan(.sample(), of: "x")
            }
        }
        #expect(try catalogue.tokens().isEmpty)
        try catalogue.add(.sample("a"))
        #expect(try catalogue.tokens() == ["a"])
    }

    @Test func `two processes see each other's changes`() throws {
        let owner = try open()
        let reader = try open(readOnly: true)
        let other = try open()
        #expect(try reader.tokens() == [])
        try owner.add(.sample("a"))
        #expect(try reader.tokens() == ["a"])
        try other.enqueue(StoreCommand(.pause, "a"))
        try other.enqueue(StoreCommand(.delete, "a", argument: "now"))
        #expect(
            try owner.takeCommands() == [
                StoreCommand(.pause, "a"), StoreCommand(.delete, "a", argument: "now"),
            ])
        #expect(try owner.takeCommands().isEmpty)
        #expect(try other.takeCommands().isEmpty)
    }

    @Test func `a read-only catalogue refuses changes`() throws {
        try open().add(.sample("a"))
        let reader = try open(readOnly: true)
        let refusal = StoreError.readOnly(path: workshop.catalogue)
        #expect(throws: refusal) { try reader.add(.sample("b")) }
        #expect(throws: refusal) { try reader.enqueue(StoreCommand(.pause, "a")) }
        #expect(try reader.tokens() == ["a"])
    }
}
