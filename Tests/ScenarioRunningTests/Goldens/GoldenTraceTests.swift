import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct GoldenTraceTests {
    private static func golden(_ lines: String..., name: String = "ads.midroll") -> GoldenTrace {
        var result = ScenarioResult(name: name)
        result.trace = lines
        return GoldenTrace(of: result)
    }

    private static let kept = Array("# playctl trace 1\n0.000  a\n5.000  b\n".utf8)

    @Test func `the same trace passes`() {
        let golden = Self.golden("0.000  a", "5.000  b")
        #expect(golden.bytes == Self.kept)
        #expect(golden.fileName == "ads.midroll.trace")
        #expect(golden.check(against: Self.kept).outcome == .passed)
    }

    @Test func `a different trace fails with a unified diff`() {
        let check = Self.golden("0.000  a", "5.400  b").check(against: Self.kept)
        #expect(check.code == "golden.trace")
        #expect(
            check.outcome
                == .failed(
                    Failure(
                        expected: "the 2 lines of ads.midroll.trace",
                        found: "2 lines: 1 gone, 1 new",
                        instant: Instant(sinceStart: .milliseconds(5400)),
                        context: [
                            TraceExcerptLine(number: 0, text: "@@ -1,2 +1,2 @@"),
                            TraceExcerptLine(number: 0, text: " 0.000  a"),
                            TraceExcerptLine(number: 0, text: "-5.000  b", isMarked: true),
                            TraceExcerptLine(number: 0, text: "+5.400  b", isMarked: true),
                        ])))
    }

    @Test func `a summary shows a diff unchanged`() {
        var result = ScenarioResult(name: "ads.midroll")
        result.checks = [Self.golden("0.000  a", "5.400  b").check(against: Self.kept)]
        let lines = SummaryText().failures(of: result).split(separator: "\n").suffix(4)
        #expect(Array(lines) == ["  @@ -1,2 +1,2 @@", "   0.000  a", "  -5.000  b", "  +5.400  b"])
    }

    @Test func `a missing golden trace fails and names the option that writes it`() {
        let check = Self.golden("0.000  a").check(against: nil)
        #expect(check.code == "golden.missing")
        guard case .failed(let failure) = check.outcome else {
            Issue.record("a missing trace must fail")
            return
        }
        #expect(failure.found.contains("--update"))
    }

    @Test(arguments: ["", "0.000  a\n", "# playctl trace 2\n0.000  a\n"])
    func `a trace file of another version is reported as such`(text: String) {
        let check = Self.golden("0.000  a").check(against: Array(text.utf8))
        #expect(check.code == "golden.version")
        #expect(check.outcome != .passed)
    }

    @Test func `line endings of another system are reported as other line endings`() {
        let kept = Array("# playctl trace 1\r\n0.000  a\r\n".utf8)
        guard case .failed(let failure) = Self.golden("0.000  a").check(against: kept).outcome
        else {
            Issue.record("other bytes must fail")
            return
        }
        #expect(failure.found == "the same lines with other ends")
    }

    @Test func `every golden trace name has its own file name`() {
        let long = String(repeating: "x", count: 1000)
        let names =
            [
                "a", "a/b", "a%2fb", "../a", ".a", "", "a b", "A", "ä", "CON:", "a\u{0}b", "a.b",
                long, long + "y",
            ] + NastyText.all.dropFirst()
        let files = names.map { Self.golden(name: $0).fileName }
        #expect(Set(files).count == Set(names.map { Array($0.utf8) }).count)
        for file in files {
            #expect(file.utf8.count <= 200)
            #expect(!file.hasPrefix(".") || file == ".trace")
            #expect(!file.contains("/"))
        }
    }
}
