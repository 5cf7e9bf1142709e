import RunResults

/// The buttons that select the results on a page, without a script.
///
/// A style of the page hides the results that the chosen button excludes. A browser without
/// `:has()` shows everything.
struct PageFilter {
    private let counts: [(verdict: ScenarioResult.Verdict, count: Int)]

    /// Creates buttons for the verdicts that occur in the results.
    init(_ results: [ScenarioResult]) {
        counts = [ScenarioResult.Verdict.failed, .thresholdBroken, .passed].map { verdict in
            (verdict, results.count { $0.verdict == verdict })
        }
    }

    /// The buttons as markup; empty if all results have the same verdict.
    var markup: Markup {
        let kinds = counts.filter { $0.count > 0 }
        guard kinds.count > 1 else { return "" }
        let all = counts.reduce(0) { $0 + $1.count }
        var buttons = Self.button("all", "all \(PageText.grouped(all))", isChosen: true)
        for kind in kinds {
            buttons += Self.button(
                PageGlyph(kind.verdict).rawValue,
                "\(PageText.grouped(kind.count)) \(kind.verdict.filterWord)", isChosen: false)
        }
        return #"<fieldset class="filter"><legend>Show</legend>\#(buttons)</fieldset>"#
    }

    private static func button(_ name: String, _ text: String, isChosen: Bool) -> Markup {
        let chosen: Markup = isChosen ? " checked" : ""
        return """
            <label><input type="radio" name="show" id="show-\(name)"\(chosen)>\(text)</label>

            """
    }
}

extension ScenarioResult.Verdict {
    /// The CSS class of results with this verdict, by which the page filter selects them.
    var filterClass: Markup {
        switch self {
        case .passed: "v-ok"
        case .thresholdBroken: "v-th"
        case .failed: "v-no"
        }
    }

    fileprivate var filterWord: String {
        switch self {
        case .passed: "passed"
        case .thresholdBroken: "over a threshold"
        case .failed: "failed"
        }
    }
}
