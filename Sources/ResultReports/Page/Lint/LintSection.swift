/// The findings of one asset on a page, with its drawings.
struct LintSection {
    let asset: LintView
    let number: Int
    let command: String

    /// The maximum number of displayed findings of one rule in one file.
    private static let mostOfARule = 5
    /// The maximum number of displayed findings.
    private static let mostFindings = 150
    /// The maximum number of displayed consequences of one finding.
    private static let mostConsequences = 8

    /// Returns the section.
    ///
    /// - Parameters:
    ///   - hasRoom: Whether findings and drawings fit into the page.
    ///   - isAlone: Whether the page has only this section, which is then initially open.
    /// - Returns: A collapsible part of the page.
    func markup(hasRoom: Bool, isAlone: Bool) -> Markup {
        let isOpen = isAlone || asset.isBad
        let glyph = asset.isBad || asset.wasInterrupted ? PageGlyph.failed : .passed
        let counts = LintView.Severity.allCases.map { severity in
            PageText.count(asset.counts[severity, default: 0], severity.noun)
        }.joined(separator: ", ")
        return """
            <details class="s" id="s\(number)"\(isOpen ? Self.open : "")><summary>\(glyph.icon)\
            <h3>\(asset.name, limit: 120)</h3><span class="soft">\(counts)</span>\
            <span class="soft">\(asset.profile)</span></summary>
            <div class="b"><dl class="facts"><dt>Asset</dt><dd>\(asset.address)</dd>
            <dt>Repeat</dt><dd><code>\(command, limit: 1000)</code></dd></dl>
            \(hasRoom ? contents : Self.full)</div></details>

            """
    }

    private static let open: Markup = " open"
    private static let full: Markup = """
        <p class="more">There is no room for the findings: they are in the JSON report.</p>
        """

    private var contents: Markup {
        let place = "s\(number)"
        return omissions + cards(excused: false)
            + LintTimeline(asset: asset, place: place).markup
            + BandwidthDrawing(variants: asset.bandwidths, place: place).markup
            + cards(excused: true) + unchecked
    }

    // MARK: Findings

    private func cards(excused: Bool) -> Markup {
        let all = asset.findings.filter { ($0.excuse != nil) == excused }
        if all.isEmpty {
            let words: Markup = #"<h4>Findings, by cause</h4><p class="soft">There is none.</p>"#
            return excused ? "" : words
        }
        var list: Markup =
            excused ? "<h4>Findings that are expected</h4>" : "<h4>Findings, by cause</h4>"
        // The findings with the highest severity come first; findings of equal severity keep their
        // order.
        let order = all.indices.sorted {
            (all[$0].severity.rawValue, $0) < (all[$1].severity.rawValue, $1)
        }
        var shown: [String: Int] = [:]
        var hidden: [(code: String, count: Int)] = []
        var count = 0
        for finding in order.map({ all[$0] }) {
            let known = shown[finding.kind, default: 0]
            guard known < Self.mostOfARule, count < Self.mostFindings else {
                if let place = hidden.firstIndex(where: { $0.code == finding.code }) {
                    hidden[place].count += 1 + finding.more
                } else {
                    hidden.append((finding.code, 1 + finding.more))
                }
                continue
            }
            shown[finding.kind] = known + 1
            count += 1
            list += card(of: finding)
        }
        for (code, count) in hidden {
            list += #"<p class="more">\#(PageText.count(count, "more finding")) of \#(code)</p>"#
        }
        return list
    }

    private func card(of finding: LintView.Finding) -> Markup {
        var facts = pair("Expected", finding.expected) + pair("Where", finding.place)
        if let time = finding.time {
            facts += pair("At", PageClock.precise(time))
        }
        facts += pair("Stated by", finding.section) + pair("Mended by", "the \(finding.owner)")
        if let excuse = finding.excuse { facts += pair("Expected because", excuse) }
        if finding.more > 0 {
            facts += pair("More of them", PageText.grouped(finding.more))
        }
        return """
            <article class="fail\(finding.severity == .error ? "" : " mild")"><div class="top">\
            \(finding.severity.glyph.icon)<h5>\(finding.problem)</h5>\
            <code>\(finding.code, limit: 80)</code></div>
            <dl class="pair">\(facts)</dl>\(advice(of: finding))\(consequences(of: finding))\
            </article>

            """
    }

    /// Returns the cause, effect and cure for a finding's rule, which are initially collapsed.
    private func advice(of finding: LintView.Finding) -> Markup {
        guard !finding.advice.isEmpty else { return "" }
        let names = finding.advice.map { $0.name.lowercased() }
        let facts = Markup(finding.advice.map { pair($0.name, $0.text) })
        return """
            <details class="t aid"><summary><h5>About the rule</h5><span class="soft">\
            \(names.joined(separator: ", "))</span></summary><div><dl class="pair">\(facts)</dl></div>\
            </details>
            """
    }

    private func pair(_ name: String, _ text: String) -> Markup {
        "<div><dt>\(name)</dt><dd>\(text, limit: 1000)</dd></div>"
    }

    private func consequences(of finding: LintView.Finding) -> Markup {
        guard !finding.consequences.isEmpty else { return "" }
        var lines = finding.consequences.prefix(Self.mostConsequences).map { text -> Markup in
            "<li>\(text)</li>"
        }
        let rest = finding.consequences.count - lines.count
        if rest > 0 { lines.append("<li>and \(rest) more</li>") }
        let count = PageText.count(finding.consequences.count, "finding")
        return """
            <details class="t"><summary><h5>Follows from it</h5><span class="soft">\(count)</span>\
            </summary><div><ul>\(Markup(lines))</ul></div></details>
            """
    }

    // MARK: Parts that were not checked

    private var omissions: Markup {
        guard !asset.omissions.isEmpty else { return "" }
        let lines = asset.omissions.prefix(20).map { text -> Markup in
            "<li>\(PageGlyph.skipped.icon) \(text)</li>"
        }
        let rest = asset.omissions.count - lines.count
        let more: Markup = rest > 0 ? #"<p class="more">and \#(rest) more</p>"# : ""
        return "<h4>Not checked</h4><ul>\(Markup(lines))</ul>\(more)"
    }

    private var unchecked: Markup {
        var table = PageTable(
            name: "Rules that were not checked", columns: ["rule", "reason"],
            count: asset.unchecked.count, heading: .ofScenario)
        for (rule, reason) in asset.unchecked {
            let row: Markup =
                #"<tr><td class="w"><code>\#(rule, limit: 80)</code></td><td>\#(reason)</td></tr>"#
            guard table.add(row) else { break }
        }
        return #"<div class="group">\#(table.markup)</div>"#
    }
}

extension LintView.Severity {
    /// The severity as a noun.
    var noun: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .remark: "remark"
        }
    }

    /// The glyph for findings of this severity.
    var glyph: PageGlyph {
        switch self {
        case .error: .failed
        case .warning: .broken
        case .remark: .unknown
        }
    }
}

extension LintView.Finding {
    /// The code of the rule and the file, by which the listed findings are counted.
    fileprivate var kind: String { "\(code) \(file)" }
}
