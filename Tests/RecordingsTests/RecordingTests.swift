import Playlists
import Recordings
import Testing
import Transport
import VirtualTime

/// The responses that a recording gives to requests at any instant.
@Suite struct RecordingTests {
    private static let list = "https://a.test/live.m3u8"
    /// The digest that replaces the query value `verysecret` in locations.
    private static let digest = RecordingMask.location("a?t=verysecret").dropFirst(4)

    /// Returns a response whose checksum is the index of its text.
    private static func version(
        _ number: UInt64, _ start: Double, _ end: Double, _ query: String = "",
        of list: String = Self.list
    ) -> RecordedResponse {
        RecordedResponse(
            from: Instant(sinceStart: .seconds(start)), to: Instant(sinceStart: .seconds(end)),
            kind: .mediaPlaylist, location: list + query,
            .response(.init(byteCount: 1, checksum: number, isKept: true)))
    }

    private static func text(
        _ sequence: Int, _ count: Int, skipped: Int = 0, parts: Int = 0, ends: Bool = false
    ) -> [UInt8] {
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n"
        text += "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n"
        text += "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n"
        if skipped > 0 { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n" }
        for number in sequence + skipped..<sequence + count {
            text += "#EXTINF:4,\ns\(number).ts\n"
        }
        for part in 0..<parts { text += "#EXT-X-PART:DURATION=1,URI=\"p\(part).ts\"\n" }
        if ends { text += "#EXT-X-ENDLIST\n" }
        return Array(text.utf8)
    }

    /// Returns the number of the version that answers a request, or a status, or a failure reason.
    ///
    /// If the answer comes after the instant of the request, the instant of the answer is appended.
    private func answer(
        _ recording: Recording, _ query: String, at seconds: Double, _ texts: [[UInt8]],
        of list: String = Self.list
    ) -> String {
        let finding = recording.finding(
            list + query, kind: .mediaPlaylist, at: Instant(sinceStart: .seconds(seconds))
        ) { response in
            guard case .response(let content) = response.outcome else { return nil }
            return texts[Int(content.checksum)]
        }
        switch finding {
        case .nothing(let reason): return reason
        case .response(let response, let instant):
            let suffix = instant > .seconds(seconds) ? " at \(instant)" : ""
            switch response.outcome {
            case .response(let content): return "\(content.checksum)\(suffix)"
            case .refused(let status, _): return "status \(status)\(suffix)"
            case .failed(let reason): return reason
            }
        }
    }

    private func recording(_ responses: [RecordedResponse]) throws -> Recording {
        try Recording(RecordingTextTests.text(responses))
    }

    @Test func `a request without delivery directives receives the newest playlist of its time`()
        throws
    {
        let texts = [Self.text(0, 6), Self.text(1, 6), Self.text(2, 6)]
        let recording = try recording([
            Self.version(0, 0.1, 0.2), Self.version(1, 4, 4.1), Self.version(2, 8, 8.1),
        ])
        #expect(answer(recording, "", at: 0, texts) == "0 at 0.100")
        #expect(answer(recording, "", at: 3.9, texts) == "0")
        #expect(answer(recording, "", at: 4, texts) == "1")
        #expect(answer(recording, "", at: 60, texts) == "2")
        #expect(answer(recording, "", at: 60.1, texts) == "the recording ended at 60.000 s")
        #expect(answer(recording, "x", at: 4, texts) == "this playlist was never recorded")
        #expect(answer(recording, "?a=1", at: 4, texts) == "this playlist was never recorded")
    }

    @Test func `a broadcast that ended in the recording is still served after the recording's end`()
        throws
    {
        let texts = [Self.text(0, 6), Self.text(0, 6, ends: true)]
        let recording = try recording([Self.version(0, 0, 0.1), Self.version(1, 4, 4.1)])
        #expect(answer(recording, "", at: 1000, texts) == "1")
    }

    @Test func `a recorded error response is replayed until the next playlist version`() throws {
        let texts = [Self.text(0, 6), Self.text(1, 6)]
        let refusal = RecordedResponse(
            from: .seconds(4), to: .seconds(4), kind: .mediaPlaylist, location: Self.list,
            .refused(status: 503, retryAfter: nil))
        let recording = try recording([Self.version(0, 0, 0.1), refusal, Self.version(1, 8, 8.1)])
        #expect(answer(recording, "", at: 3, texts) == "0")
        #expect(answer(recording, "", at: 5, texts) == "status 503")
        #expect(answer(recording, "", at: 8, texts) == "1")
    }

    @Test func `a blocking request waits until its playlist version was sent`() throws {
        let texts = [Self.text(0, 6), Self.text(1, 6), Self.text(1, 6, parts: 2)]
        let recording = try recording([
            Self.version(0, 0, 0.1), Self.version(1, 0.1, 4, "?_HLS_msn=6"),
            Self.version(2, 4, 6, "?_HLS_msn=7&_HLS_part=1"),
        ])
        #expect(answer(recording, "?_HLS_msn=6", at: 0.1, texts) == "1 at 4.000")
        #expect(answer(recording, "?_HLS_msn=6", at: 5, texts) == "1")
        // The version in the answer contains the requested segment or part, although the recorded
        // request for that version had other directives.
        #expect(answer(recording, "?_HLS_msn=6&_HLS_part=0", at: 1, texts) == "1 at 4.000")
        #expect(answer(recording, "?_HLS_msn=7&_HLS_part=0", at: 5, texts) == "2 at 6.000")
        #expect(
            answer(recording, "?_HLS_msn=7", at: 5, texts)
                == "no version with this segment or part was recorded")
        // A request without directives never receives a version before the instant at which the
        // server sent the version to the recorder, even if the recorder requested the version
        // earlier.
        #expect(answer(recording, "", at: 3.9, texts) == "0")
        #expect(answer(recording, "", at: 4, texts) == "1")
    }

