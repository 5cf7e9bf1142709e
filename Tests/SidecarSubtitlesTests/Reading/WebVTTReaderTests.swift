import HeadlessPlayback
import Playlists
import Sessions
import SidecarSubtitles
import TestSupport
import Testing

@Suite struct WebVTTReaderTests {
    private let segment = SegmentContext(
        playlistURL: "https://a.example/text/index.m3u8",
        segment: MediaSegment(uri: "one.vtt", duration: .seconds(4)), mediaSequence: 0)

    private func read(
        _ text: String, with reader: WebVTTReader = WebVTTReader()
    ) throws -> SegmentCues {
        try reader.cues(in: .webVTTFile(Array(text.utf8)), of: segment)
    }

    @Test func `a cue has all properties from its file`() throws {
        let cues = try read(
            "WEBVTT\n\nREGION\nid:top\n\nname\n00:01.000 --> 00:02.500 align:start region:top\n"
                + "<v Ann>Fish &amp; chips</v>\nagain\n")
        let expected = SubtitleCue(
            id: "name", start: .seconds(1), end: .milliseconds(2500),
            settings: [.init("align", "start"), .init("region", "top")],
            text: "<v Ann>Fish &amp; chips</v>\nagain", plainText: "Fish & chips\nagain")
        #expect(cues.cues == [expected])
        #expect(!cues.areCutAtSamples)
    }

    @Test(arguments: [
        ("MPEGTS:990000,LOCAL:00:00:05.000", MediaTime.seconds(6)),
        ("LOCAL:00:00:00.000,MPEGTS:8589934592", .zero),
        (
            "MPEGTS:9223372036854775807,LOCAL:00:00:00.000",
            MediaTime(8_589_934_591, timescale: 90_000)
        ),
    ])
    func `X-TIMESTAMP-MAP maps cue times to the transport clock`(
        map: String, offset: MediaTime
    ) throws {
        let cues = try read("WEBVTT\nX-TIMESTAMP-MAP=\(map)\n\n")
        #expect(cues.clock == .transport(offset: offset))
    }

    @Test func `without X-TIMESTAMP-MAP cue times and the transport clock have the same zero`()
        throws
    {
        #expect(try read("WEBVTT\n\n").clock == .transport(offset: .zero))
    }

