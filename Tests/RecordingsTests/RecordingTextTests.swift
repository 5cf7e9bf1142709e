import Playlists
import Recordings
import Testing
import Transport
import VirtualTime

@Suite struct RecordingTextTests {
    static let header = RecordedHeader(
        location: "https://a.test/live.m3u8", started: DateTime(millisecondsSince1970: 1_000),
        hasBodies: true, limit: 1 << 20)

    static func response(
        _ start: Double, _ end: Double, _ location: String = "https://a.test/live.m3u8",
        _ kind: ResourceKind = .mediaPlaylist, range: Range<Int64>? = nil,
        _ outcome: RecordedResponse.Outcome? = nil
    ) -> RecordedResponse {
        var content = RecordedResponse.Response(byteCount: 10, checksum: 0xFF, isKept: true)
        content.status = 200
        content.contentType = "text/plain"
        content.finalLocation = "https://b.test/live.m3u8"
        content.age = 3
        content.totalByteCount = 99
        content.fields = [HeaderField(name: "age", value: "3")]
        return RecordedResponse(
            from: Instant(sinceStart: .seconds(start)), to: Instant(sinceStart: .seconds(end)),
            kind: kind, location: location, byteRange: range, outcome ?? .response(content))
    }

    static func text(
        _ responses: [RecordedResponse], end: Double = 60, reason: String? = nil
    ) -> [UInt8] {
        var bytes = RecordingText.line(of: header)
        var checksum = RecordingChecksum()
        checksum.add(bytes)
        for response in responses {
            let line = RecordingText.line(of: response)
            checksum.add(line)
            bytes += line
        }
        let last = RecordedEnd(
            at: Instant(sinceStart: .seconds(end)), count: responses.count, reason: reason)
        return bytes + RecordingText.line(of: last, after: checksum)
    }

    private static let some: [RecordedResponse] = [
        response(0, 0.25), response(1, 1.5, "https://a.test/s1.ts", .segment, range: 10..<20),
        response(2, 3, "https://a.test/k", .key, .refused(status: 503, retryAfter: 2)),
        response(4, 5, "https://a.test/k", .key, .failed("the server took too long")),
    ]

    @Test func `a recording is read back as it was written`() throws {
        let recording = try Recording(Self.text(Self.some))
        #expect(recording.header == Self.header)
        #expect(recording.responses == Self.some)
        #expect(recording.end.instant == .seconds(60))
    }

    @Test func `a recording truncated at any byte is refused`() {
        let text = Self.text(Self.some)
        for count in text.indices {
            #expect(throws: RecordingError.self, "\(count)") {
                try Recording(Array(text[..<count]))
            }
        }
    }

    @Test func `a recording with any changed byte is refused`() {
        let text = Self.text(Self.some)
        for place in text.indices {
            for bit in [0x01, 0x20] as [UInt8] {
                var changed = text
                changed[place] ^= bit
                #expect(throws: RecordingError.self, "\(place)") { try Recording(changed) }
            }
        }
    }

    @Test func `a recording without its end record is reported as incomplete`() throws {
        let text = Self.text(Self.some)
        let last = try #require(text.dropLast().lastIndex(of: 0x0A))
        #expect(throws: RecordingError(.incomplete)) { try Recording(Array(text[...last])) }
    }

    @Test func `a recording that ended early is refused with its reason`() {
        let text = Self.text(Self.some, reason: "the disk is full")
        let expected = RecordingError(.endedEarly("the disk is full"), line: 6)
        #expect(throws: expected) { try Recording(text) }
    }

    @Test(arguments: [
        ("", "not a recording"), ("{}\n", "line 1: not a recording"),
        ("#EXTM3U\n", "line 1: not a recording"),
        ("{\"recording\":2}\n", "line 1: a recording of version 2: expected 1"),
        ("{\"recording\":1}\n", "line 1: expected a text in started"),
    ])
    func `a text that is not a valid recording is refused with a message`(
        text: String, message: String
    ) {
        let error = #expect(throws: RecordingError.self) { try Recording(Array(text.utf8)) }
        #expect(error.map { "\($0)" } == message)
    }

    @Test func `values out of bounds are refused with their line`() {
        let wrong = [
            Self.response(5, 4), Self.response(-1, 4),
            Self.response(0, 1, String(repeating: "a", count: 20_000)),
            Self.response(
                0, 1, "https://a.test/k", .key, .refused(status: 200, retryAfter: nil)),
        ]
        for response in wrong {
            let error = #expect(throws: RecordingError.self) {
                try Recording(Self.text([response]))
            }
            #expect(error?.line == 2)
        }
        // A recording must list its responses in the order in which they ended.
        let error = #expect(throws: RecordingError.self) {
            try Recording(Self.text([Self.response(0, 5), Self.response(0, 4)]))
        }
        #expect(error?.line == 3)
    }
}
