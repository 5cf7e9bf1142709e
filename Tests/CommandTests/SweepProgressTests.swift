@testable import PlayctlCommands
import Testing

@Suite struct SweepProgressTests {
    @Test func `the time left follows from the runs that were made`() {
        func text(_ done: Int, _ seconds: Int) -> String {
            SweepProgress.text(done, of: 1640, after: .seconds(seconds))
        }
        #expect(text(1, 5) == "1 of 1640 runs")
        #expect(text(10, 1) == "10 of 1640 runs, 2m 43s left")
        #expect(text(820, 50) == "820 of 1640 runs, 50s left")
        #expect(text(40, 400) == "40 of 1640 runs, 4h 26m left")
        #expect(text(1640, 400) == "")
    }
}
