import SidecarSubtitles
import Testing
import VirtualTime

@Suite struct TimingTests {
    private func cue(_ timings: String) throws -> WebVTTCue? {
        try read("\(timings)\na").cues.first
    }

    @Test(arguments: [
        ("00:00.000", 0), ("00:00.001", 1), ("00:59.999", 59_999), ("59:59.999", 3_599_999),
        ("00:00:00.000", 0), ("01:00:00.000", 3_600_000), ("99:59:59.999", 359_999_999),
        ("100:00:00.000", 360_000_000), ("0:00:00.500", 500), ("1:00:00.000", 3_600_000),
        ("0000000001:00:00.000", 3_600_000), ("60:00:00.000", 216_000_000),
        ("00:01:02.003", 62_003),
    ])
    func `a valid cue time is read`(text: String, milliseconds: Int64) throws {
        let cue = try #require(try self.cue("\(text) --> \(text)"))
        #expect(cue.start == .milliseconds(milliseconds))
        #expect(cue.end == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "0", "00", "00:00", "00:00:00", "00.000", "0:00.000", "000:00.000", "60:00.000",
        "99:00.000", "00:60.000", "00:00:60.000", "00:60:00.000", "00:99:00.000", "00:0.000",
        "00:000.000", "00:00.00", "00:00.0000", "00:00.", "00:00,000", "00:00:00,000",
        "00:00:0.000",
        "00:00:000.000", "00:0:00.000", "00:000:00.000", "00:00:00:00.000", "-00:01.000",
        "+00:01.000", "00:-1.000", "00:00.-01", "00::00.000", ":00:00.000", "00:00:00 .000",
        "00: 00.000", "a0:00.000", "00:00.0a0", "٠٠:٠٠.٠٠٠", "00:00:.000", "00;00.000",
        "00:00\u{A0}.000",
    ])
    func `an invalid time drops the cue`(text: String) throws {
        #expect(try cue("\(text) --> 00:09.000") == nil)
        #expect(try cue("00:00.000 --> \(text)") == nil)
    }

    @Test(arguments: [
        "00:01.000-->00:02.000", "  00:01.000 --> 00:02.000", "\t00:01.000\t-->\t00:02.000\t",
        "00:01.000 \u{C} --> \u{C} 00:02.000", "00:01.000-->00:02.000align:start",
        "00:01.000 --> 00:02.000 garbage --> x", "00:01.000 --> 00:02.000-->00:03.000",
    ])
    func `spaces around times are optional`(timings: String) throws {
        let cue = try #require(try self.cue(timings))
        #expect(cue.start == .seconds(1))
        #expect(cue.end == .seconds(2))
        #expect(cue.text == "a")
    }

    @Test(arguments: [
        "00:01.000 -> 00:02.000", "00:01.000 - -> 00:02.000", "00:01.000 ---> 00:02.000",
        "00:01.000 -->> 00:02.000", "00:01.000 --> --> 00:02.000", "x 00:01.000 --> 00:02.000",
        "00:01.000 x --> 00:02.000", "00:01.000 --> x 00:02.000", "00:01.000 -->", "-->",
        "--> 00:02.000", "00:01.000\u{A0}--> 00:02.000", "00:01.000 –> 00:02.000",
    ])
    func `a line without two times and an arrow drops the cue`(timings: String) throws {
        #expect(try cue(timings) == nil)
    }

    @Test func `a setting may follow the end time without a space`() throws {
        #expect(try cue("00:01.000 --> 00:02.000align:start")?.settings.alignment == .start)
    }

    @Test func `a cue may end before it starts`() throws {
        let cue = try #require(try self.cue("00:02.000 --> 00:01.000"))
        #expect(cue.start == .seconds(2))
        #expect(cue.end == .seconds(1))
    }

    @Test(arguments: [100, 10_000, 100_000])
    func `excessive hours become the largest representable time`(digits: Int) throws {
        let hours = String(repeating: "9", count: digits)
        let cue = try #require(try self.cue("00:01.000 --> \(hours):00:00.000"))
        #expect(cue.end == MediaTime(ticks: .max))
    }

    @Test func `the last representable hour is exact`() throws {
        let cue = try #require(try self.cue("00:00.000 --> 3631056:00:00.001"))
        #expect(cue.end == .milliseconds(3_631_056 * 3_600_000 + 1))
    }
}