    @Test func `a delta update is never served for a request of the full playlist`() throws {
        let texts = [Self.text(0, 6), Self.text(1, 6, skipped: 3)]
        let recording = try recording([
            Self.version(0, 0, 0.1), Self.version(1, 4, 4.1, "?_HLS_skip=YES"),
        ])
        #expect(answer(recording, "?_HLS_skip=YES", at: 4, texts) == "1")
        #expect(answer(recording, "", at: 3, texts) == "0")
        #expect(
            answer(recording, "", at: 5, texts)
                == "only a delta update of this playlist was recorded then")
    }

    @Test func `recorded media is found by its byte range, and other byte ranges are refused`()
        throws
    {
        func segment(_ range: Range<Int64>?, _ start: Double, _ name: String) -> RecordedResponse {
            RecordingTextTests.response(
                start, start, "https://a.test/\(name)", .segment, range: range)
        }
        let recording = try recording([segment(10..<20, 1, "a.ts"), segment(nil, 2, "b.ts")])
        func reason(_ name: String, _ range: Range<Int64>?) -> String? {
            let finding = recording.finding(
                "https://a.test/\(name)", range, kind: .segment, at: .start, text: { _ in nil })
            if case .nothing(let reason) = finding { return reason }
            return nil
        }
        #expect(reason("a.ts", 10..<20) == nil && reason("b.ts", 5..<6) == nil)
        #expect(reason("a.ts", nil) == "these bytes were never recorded")
        #expect(reason("a.ts", 10..<21) == "these bytes were never recorded")
        #expect(reason("c.ts", nil) == "this resource was never recorded")
    }

    @Test(arguments: [
        ("https://a.test/v/verysecret/s1.ts", true), ("https://a.test/v/other/s1.ts", false),
        ("https://a.test/v/verysecret/s11.ts", false), ("https://a.test/v/verysecret/s2.ts", false),
    ])
    func `a resource whose path contains a hidden query value is found by the digest`(
        location: String, isFound: Bool
    ) throws {
        let response = RecordedResponse(
            from: .start, to: Instant(sinceStart: .seconds(1)), kind: .segment, location: location,
            .response(.init(byteCount: 1, checksum: 1, isKept: true)))
        let finding = try recording([response]).finding(
            "https://a.test/v/\(Self.digest)/s1.ts", kind: .segment, at: .start,
            text: { _ in nil })
        if case .response = finding { #expect(isFound) } else { #expect(!isFound) }
    }

    @Test func `a playlist that imports a variable is read without its value`() throws {
        let texts = [Self.text(0, 6), Self.text(1, 6, ends: true)].map { text in
            Array(
                String(decoding: text, as: UTF8.self).replacing(
                    "VERSION:9\n", with: "VERSION:9\n#EXT-X-DEFINE:IMPORT=\"t\"\n"
                ).utf8)
        }
        let recording = try recording([Self.version(0, 0, 0.1), Self.version(1, 4, 4.1)])
        #expect(answer(recording, "?_HLS_msn=6", at: 1, texts) == "1 at 4.000")
        #expect(answer(recording, "", at: 99, texts) == "1")
    }

    @Test(arguments: ["verysecret/live.m3u8", "live/verysecret.m3u8"])
    func `a playlist whose path contains a hidden query value is found with directives`(
        path: String
    ) throws {
        let list = "https://a.test/v/\(path)"
        let texts = [Self.text(0, 6), Self.text(1, 6)]
        let recording = try recording([
            Self.version(0, 0, 0.1, of: list), Self.version(1, 0.1, 4, "?_HLS_msn=6", of: list),
        ])
        let hidden = list.replacing("verysecret", with: Self.digest)
        #expect(answer(recording, "", at: 3.9, texts, of: hidden) == "0")
        #expect(answer(recording, "?_HLS_msn=6", at: 0.1, texts, of: hidden) == "1 at 4.000")
        let other = "?_HLS_msn=6&_HLS_part=0"
        #expect(answer(recording, other, at: 1, texts, of: hidden) == "1 at 4.000")
    }
}
