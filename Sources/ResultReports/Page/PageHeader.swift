import RunResults

/// The top of a page: its subject and its outcome.
struct PageHeader {
    let title: String
    let tally: PageTally

    var markup: Markup {
        var counts: [Markup] = [count("\(tally.noun)s", tally.count, nil)]
        counts.append(count("checks passed", tally.passed, .passed))
        let rest: [(String, Int, PageGlyph)] = [
            ("failed", tally.failed, .failed), ("out of bounds", tally.broken, .broken),
            ("known issues", tally.known, .known), ("skipped", tally.skipped, .skipped),
        ]
        for (name, number, glyph) in rest where number > 0 {
            counts.append(count(name, number, glyph))
        }
        let time = PageClock.precise(tally.worldTime).split(separator: ".").first ?? ""
        counts.append("<div><dt>played in all</dt><dd>\(String(time))</dd></div>")
        return """
            <header><h1>\(title)</h1>
            <p class="verdict"><svg class="i" viewBox="0 0 16 16" aria-hidden="true">\
            <use href="#\(PageGlyph(tally.verdict).rawValue)" x="8" y="8"/></svg>\
            \(tally.verdictText)</p>
            <dl class="counts">\(Markup(counts))</dl></header>

            """
    }

    private func count(_ name: String, _ number: Int, _ glyph: PageGlyph?) -> Markup {
        "<div><dt>\(name)</dt><dd>\(glyph?.icon ?? "")\(PageText.grouped(number))</dd></div>"
    }
}

/// The list of failures, with links to them.
struct PageIndex {
    let results: [ScenarioResult]
    /// The indices of the results, the worst result first.
    let order: [Int]

    /// The maximum number of scenarios in the list.
    private static let limit = 40

    var markup: Markup {
        let bad = order.prefix { results[$0].verdict != .passed }
        guard !bad.isEmpty else { return "" }
        var list: Markup = #"<nav aria-labelledby="failed"><h2 id="failed">What failed</h2>"#
        list += #"<ol class="index">"#
        for index in bad.prefix(Self.limit) {
            let result = results[index]
            list += """
                <li><a href="#s\(index + 1)">\(PageGlyph(result.verdict).icon)\
                <b>\(result.name, limit: 120)</b><span class="soft">\(names(of: result))</span></a></li>

                """
        }
        list += "</ol>"
        if bad.count > Self.limit {
            list += #"<p class="more">\#(PageText.grouped(bad.count - Self.limit)) more below.</p>"#
        }
        return list + "</nav>"
    }

    private func names(of result: ScenarioResult) -> Markup {
        let bad = result.checks.filter(\.isBad)
        guard let first = bad.first else { return "" }
        let words = first.failure?.headline ?? first.name
        if bad.count == 1 { return "\(words, limit: 160)" }
        return "\(words, limit: 160) and \(PageText.grouped(bad.count - 1)) more"
    }
}

extension Check {
    /// The reason why the check failed; `nil` when it passed or was skipped.
    var failure: Failure? {
        switch outcome {
        case .failed(let failure), .broken(let failure), .known(let failure, _): failure
        case .passed, .skipped: nil
        }
    }
}