    @Test func `a sidecar file without X-TIMESTAMP-MAP counts from the start of the presentation`()
        throws
    {
        let reader = WebVTTReader(filesOfPresentation: ["https://a.example/text/one.vtt"])
        #expect(try read("WEBVTT\n\n", with: reader).clock == .presentation)
        let map = "X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00.000"
        #expect(
            try read("WEBVTT\n\(map)\n\n", with: reader).clock == .transport(offset: .seconds(10)))
    }

    @Test func `an invalid file is an error`() {
        #expect(throws: SubtitleReadingError.self) { try read("<html>") }
    }

    @Test func `more cues than the limit are an error`() {
        var limits = WebVTTLimits()
        limits.cues = 2
        let reader = WebVTTReader(limits: limits)
        let cue = "00:01.000 --> 00:02.000\na\n\n"
        #expect(throws: Never.self) { try read("WEBVTT\n\n\(cue)\(cue)", with: reader) }
        #expect(
            throws: SubtitleReadingError(
                WebVTTError(.limitExceeded("cues", maximum: 2), line: 9))
        ) {
            try read("WEBVTT\n\n\(cue)\(cue)\(cue)", with: reader)
        }
    }

    @Test func `bytes that are not UTF-8 become replacement characters`() throws {
        let bytes = Array("WEBVTT\n\n00:01.000 --> 00:02.000\ncaf".utf8) + [0xE9, 0x0A]
        let cues = try WebVTTReader().cues(in: .webVTTFile(bytes), of: segment)
        #expect(cues.cues.map(\.plainText) == ["caf\u{FFFD}"])
        let text = "1 cue has lost characters: line 4: the text is not UTF-8"
        #expect(cues.losses == [CueLoss(text: text)])
    }

    // MARK: Samples

    private func read(
        samples: [WebVTTFragments.Sample], header: String = "WEBVTT",
        limits: WebVTTLimits = .init()
    ) throws -> SegmentCues {
        var time = MediaTime.zero
        let timed = samples.map { sample in
            let start = time
            time += .milliseconds(Int64(sample.duration))
            return SubtitleSample(start: start, end: time, bytes: sample.bytes)
        }
        return try WebVTTReader(limits: limits).cues(
            in: .webVTTSamples(header: Array(header.utf8), timed), of: segment)
    }

    @Test func `the cues of a sample last as long as the sample`() throws {
        let cues = try read(
            samples: [
                .empty(500), .cues(1000, .init("a", id: "1", settings: "region:top align:left")),
                .cues(500, .init("a"), .init("<b>b</b>", settings: "region:none", source: 7)),
            ], header: "WEBVTT\n\nREGION\nid:top\n")
        #expect(cues.clock == .container)
        #expect(cues.areCutAtSamples)
        #expect(cues.cues.map(\.start) == [500, 1500, 1500].map { .milliseconds($0) })
        #expect(cues.cues.map(\.end) == [1500, 2000, 2000].map { .milliseconds($0) })
        #expect(cues.cues.map(\.plainText) == ["a", "a", "b"])
        #expect(cues.cues.map(\.id) == ["1", "", ""])
        #expect(cues.cues.map(\.sourceNumber) == [nil, nil, 7])
        #expect(cues.cues[0].settings.map(\.name) == ["align", "region"])
        #expect(cues.cues[2].settings == [])
    }

    @Test(
        arguments: [
            ("a\u{0}\u{0}", "a"), ("a\u{0}b", nil), ("\u{0}", nil),
        ] as [(String, String?)])
    func `null characters at the end of a cue in a sample are padding`(
        text: String, shown: String?
    ) throws {
        let cues = try read(samples: [.cues(1000, .init(text))])
        #expect(cues.losses.isEmpty == (shown != nil))
        if let shown { #expect(cues.cues.map(\.plainText) == [shown]) }
    }

    @Test func `damaged samples yield the cues before the damage, and a loss`() throws {
        let whole = WebVTTFragments.Sample.cues(1000, .init("a"), .init("b"))
        let size = WebVTTFragments.Sample.cues(1000, .init("a")).bytes.count
        // The sample has a `vttc` box and a `vtta` box for each cue, and `ends` has the ends of all
        // these boxes.
        let comment = 8 + "NOTE said in passing".utf8.count
        let ends = [0, size - comment, size, 2 * size - comment, 2 * size]
        for count in 0...whole.bytes.count {
            let part = WebVTTFragments.Sample(
                duration: 1000, bytes: Array(whole.bytes.prefix(count)))
            let cues = try read(samples: [.empty(500), part])
            #expect(["a", "b"].starts(with: cues.cues.map(\.text)))
            #expect(cues.losses.isEmpty == ends.contains(count), "\(count)")
        }
    }

    @Test func `a sample whose bytes are zero, or a box without a type, is a loss`() throws {
        let whole = WebVTTFragments.Sample.cues(1000, .init("a"))
        let zeros = WebVTTFragments.Sample(
            duration: 1000, bytes: Array(repeating: 0, count: whole.bytes.count))
        let text = "2 samples of cues are damaged, the first at 1.000 s"
        #expect(try read(samples: [whole, zeros, zeros]).losses.map(\.text) == [text])
        for start in [4, 12] {
            var bytes = whole.bytes
            bytes.replaceSubrange(start..<start + 4, with: [0, 0, 0, 0])
            let part = WebVTTFragments.Sample(duration: 1000, bytes: bytes)
            #expect(try read(samples: [part]).losses.count == 1)
        }
    }

    @Test func `a sample with only boxes of unknown types is a loss`() throws {
        let whole = WebVTTFragments.Sample.empty(1000)
        let other = WebVTTFragments.Sample(
            duration: 1000, bytes: whole.bytes.replacing(Array("vtte".utf8), with: "vttx".utf8))
        let text = "a sample of cues at 1.000 s is damaged"
        #expect(try read(samples: [whole, other]).losses.map(\.text) == [text])
    }

    @Test(arguments: [(0xE9, "is not UTF-8"), (0, "has a null character")] as [(UInt8, String)])
    func `a cue of a sample whose text is not UTF-8 has lost characters`(
        byte: UInt8, problem: String
    ) throws {
        let whole = WebVTTFragments.Sample.cues(1000, .init("q"))
        let bytes = whole.bytes.map { $0 == UInt8(ascii: "q") ? byte : $0 }
        let part = WebVTTFragments.Sample(duration: 1000, bytes: bytes)
        let cues = try read(samples: [.cues(500, .init("\u{E9}")), part])
        #expect(cues.cues.map(\.text) == ["\u{E9}", "\u{FFFD}"])
        let text = "a cue at 0.500 s has lost characters: the text \(problem)"
        #expect(cues.losses == [CueLoss(text: text)])
    }

    @Test func `a cue whose sample lasts no time is lost, unless another sample shows it`() throws {
        let text = "1 cue is lost: its sample at 0.000 s lasts no time"
        #expect(
            try read(samples: [.cues(0, .init("a")), .cues(9, .init("b"))]).losses
                == [CueLoss(text: text)])
        #expect(try read(samples: [.cues(0, .init("a")), .cues(9, .init("a"))]).losses == [])
        #expect(try read(samples: [.cues(0, .init(" ")), .empty(0)]).losses == [])
    }

    @Test func `the cues that a file loses are losses of its segment`() throws {
        let cues = try read(
            "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:9O\n\n00:01.000 -> 00:02.000\na\n\n"
                + "00:01.000 --> 00:02.000\nb")
        #expect(
            cues.losses.map(\.text) == [
                "1 cue is lost: line 4: \"00:01.000 -> 00:02.000\" is not a pair of times",
                "the times of 1 cue are unknown: line 2: \"X-TIMESTAMP-MAP=MPEGTS:9O\" is not a"
                    + " timestamp map",
            ])
        #expect(cues.cues.map(\.text) == ["b"])
    }

    @Test func `more cues in samples than the limit are an error`() {
        var limits = WebVTTLimits()
        limits.cues = 1
        #expect(
            throws: SubtitleReadingError(
                WebVTTError(.limitExceeded("cues", maximum: 1), line: nil))
        ) {
            try read(samples: [.cues(1, .init("a"), .init("b"))], limits: limits)
        }
    }
}
