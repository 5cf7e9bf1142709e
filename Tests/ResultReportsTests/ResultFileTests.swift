import HeadlessPlaybackTesting
import Testing
import VirtualTime

@Suite struct ResultFileTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `written results read back as they were`(seed: UInt64) throws {
        var random = ArbitraryResult(seed: seed)
        let results = (0..<Int(seed % 4)).map { random.result(name: "\($0) \(random.text())") }
        let run = seed.isMultiple(of: 2) ? "0123456789abcdef" : nil
        let file = ResultFile(
            results, shard: ResultShard(index: Int(seed % 3), count: 3, run: run))
        #expect(try ResultFile(json: file.json()) == file)
    }

    @Test func `the parts of a result have the expected numbers of properties`() {
        // A new member must be added to the result file first, and then to the counts below.
        func members(_ value: Any) -> Int { Mirror(reflecting: value).children.count }
        let history = SessionHistory(number: 1, title: "")
        // A scenario's requests have a file of their own (`--requests`), and a refused broadcast
        // ends `players`, so the result file has neither of these two members.
        #expect(members(ScenarioResult(name: "")) == 12 + 2)
        #expect(members(Check("", "", .passed)) == 3)
        #expect(members(Failure(expected: "", found: "")) == 6)
        #expect(members(TraceExcerptLine(number: 1, text: "")) == 3)
        #expect(members(history) == 9)
        #expect(
            members(
                SessionHistory.Window(instant: .start, length: .zero, latency: .zero)) == 3)
        #expect(
            members(
                SessionHistory.Sample(
                    instant: .start, position: .zero, bufferedLead: .zero, bitrate: 0)) == 5)
        #expect(members(SessionHistory.Occurrence(.stall, "", at: .start, position: .zero)) == 6)
        #expect(members(SessionHistory.Mark(.marker, "", from: .zero)) == 6)
        #expect(
            members(SessionHistory.Surroundings(keyframe: "", boundary: "", markers: "")) == 3)
        #expect(members(SessionHistory.Still("", at: .zero, image: [])) == 3)
    }

    @Test func `the same results give the same file`() {
        var one = ArbitraryResult(seed: 7)
        var other = ArbitraryResult(seed: 7)
        #expect(
            ResultFile([one.result(name: "a")]).json()
                == ResultFile([other.result(name: "a")]).json())
    }

    @Test(arguments: [
        ("", "line 1, column 1: expected a value"),
        ("{}", "format is not 'playctl-results'"),
        (
            #"{"format":"playctl-results","version":2}"#,
            "version is not 1, the version that is read; run again with --json FILE"
        ),
        (#"{"format":"playctl-results","version":1}"#, "results is missing"),
        (
            #"{"format":"playctl-results","version":1,"results":[{"name":"a"}]}"#,
            "results[0].seed is missing"
        ),
        (
            #"{"format":"playctl-results","version":1,"results":[],"#
                + #""shard":{"index":5,"count":4}}"#,
            #"shard is not a part such as {"index": 1, "count": 4}"#
        ),
        (
            #"{"format":"playctl-results","version":1,"results":[{"name":"a","seed":"0","command":"","#
                + #""worldTime":"1","wallTime":"1,5","checks":[],"trace":[],"histories":[]}]}"#,
            "results[0].wallTime is not seconds as a text"
        ),
        (
            #"{"format":"playctl-results","version":1,"results":[{"name":"a","seed":"0","command":"","#
                + #""worldTime":"1","wallTime":"1","checks":[{"outcome":"failed","failure":3}]}]}"#,
            "results[0].checks[0].failure.expected is missing"
        ),
    ])
    func `an error in a result file is reported with its position`(text: String, message: String) {
        let error = #expect(throws: JSONError.self) {
            try ResultFile(json: Array(text.utf8))
        }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        (Duration.zero, "0"), (.milliseconds(1500), "1.5"), (.zero - .milliseconds(500), "-0.5"),
        (Duration(secondsComponent: 7, attosecondsComponent: 1), "7.000000000000000001"),
    ])
    func `a time keeps its precision`(time: Duration, text: String) {
        #expect(time.exactSeconds == text)
        #expect(Duration(exactSeconds: text) == time)
    }

    @Test(arguments: ["", "-", ".", "1.", ".5", "+1", "1e3", "1.0000000000000000001", "--1", "١"])
    func `a malformed time is refused`(text: String) {
        #expect(Duration(exactSeconds: text) == nil)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a damaged file is refused or read, and never traps`(seed: UInt64) {
        var random = ArbitraryResult(seed: seed)
        let bytes = ResultFile([random.result(name: "a")]).json()
        var chance = SeededRandom(seed: seed)
        let inserts = Array(#"0123456789-.eE"\,:{}[]"#.utf8) + [0, 0x80, 0xFF]
        var refused = 0
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0...chance.next() % 3 {
                let place = Int(chance.next() % UInt64(damaged.count))
                damaged[place] = inserts[Int(chance.next() % UInt64(inserts.count))]
            }
            do { _ = try ResultFile(json: damaged) } catch { refused += 1 }
        }
        #expect(refused > 0)
    }

    @Test(arguments: [(0, 4), (5, 4), (1, 0), (-1, 1), (.max, 1), (1, .max)])
    func `a shard outside of its number of shards is refused`(index: Int, count: Int) {
        #expect(ResultShard(index: index, count: count) == nil)
    }
}
