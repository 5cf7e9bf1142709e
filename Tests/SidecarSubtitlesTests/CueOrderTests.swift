import SidecarSubtitles
import Testing
import VirtualTime

@Suite struct CueOrderTests {
    private func cue(_ id: String, _ start: Int64, _ end: Int64) -> WebVTTCue {
        WebVTTCue(id: id, start: .seconds(start), end: .seconds(end), text: "")
    }

    @Test func `cues are ordered by start`() {
        let cues = [cue("b", 2, 3), cue("a", 1, 9), cue("c", 3, 4)]
        #expect(cues.inTrackOrder().map(\.id) == ["a", "b", "c"])
    }

    @Test func `cues that start together are ordered by end, the last first`() {
        let cues = [cue("short", 1, 2), cue("long", 1, 5), cue("backwards", 1, 0)]
        #expect(cues.inTrackOrder().map(\.id) == ["long", "short", "backwards"])
    }

    @Test func `cues with equal times are in the order of the file`() {
        let cues = (0..<500).map { cue("\($0)", Int64($0 % 3), 9) }
        let expected = [0, 1, 2].flatMap { start in
            (0..<500).filter { $0 % 3 == start }.map { "\($0)" }
        }
        #expect(cues.inTrackOrder().map(\.id) == expected)
    }

    @Test func `the cues of a file are available in file order and in track order`() throws {
        let file = try read("b\n00:02.000 --> 00:03.000\n\na\n00:01.000 --> 00:02.000\n")
        #expect(file.cues.map(\.id) == ["b", "a"])
        #expect(file.cuesInTrackOrder.map(\.id) == ["a", "b"])
    }
}
