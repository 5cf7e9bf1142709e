import HeadlessPlayback
import RunResults

/// The page section about one scenario: the command that repeats it, failures and sessions.
struct ScenarioSection {
    let result: ScenarioResult
    /// The number of the result, counted from 1, by which the page refers to the result.
    let number: Int
    let isOpen: Bool

    /// The maximum size in bytes of the failures in a scenario's section.
    private static let failureBytes = 120_000
    /// The maximum number of assets that the section names.
    private static let mostAssets = 8

    func markup(_ budget: inout PageBudget) -> Markup {
        let tally = PageTally([result])
        var page: Markup = """
            <details class="s \(result.verdict.filterClass)" id="s\(number)"\(isOpen ? " open" : "")>
            <summary>\(PageGlyph(result.verdict).icon)<h3>\(result.name)\
            <span class="away">: \(verdict)</span></h3>\
            <span class="soft">\(tally.checksText)</span>\
            <span class="soft">\(PageClock.precise(result.worldTime))</span></summary>
            <div class="b">\(facts)

            """
        page += failures
        var left = 0
        for (index, history) in result.histories.enumerated() {
            guard budget.allowsSession(after: page) else {
                left = result.histories.count - index
                break
            }
            let section = SessionSection(
                history: history, place: "s\(number)-\(index + 1)",
                isAlone: result.histories.count == 1,
                failures: result.checks.filter { $0.isBad && $0.failure?.instant != nil })
            page += section.markup(&budget)
        }
        if left > 0 {
            page +=
                #"<p class="more">\#(PageText.count(left, "more session")): in the JSON report.</p>"#
        }
        page += metrics
        page += #"<div class="group">"#
        page += checks
        page += TraceView(lines: result.trace).markup
        return page + "</div></div></details>\n"
    }

    private var verdict: String {
        switch result.verdict {
        case .passed: "passed"
        case .thresholdBroken: "broke a threshold"
        case .failed: "failed"
        }
    }

    private var facts: Markup {
        var list: Markup = #"<dl class="facts">"#
        if !result.command.isEmpty {
            list += "<dt>Repeat</dt><dd><code>\(result.command, limit: 1000)</code></dd>"
        }
        for asset in result.assets.prefix(Self.mostAssets) {
            list += "<dt>Asset</dt><dd>\(asset, limit: 400)</dd>"
        }
        if result.assets.count > Self.mostAssets {
            let rest = PageText.count(result.assets.count - Self.mostAssets, "more asset")
            list += "<dt></dt><dd>\(rest): in the JSON report</dd>"
        }
        if let file = result.file { list += "<dt>File</dt><dd>\(file)</dd>" }
        return list + "<dt>Seed</dt><dd>\(String(result.seed))</dd></dl>"
    }

    private var failures: Markup {
        let all = result.checks.filter { $0.failure != nil }
        guard !all.isEmpty else { return "" }
        // Failures that are known issues come after all other failures.
        let ordered = all.filter(\.isBad) + all.filter { !$0.isBad }
        var list: Markup = ""
        var shown = 0
        for check in ordered {
            guard let card = FailureCard(check) else { continue }
            let markup = card.markup
            guard shown == 0 || list.bytes.count + markup.bytes.count < Self.failureBytes else {
                break
            }
            list += markup
            shown += 1
        }
        if shown < ordered.count {
            let count = PageText.count(ordered.count - shown, "more")
            list +=
                #"<p class="more">\#(count): among the checks below and in the JSON report.</p>"#
        }
        return "<h4>Failed checks</h4>\(list)"
    }

    private var metrics: Markup {
        let known = Threshold.Metric.allCases.compactMap { metric in
            result.metrics[metric].map { (metric, $0) }
        }
        guard !known.isEmpty else { return "" }
        let list = known.map { metric, value -> Markup in
            "<div><dt>\(metric.pageName)</dt><dd>\(metric.pageText(of: value))</dd></div>"
        }
        return #"<h4>Metrics</h4><dl class="metrics">\#(Markup(list))</dl>"#
    }

    private var checks: Markup {
        var table = PageTable(
            name: "All checks", columns: ["Outcome", "Check", "Code", "Remark"],
            count: result.checks.count, heading: .ofScenario)
        let bad = result.checks.filter(\.isBad)
        let rest = result.checks.filter { !$0.isBad }
        for check in bad + rest {
            let fits = table.add(
                """
                <tr><td class="w">\(PageGlyph(check.outcome).icon)\(check.outcome.pageWord)</td>\
                <td>\(check.name, limit: 200)</td><td><code>\(check.code, limit: 80)</code></td>\
                <td class="soft">\(check.outcome.pageRemark, limit: 200)</td></tr>

                """)
            guard fits else { break }
        }
        return table.markup
    }
}

extension Check.Outcome {
    fileprivate var pageWord: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .broken: "out of bounds"
        case .known: "known"
        case .skipped: "skipped"
        }
    }

    fileprivate var pageRemark: String {
        switch self {
        case .passed, .failed, .broken: ""
        case .known(_, let bug): bug ?? ""
        case .skipped(let reason): reason
        }
    }
}

extension Threshold.Metric {
    fileprivate var pageName: String {
        switch self {
        case .startupTime: "Startup"
        case .rebufferingCount: "Stalls"
        case .rebufferingRatio: "Rebuffering ratio"
        case .rebufferingTime: "Rebuffering"
        case .switches: "Switches"
        case .downSwitches: "Down-switches"
        case .meanBitrate: "Mean bitrate"
        case .wastedBytes: "Bytes never played"
        case .retries: "Retries"
        case .seekTime: "Longest seek"
        }
    }

    fileprivate func pageText(of value: Double) -> String {
        switch self {
        case .startupTime, .rebufferingTime, .seekTime:
            "\(PageText.decimal(value, places: 3)) s"
        case .rebufferingRatio: "\(PageText.decimal(value * 100, places: 2)) %"
        case .meanBitrate: PageText.bitrate(value)
        case .rebufferingCount, .switches, .downSwitches, .wastedBytes, .retries:
            PageText.decimal(value, places: 1)
        }
    }
}
