import Foundation
import HeadlessPlaybackTesting
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct JUnitReportTests {
    private static let failure = Failure(
        expected: "once", found: "twice", instant: Instant(sinceStart: .milliseconds(5400)),
        line: 14, context: [TraceExcerptLine(number: 9, text: "  5.400  didPass", isMarked: true)])

    @Test func `a watch that was cut short is an error and no failure`() {
        var result = ScenarioResult(name: "live")
        result.checks = [Check("watch.length", "the whole time", .failed(Self.failure))]
        let text = String(decoding: JUnitReport([result]).xml(), as: UTF8.self)
        #expect(text.contains("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\""))
        #expect(text.contains("<error message=\"found twice, expected once\""))
        #expect(text.contains("</error>") && !text.contains("failure>"))
    }

    @Test func `a result is a suite, and a check is a test case`() {
        var result = ScenarioResult(
            name: "ads.midroll", file: "ads/midroll.play.yaml", seed: 42,
            command: "playctl run ads/midroll.play.yaml")
        result.worldTime = .milliseconds(12_500)
        result.wallTime = .milliseconds(1001)
        result.metrics = [.startupTime: 0.5]
        result.checks = [
            Check("ledger.balance", "the ledger balances", .passed),
            Check("expect.cue-points", "5.000 is passed once", .failed(Self.failure)),
            Check("threshold.startup-time", "startup", .broken(Self.failure)),
            Check("lint.end", "the end", .known(Self.failure, bug: "https://example.com/1")),
            Check("expect.licences", "a licence", .skipped("no key")),
        ]
        #expect(
            String(decoding: JUnitReport([result]).xml(), as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="playctl" tests="5" failures="2" errors="0" time="1.001000">
                  <testsuite name="ads.midroll" tests="5" failures="2" errors="0" skipped="1" \
                time="1.001000" file="ads/midroll.play.yaml">
                    <properties>
                      <property name="seed" value="42"/>
                      <property name="world-time" value="12.5"/>
                      <property name="command" value="playctl run ads/midroll.play.yaml"/>
                      <property name="startup-time" value="0.5"/>
                    </properties>
                    <testcase name="the ledger balances" classname="ads.midroll" time="0.200200"/>
                    <testcase name="5.000 is passed once" classname="ads.midroll" time="0.200200">
                      <failure message="found twice, expected once" type="expect.cue-points">\
                  expected  once
                  found     twice
                  at        5.400
                  in        ads/midroll.play.yaml:14
                  &gt; 9    5.400  didPass
                repeat: playctl run ads/midroll.play.yaml
                </failure>
                    </testcase>
                    <testcase name="startup" classname="ads.midroll" time="0.200200">
                      <failure message="found twice, expected once" type="threshold.startup-time">\
                  expected  once
                  found     twice
                  at        5.400
                  in        ads/midroll.play.yaml:14
                  &gt; 9    5.400  didPass
                repeat: playctl run ads/midroll.play.yaml
                </failure>
                    </testcase>
                    <testcase name="the end" classname="ads.midroll" time="0.200200">
                      <system-out>known issue https://example.com/1: found twice, expected once
                </system-out>
                    </testcase>
                    <testcase name="a licence" classname="ads.midroll" time="0.200200">
                      <skipped message="no key"/>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `an XML parser reads text unchanged, except forbidden and direction characters`(
        seed: UInt64
    ) throws {
        var random = ArbitraryResult(seed: seed)
        let results = (0..<3).map { random.result(name: "\($0) \(random.text())") }
        let elements = try Elements(JUnitReport(results).xml())
        #expect(elements.suites == results.map { Elements.held($0.name) })
        let skipped = results.flatMap(\.checks).compactMap { check -> String? in
            guard case .skipped(let reason) = check.outcome else { return nil }
            return Elements.held(reason)
        }
        #expect(elements.skipped == skipped)
        #expect(elements.cases.count == results.reduce(0) { $0 + max($1.checks.count, 1) })
    }

    @Test func `checks with equal names become test cases with distinct names`() throws {
        var result = ScenarioResult(name: "a")
        result.checks = ["b", "b", "b (2)", "b", ""].map { Check("expect.x", $0, .passed) }
        #expect(
            try Elements(JUnitReport([result]).xml()).cases
                == ["b", "b (2)", "b (2) (2)", "b (3)", "expect.x"])
    }

    @Test func `the times of test cases sum up to the time of their suite`() throws {
        var result = ScenarioResult(name: "a")
        result.wallTime = .microseconds(1_234_567)
        result.checks = (0..<7).map { Check("expect.x", "\($0)", .passed) }
        let times = try Elements(JUnitReport([result]).xml()).times
        #expect(times.map { Int(($0 * 1e6).rounded()) }.reduce(0, +) == 1_234_567)
    }

    @Test func `a run that ended early is an error, and a result without checks is a failure`()
        throws
    {
        let text = String(
            decoding: JUnitReport([ScenarioResult(name: "a")], planned: 3).xml(), as: UTF8.self)
        #expect(
            text.contains("<testsuites name=\"playctl\" tests=\"2\" failures=\"1\" errors=\"1\""))
        #expect(text.contains("type=\"scenario.invalid\""))
        #expect(text.contains("<error message=\"the run ended early: 1 of 3 were run\""))
        let elements = try Elements(Array(text.utf8))
        #expect(elements.suites == ["a", "playctl"])
        for planned in [nil, 1] {
            let whole = JUnitReport([ScenarioResult(name: "a")], planned: planned).xml()
            #expect(try Elements(whole).suites == ["a"])
        }
    }

    @Test func `a report grows linearly up to ten thousand checks`() {
        func size(_ count: Int) -> Int {
            var result = ScenarioResult(name: "film")
            result.checks = (0..<count).map {
                Check("cue-point.passed", "cue point \(1_000_000 + $0)", .failed(Self.failure))
            }
            return JUnitReport([result]).xml().count
        }
        #expect(abs(size(10_000) - 10 * size(1000)) < 10_000)
    }
}

/// The elements that an XML parser finds in a report.
private final class Elements: NSObject, XMLParserDelegate {
    var suites: [String] = []
    var cases: [String] = []
    var skipped: [String] = []
    var times: [Double] = []

    init(_ bytes: [UInt8]) throws {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        try #require(parser.parse(), "line \(parser.lineNumber): \(parser.parserError as Any)")
    }

    /// Returns a text in which characters that XML cannot represent are replaced.
    static func held(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isHeld =
                        scalar.value >= 0x20 && !(0xFFFE...0xFFFF).contains(scalar.value)
                        && !(0x202A...0x202E).contains(scalar.value)
                        && !(0x2066...0x206F).contains(scalar.value)
                        || ["\t", "\n", "\r"].contains(scalar)
                    return isHeld ? scalar : "\u{FFFD}"
                }))
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        switch name {
        case "testsuite": suites.append(attributes["name"] ?? "?")
        case "testcase":
            cases.append(attributes["name"] ?? "?")
            times.append(attributes["time"].flatMap(Double.init) ?? -1)
        case "skipped": skipped.append(attributes["message"] ?? "?")
        default: break
        }
    }
}
