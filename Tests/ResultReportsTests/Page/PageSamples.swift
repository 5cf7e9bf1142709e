import HeadlessPlaybackTesting

/// Results that are difficult to lay out.
enum PageSamples {
    /// Names that would attack a page if the page did not escape the names.
    static let hostile: [String] = [
        "</title></style></script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)", "]]>--><!--", "&lt;b&gt; &amp;&#0; &bogus;",
        "a\u{0}b\u{1B}[31mc",
        "\u{202E}txt.exe\u{2066}\u{200F}", "javascript:alert(1)", "</svg><p>",
        String(decoding: [0xEF, 0xBF, 0xBE, 0xEF, 0xB7, 0x90, 0x0D, 0x0A], as: UTF8.self),
        String(repeating: "w", count: 9000), "👩‍👩‍👧 e\u{301}",
    ]

    /// Returns a result in which every text is the given text.
    static func result(saying text: String) -> ScenarioResult {
        var result = ScenarioResult(name: text, file: text, command: text)
        let failure = Failure(
            expected: text, found: text + "\n" + text, instant: .start, line: 1,
            context: [TraceExcerptLine(number: 1, text: text, isMarked: true)])
        result.checks = [
            Check(text, text, .failed(failure)), Check(text, text, .broken(failure)),
            Check(text, text, .known(failure, bug: text)), Check(text, text, .skipped(text)),
        ]
        result.trace = [text]
        result.metrics = [.startupTime: .nan, .meanBitrate: .infinity, .switches: -1]
        var history = SessionHistory(number: 1, title: text)
        history.ledger = text
        history.samples = [0, 1].map {
            SessionHistory.Sample(
                instant: Instant(sinceStart: .seconds($0)), position: MediaTime(ticks: .max),
                bufferedLead: MediaTime(ticks: .min), bitrate: .max, bandwidth: .min)
        }
        history.windows = [MediaTime(ticks: .min), MediaTime(ticks: .max)].map {
            SessionHistory.Window(instant: .start, length: $0, latency: $0)
        }
        history.occurrences = SessionHistory.Occurrence.Kind.allCases.map {
            SessionHistory.Occurrence(
                $0, text, at: .start, for: .seconds(Int64.max), position: MediaTime(ticks: .min))
        }
        history.marks = SessionHistory.Mark.Kind.allCases.map {
            SessionHistory.Mark(
                $0, text, from: MediaTime(ticks: .min), to: MediaTime(ticks: .max), isRight: false)
        }
        history.stills = [SessionHistory.Still(text, at: .zero, image: Array(text.utf8))]
        result.histories = [history]
        return result
    }

    /// Returns the result of a scenario that passed its only check.
    static func passed(_ name: String) -> ScenarioResult {
        var result = ScenarioResult(name: name)
        result.checks = [Check("expect.end", "every video ends", .passed)]
        return result
    }

    /// Runs of sweeps, one for each way in which a run can end.
    static var sweep: [ScenarioResult] {
        var results = Survival.allCases.enumerated().map { index, survival in
            var result = passed("film.segment-\(index).ts:404")
            result.swept = .fault(
                SweptFault.allCases[index], resource: ResourceKind.allCases[index], survival)
            return result
        }
        var plain = passed("film")
        plain.swept = .plain(untried: [.stale, .wrongKey])
        results.append(plain)
        var seek = passed("film.segment-1:exact")
        seek.swept = .seek(
            SweptSeek(
                place: "segment-1", kinds: [.segment, .keyframe], precision: .exact,
                stream: "variant 1 of 2 (640x360, 731k)", distance: nil))
        results.append(seek)
        return results
    }

    /// Returns the result of a two-hour film with ten thousand cue points, ten of which failed.
    static func film() -> ScenarioResult {
        var result = ScenarioResult(name: "Film", command: "playctl verify film.m3u8")
        var history = SessionHistory(number: 1, title: "Film")
        history.duration = .seconds(7200)
        for index in 0..<14_400 {
            let time = Int64(index) * 500
            history.samples.append(
                SessionHistory.Sample(
                    instant: Instant(sinceStart: .milliseconds(time)),
                    position: .milliseconds(time),
                    bufferedLead: .milliseconds(Int64(20_000 + index * 7919 % 8000)),
                    bitrate: Int64(1 + index / 900 % 4) * 1_000_000,
                    bandwidth: Int64(3_000_000 + index * 104_729 % 5_000_000)))
        }
        for index in 0..<10_000 {
            let place = MediaTime.milliseconds(Int64(index) * 720)
            let isRight = index % 1000 != 500
            history.marks.append(
                SessionHistory.Mark(.cuePoint, "cue \(index)", from: place, isRight: isRight))
            history.marks.append(
                SessionHistory.Mark(.subtitle, "words \(index)", from: place, to: place))
            history.occurrences.append(
                SessionHistory.Occurrence(
                    .cuePoint, "cue \(index)",
                    at: Instant(sinceStart: .milliseconds(Int64(index) * 720)), position: place))
            result.checks.append(Check("cue-point.passed", "cue \(index) is passed", .passed))
            result.trace.append("\(index) didPassCuePoints cue \(index)")
        }
        history.stills = (0..<200).map {
            SessionHistory.Still(
                "still \($0)", at: .seconds($0 * 36),
                image: [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 12_000))
        }
        result.histories = [history]
        return result
    }
}
