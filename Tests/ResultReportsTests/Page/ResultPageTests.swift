import HeadlessPlaybackTesting
import TestSupport
import Testing
import VirtualTime

@Suite struct ResultPageTests {
    private func page(_ results: [ScenarioResult], title: String = "Page") -> String {
        String(decoding: ResultPage(results, title: title).html(), as: UTF8.self)
    }

    /// Returns the number of occurrences of one text in another text.
    private func count(of part: String, in text: String) -> Int { text.ranges(of: part).count }

    @Test(arguments: PageSamples.hostile)
    func `names with markup or control characters are shown as text`(text: String) {
        let tame = page([PageSamples.result(saying: "tame")], title: "tame")
        let wild = page([PageSamples.result(saying: text)], title: text)
        for part in ["<", ">", "\"", "'"] {
            #expect(
                count(of: part, in: wild) == count(of: part, in: tame), "as many \(part) as ever")
        }
        let controls = wild.unicodeScalars.filter {
            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        }
        #expect(controls.isEmpty)
        #expect(!wild.contains("\u{202E}"), "nothing turns the direction of text")
    }

    @Test func `a broadcast without a duration is drawn up to the last played position`() {
        func page(_ duration: MediaTime, upTo seconds: Int64) -> String {
            var history = SessionHistory(number: 1, title: "News")
            history.duration = duration
            history.samples = [0, seconds].map {
                SessionHistory.Sample(
                    instant: Instant(sinceStart: .seconds($0)), position: .seconds($0),
                    bufferedLead: .seconds(10), bitrate: 1_000_000, bandwidth: 1_000_000)
            }
            history.marks = [
                SessionHistory.Mark(.discontinuity, "", from: .seconds(10), to: .seconds(10))
            ]
            history.windows = [0, seconds].map {
                SessionHistory.Window(
                    instant: Instant(sinceStart: .seconds($0)), length: .seconds(3603),
                    latency: .seconds(12))
            }
            var result = ScenarioResult(name: "News")
            result.histories = [history]
            return self.page([result])
        }
        let live = page(.indefinite, upTo: 60)
        #expect(live.contains(">broadcast</span>"))
        #expect(live.contains("of a broadcast. "))
        #expect(live.contains("to 1:00:03") && live.contains("to 00:12"))
        // The drawings equal the drawings for a film that ends at the same time, because the time
        // axis of a broadcast does not extend to infinity.
        let film = page(.seconds(60), upTo: 60)
        #expect(
            live.replacing(">broadcast<", with: ">01:00.000<")
                .replacing("of a broadcast. ", with: "of 01:00.000. ") == film)
        let days = page(.indefinite, upTo: 30 * 86_400)
        #expect(days.contains(">4 d<") && days.contains(">28 d<"))
        #expect(page(.indefinite, upTo: 30 * 3600).contains(">12:00:00<"))
    }

    @Test func `the page of a broadcast shows the window, the live edge and the latency`()
        throws
    {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.single.path), id: news, ran-for: 10m, window: {length: 30s}}
            steps: [{at: 60s, stop: }]
            """
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "live.play.yaml")
        var result = ScenarioRunner().run(scenario)
        let windows = try #require(result.histories.first?.windows)
        #expect(windows.count > 30)
        #expect(windows.allSatisfy { $0.latency > .zero && $0.latency <= $0.length })
        let shown = page([result])
        for part in [">Window<", ">Latency<", "class=\"edge\"", "behind the live edge"] {
            #expect(shown.contains(part), "\(part)")
        }
        result.histories[0].windows = []
        let plain = page([result])
        for part in [">Window<", ">Latency<", "behind the live edge"] {
            #expect(!plain.contains(part), "\(part)")
        }
    }

    @Test func `a page names its asset, the tool's version and the changes since the last results`()
    {
        var result = ScenarioResult(name: "a")
        result.assets = ["https://example.com/film/index.m3u8"]
        var page = ResultPage([result], title: "a")
        page.version = "1.2.3"
        page.change = ResultChange(
            [PageSamples.result(saying: "now")], against: [ScenarioResult(name: "now")], of: "old")
        let text = String(decoding: page.html(), as: UTF8.self)
        #expect(text.contains("<dt>Asset</dt><dd>https://example.com/film/index.m3u8</dd>"))
        #expect(text.contains("Made by playctl 1.2.3."))
        #expect(text.contains("Since the last results"))
        #expect(text.contains("failing now"))
    }

    @Test func `many passed results are folded into one line, and the filter needs no script`() {
        let passed = (0..<1640).map { PageSamples.passed("run \($0)") }
        let text = page(passed + [PageSamples.result(saying: "bad")])
        #expect(text.contains(##"<details class="fold v-ok"><summary>"##))
        #expect(text.contains("1,640 results passed"))
        #expect(count(of: #"type="radio""#, in: text) == 3)
        #expect(count(of: "<details", in: text) == count(of: "</details>", in: text))
        // Failures are outside the folded part of the page, and precede it.
        let fold = text.firstRange(of: "class=\"fold").map { $0.lowerBound } ?? text.startIndex
        #expect(count(of: "v-no\" id=", in: String(text[..<fold])) == 1)
        #expect(!page(Array(passed.prefix(20))).contains("class=\"fold"))
    }

    @Test func `a failure is drawn at its instant`() {
        var result = ScenarioResult(name: "a")
        var history = SessionHistory(number: 1, title: "a")
        history.duration = .seconds(10)
        history.samples = (0...10).map {
            SessionHistory.Sample(
                instant: Instant(sinceStart: .seconds($0)), position: .seconds(Int64($0)),
                bufferedLead: .zero, bitrate: 0)
        }
        result.histories = [history]
        func failing(at seconds: Int) -> String {
            let instant = Instant(sinceStart: .seconds(seconds))
            result.checks = [
                Check(
                    "expect.never", "no",
                    .failed(Failure(expected: "a", found: "b", instant: instant)))
            ]
            return page([result])
        }
        #expect(failing(at: 5).contains(#"<rect class="at-fault" x="50%""#))
        #expect(failing(at: 5).contains(">Failures<"))
        #expect(!failing(at: 50).contains(#"class="at-fault""#), "it is of another session")
    }

    @Test func `labels of neighbouring marks are all shown`() {
        var history = SessionHistory(number: 1, title: "a")
        history.duration = .seconds(100)
        history.marks = (0..<3).map {
            SessionHistory.Mark(.cuePoint, "a long name, number \($0)", from: .seconds(20 + $0 * 4))
        }
        var result = ScenarioResult(name: "a")
        result.histories = [history]
        let text = page([result])
        for number in 0..<3 { #expect(text.contains(">a long name, number \(number)</text>")) }
    }

    @Test func `cue points are shown with columns for keyframe, boundary and markers`() {
        var history = SessionHistory(number: 1, title: "a")
        var mark = SessionHistory.Mark(.cuePoint, "mid", from: .seconds(2), isRight: false)
        mark.surroundings = SessionHistory.Surroundings(
            keyframe: "+0.120", boundary: "none", markers: "daterange")
        history.marks = [mark]
        var result = ScenarioResult(name: "a")
        result.histories = [history]
        let text = page([result])
        for part in [">Keyframe<", ">Boundary<", ">+0.120<", ">none<", ">daterange<"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.contains("– wrong, in a"), "the variant of a cross")
    }

    @Test func `the title of a page is derived from the names of its results`() {
        func title(_ names: String...) -> String {
            PageTitle.text(names.map { ScenarioResult(name: $0) })
        }
        #expect(title("ads.midroll") == "ads.midroll")
        #expect(title("ads.midroll", "ads.late") == "ads")
        #expect(title("one", "two", "three") == "one and 2 more")
        var plain = ScenarioResult(name: "film")
        plain.swept = .plain(untried: [])
        #expect(PageTitle.text([plain, plain]) == "film: sweep of faults")
    }

    @Test func `a page without results states that there are none`() {
        #expect(page([]).contains("Nothing was run"))
    }

    @Test func `a page of a run that ended early states it, and is not green`() {
        let whole = page([RecordedRun().result(named: "a")])
        #expect(!whole.contains("ended early"))
        let result = PageSamples.passed("a")
        let early = String(
            decoding: ResultPage([result], title: "Page", planned: 3).html(), as: UTF8.self)
        #expect(early.contains("The run ended early: only 1 of 3 scenarios were run."))
        #expect(early.contains("The scenario passed"))
    }

    @Test func `marks after the end do not compress the timeline`() throws {
        func drawing(_ seconds: Int64) throws -> String {
            var history = SessionHistory(number: 1, title: "a")
            history.duration = .seconds(100)
            history.marks = [
                SessionHistory.Mark(.segment, "s", from: .zero, to: .seconds(50)),
                SessionHistory.Mark(.cuePoint, "late", from: .seconds(seconds)),
            ]
            var result = ScenarioResult(name: "a")
            result.histories = [history]
            let text = page([result])
            let start = try #require(text.firstRange(of: "<rect class=\"seg\"")).lowerBound
            return String(text[start...].prefix { $0 != ">" })
        }
        #expect(try drawing(10_000) == drawing(60))
    }

    @Test func `a page makes no requests`() {
        let text = page([RecordedRun().result(named: "a")])
        #expect(text.contains("default-src 'none'"))
        for part in ["<script", "<link rel=\"stylesheet", "http://", "@import", "url(http", " on"] {
            let rest = text.ranges(of: part).filter { range in
                part != " on" || text[range.upperBound...].prefix(12).contains("=\"")
            }
            #expect(rest.isEmpty, "\(part)")
        }
        let sources = text.ranges(of: "src=\"").map { text[$0.upperBound...].prefix(5) }
        #expect(sources.allSatisfy { $0 == "data:" } && !sources.isEmpty)
    }

    @Test func `failures come first and are expanded`() throws {
        var broken = ScenarioResult(name: "second")
        broken.checks = [
            Check("threshold.switches", "few", .broken(Failure(expected: "1", found: "2")))
        ]
        let text = page([
            PageSamples.passed("third"), broken, PageSamples.result(saying: "first"),
        ])
        let sections = try #require(text.firstRange(of: "id=\"scenarios\"")).upperBound
        let places = try ["first", "second", "third"].map {
            try #require(text[sections...].firstRange(of: "<h3>\($0)")).lowerBound
        }
        #expect(places == places.sorted())
        #expect(text.contains("id=\"s3\" open"))
        #expect(text.contains("id=\"s2\" open"))
        #expect(text.contains("id=\"s1\">"))
    }

    @Test func `a failure shows the expectation, the finding, the time and the marked trace line`()
    {
        var result = ScenarioResult(name: "a")
        let context = (1...3).map {
            TraceExcerptLine(number: $0 + 40, text: "line \($0)", isMarked: $0 == 2)
        }
        result.checks = [
            Check(
                "expect.end", "the end",
                .failed(
                    Failure(
                        expected: "this & that", found: "nothing",
                        instant: Instant(sinceStart: .milliseconds(3_725_250)), line: 12,
                        context: context)))
        ]
        let text = page([result])
        for part in ["this &amp; that", ">nothing<", "1:02:05.250", "▸ </span>42", ">12<"] {
            let isThere = text.contains(part) || part.hasPrefix("▸") && text.contains("▸ 42")
            #expect(isThere, "\(part)")
        }
    }

    @Test func `a film with ten thousand cue points stays below two megabytes`() {
        let text = page([PageSamples.film()])
        #expect(text.utf8.count < 2_000_000)
        #expect(text.contains("10,000, 10 wrong"))
        #expect(text.contains("9,800 more rows: in the JSON report."))
        #expect(text.contains("9,600 more lines: in the JSON report"))
        #expect(text.contains("of 200 pictures; there is no room for the others."))
        for index in 0..<10 { #expect(text.contains("<td>cue \(index)500</td>") || index == 0) }
        #expect(count(of: "<use ", in: text) < 1000)
    }

    @Test func `thousands of scenarios stay below two megabytes`() {
        let bad = PageSamples.film()
        let results = (0..<5000).map { index in
            var result = index % 100 == 0 ? bad : PageSamples.result(saying: "scenario \(index)")
            if index % 2 == 0 { result.checks = [Check("expect.end", "the end", .passed)] }
            return result
        }
        let text = page(results)
        #expect(text.utf8.count < 2_000_000)
        #expect(text.contains("2,500 of 5,000 scenarios failed"))
        #expect(text.contains("more scenarios: in the JSON report."))
    }

    @Test func `a page without room for all runs states how many more there are`() {
        let results = (0..<5000).map { index in
            var result = PageSamples.result(saying: "run \(index)")
            result.swept = .fault(.notFound, resource: .segment, .survived)
            return result
        }
        #expect(page(results).contains("more runs: in the JSON report."))
    }

    @Test func `a page with very long texts stays below two megabytes`() {
        let text = String(repeating: "\"<'", count: 30_000)
        var result = PageSamples.result(saying: text)
        result.checks = Array(repeating: result.checks, count: 200).flatMap { $0 }
        result.trace = Array(repeating: text, count: 1000)
        result.histories = Array(repeating: result.histories, count: 30).flatMap { $0 }
        #expect(page([result, result, result], title: text).utf8.count < 2_000_000)
    }

    @Test func `a wrong cue point among thousands is shown in full`() {
        var result = ScenarioResult(name: "a")
        var history = SessionHistory(number: 1, title: "a")
        history.marks = (0..<10_000).map {
            SessionHistory.Mark(.cuePoint, "c\($0)", from: .seconds($0), isRight: $0 != 5001)
        }
        result.histories = [history]
        let text = page([result])
        #expect(text.contains("c5001 – wrong"))
        #expect(text.contains("<td>c5001</td>"))
    }

    @Test func `events at one instant have one label, which names the most important event`() {
        var history = SessionHistory(number: 1, title: "a")
        history.duration = .seconds(10)
        history.occurrences = [
            (LifecycleEvent.EventType.playRequest, "a step"), (.end, "Playback"),
        ]
        .map { event, text in
            SessionHistory.Occurrence(
                .lifecycle, text, event: event, at: .start, position: .zero)
        }
        var result = ScenarioResult(name: "a")
        result.histories = [history]
        #expect(page([result]).contains(">Playback +1<"))
    }

    @Test func `equal results make equal pages`() {
        let results = [PageSamples.film(), PageSamples.result(saying: "b")]
        #expect(page(results) == page(results))
    }

    @Test(.enabled(if: PageTool.hasPython, "needs python3"))
    func `the content security policy admits the style of the page and no other`() throws {
        let folder = ScratchFolder()
        folder.put(ResultPage([], title: "").html(), at: "page.html")
        let program = """
            import base64, hashlib, re, sys
            page = open(sys.argv[1], "rb").read()
            style = re.search(b"<style>(.*?)</style>", page, re.S).group(1)
            print(base64.b64encode(hashlib.sha256(style).digest()).decode(), end="")
            """
        folder.put(Array(program.utf8), at: "digest.py")
        let digest = try #require(
            ShellCommand.text(of: "python3 '\(folder.path)/digest.py' '\(folder.path)/page.html'"))
        #expect(page([]).contains("'sha256-\(digest)'"), "PageStyle.digest must be \(digest)")
    }

    @Test(
        .enabled(if: PageTool.htmlParser != nil, "needs html5lib for Python"),
        arguments: ["run", "film", "hostile", "empty"])
    func `an independent HTML parser finds no error in a page`(name: String) throws {
        let results: [ScenarioResult] =
            switch name {
            case "run": [RecordedRun().result(named: "a")]
            case "film": [PageSamples.film()]
            case "hostile": PageSamples.hostile.map { PageSamples.result(saying: $0) }
            default: []
            }
        let folder = ScratchFolder()
        folder.put(ResultPage(results, title: "A page").html(), at: "page.html")
        let program = """
            import html5lib, sys
            parser = html5lib.HTMLParser()
            parser.parse(open(sys.argv[1], "rb").read(), transport_encoding="utf-8")
            for place, code, values in parser.errors[:20]: print(place, code, values)
            """
        folder.put(Array(program.utf8), at: "parse.py")
        let python = try #require(PageTool.htmlParser)
        let problems = ShellCommand.text(
            of: "\(python) '\(folder.path)/parse.py' '\(folder.path)/page.html'")
        #expect(problems == "")
    }
}
