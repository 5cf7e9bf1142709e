@testable import PlayctlCommands
import TestSupport
import Testing
import VirtualTime

@Suite struct ProgressLineTests {
    @Test func `the time left follows from the media that was read`() {
        func text(_ done: Double, _ total: Double, _ seconds: Int) -> String {
            ProgressLine.text(.seconds(done), of: .seconds(total), after: .seconds(seconds))
        }
        #expect(text(0, 0, 1) == "0%")
        #expect(text(0, 10, 3) == "0%")
        #expect(text(4, 10, 2) == "40%, 3s left")
        #expect(text(100, 10_000, 60) == "1%, 1h 39m left")
        #expect(text(12, 10, 9) == "100%, 0s left")
    }

    @Test func `a pipe receives no progress`() throws {
        let run = try Playctl.run("lint", "\(SampleMedia.folder)/ts-multivariant/index.m3u8")
        #expect(!run.errors.contains("%") && !run.output.contains("%"))
    }
}
