import SidecarSubtitles
import Testing
import VirtualTime

@Suite struct CueDeduplicatorTests {
    private static let cue = WebVTTCue(id: "1", start: .seconds(1), end: .seconds(3), text: "a")

    private static var others: [WebVTTCue] {
        var others = [cue, cue, cue, cue, cue]
        others[0].id = "2"
        others[1].start = .milliseconds(1001)
        others[2].end = .milliseconds(3001)
        others[3].text = "<i>a</i>"
        others[4].settings.alignment = .start
        return others
    }

    @Test func `a repeated cue is told once`() {
        var deduplicator = CueDeduplicator()
        let told = deduplicator.insert(contentsOf: [Self.cue, Self.cue])
        let again = deduplicator.insert(Self.cue)
        #expect(told == [Self.cue])
        #expect(!again)
    }

    @Test(arguments: others)
    func `a cue that differs in anything is another`(other: WebVTTCue) {
        var deduplicator = CueDeduplicator()
        let told = deduplicator.insert(contentsOf: [Self.cue, other])
        #expect(told == [Self.cue, other])
    }

    @Test func `a cue on a wrapped clock is the same once it is placed`() throws {
        let segments = [
            "X-TIMESTAMP-MAP=MPEGTS:8589844592,LOCAL:00:00:00.000\n\n00:00.500 --> 00:02.000\na",
            "X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00.500 --> 00:01.000\nb",
            "X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:01:00.000\n\n00:59.500 --> 01:01.000\na",
        ]
        var deduplicator = CueDeduplicator()
        var told: [WebVTTCue] = []
        for segment in segments {
            let file = try WebVTT(parsing: "WEBVTT\n" + segment)
            let placement = CuePlacement(
                map: file.timestampMap,
                origin: .init(mpegTimestamp: 8_589_844_592, presentation: .zero))
            told += deduplicator.insert(
                contentsOf: file.cues.map { placement.placed($0, near: .zero) })
        }
        #expect(told.map(\.text) == ["a", "b"])
        #expect(told.map(\.start) == [.milliseconds(500), .milliseconds(1500)])
    }

    @Test func `what has ended is forgotten`() {
        var deduplicator = CueDeduplicator()
        let cues = (0..<10).map {
            WebVTTCue(start: .seconds($0), end: .seconds($0 + 2), text: "\($0)")
        }
        _ = deduplicator.insert(contentsOf: cues)
        #expect(deduplicator.count == 10)
        deduplicator.forget(before: .seconds(7))
        #expect(deduplicator.count == 5)
        let told = deduplicator.insert(contentsOf: [cues[5], cues[4]])
        #expect(told == [cues[4]])
    }
}
