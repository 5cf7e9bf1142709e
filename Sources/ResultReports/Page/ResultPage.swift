import HeadlessPlayback
public import RunResults

/// A page with the results of scenarios.
///
/// The page is self-contained: it loads nothing and runs no script, which a content security policy
/// enforces. Failures come first. A page stays below about two megabytes: drawings are thinned,
/// tables are truncated with the number of omitted rows, and the complete text is in the JSON
/// report.
public struct ResultPage: Sendable {
    private let results: [ScenarioResult]
    private let title: String
    private let unfinished: UnfinishedRuns?
    /// The version of the tool that makes the page; `nil` omits the version.
    package var version: String?
    /// The differences from earlier results; `nil` if there are no earlier results.
    package var change: ResultChange?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - results: The results of scenarios, in order.
    ///   - title: The title of the page.
    ///   - planned: The number of planned scenarios; `nil` if unknown.
    public init(_ results: [ScenarioResult], title: String, planned: Int? = nil) {
        self.results = results
        self.title = title
        unfinished = UnfinishedRuns(results.count, of: planned)
    }

    /// Returns the page in UTF-8.
    public func html() -> [UInt8] {
        var budget = PageBudget(results)
        let tally = PageTally(results, unfinished: unfinished)
        // The worst results come first; results that are equally bad keep the order of the
        // scenarios.
        let order = results.indices.sorted {
            (results[$1].verdict.rawValue, $0) < (results[$0].verdict.rawValue, $1)
        }
        var page = PageFrame.head(title: title)
        page += PageGlyph.definitions
        page += ##"<div class="wrap"><a class="skip" href="#scenarios">"##
        page += "Skip to the \(tally.noun)s</a>"
        page += PageHeader(title: title, tally: tally).markup
        page += #"<main>"#
        if let change { page += ChangeSection(change).markup }
        page += PageIndex(results: results, order: order).markup
        page += SweepSection(results).markup
        page += scenarios(in: order, called: tally.noun, &budget)
        page += """
            </main>
            <footer><p>Times are in the time of the simulated world. The JSON report of the same \
            run also has everything that this page omits.\(maker)</p></footer>
            </div></body></html>

            """
        return page.bytes
    }

    private func scenarios(
        in order: [Int], called noun: String, _ budget: inout PageBudget
    ) -> Markup {
        let name = noun == "run" ? "Runs" : "Scenarios"
        var page: Markup = #"<h2 id="scenarios">\#(name)</h2>"#
        page += PageFilter(results).markup
        if results.isEmpty { page += #"<p class="soft">Nothing was run.</p>"# }
        var rest: [Int] = []
        var opened = 0
        // If many results passed, they are collapsed into one line, which the reader can open.
        let passed = order.count { results[$0].verdict == .passed }
        let folds = passed > Self.mostPassed
        var isFolded = false
        for index in order {
            let result = results[index]
            let isBad = result.verdict != .passed
            if folds, !isBad, !isFolded {
                isFolded = true
                page += """
                    <details class="fold v-ok"><summary>\(PageGlyph.passed.icon)<span>\
                    \(PageText.count(passed, "result")) passed</span></summary>

                    """
            }
            guard rest.isEmpty, budget.allowsScenario(isBad: isBad) else {
                rest.append(index)
                continue
            }
            let section = ScenarioSection(
                result: result, number: index + 1, isOpen: isBad && opened < Self.mostOpen)
            if isBad { opened += 1 }
            let markup = section.markup(&budget)
            budget.spend(markup)
            page += markup
        }
        page += briefly(rest, called: noun, &budget)
        return isFolded ? page + "</details>" : page
    }

    /// The number of passed scenarios above which they are folded into one line.
    private static let mostPassed = 20

    /// A sentence about the tool that made the page; empty when its version is unknown.
    private var maker: Markup { version.map { " Made by playctl \($0)." } ?? "" }

    /// The maximum number of failed scenarios whose sections are initially open.
    private static let mostOpen = 20

    /// Returns a short line for each scenario whose full section does not fit into the page.
    ///
    /// The lines end when the page reaches its size limit.
    private func briefly(
        _ rest: [Int], called noun: String, _ budget: inout PageBudget
    ) -> Markup {
        guard !rest.isEmpty else { return "" }
        var list: Markup = #"<div class="s brief"><ul>"#
        var shown = 0
        for index in rest {
            let result = results[index]
            let line: Markup = """
                <li id="s\(index + 1)" class="\(result.verdict.filterClass)">\
                \(PageGlyph(result.verdict).icon)<span>\
                \(result.name, limit: 120)</span>\
                <span class="soft">\(PageTally([result]).checksText)</span></li>

                """
            guard budget.allowsLine(line) else { break }
            budget.spend(line)
            list += line
            shown += 1
        }
        list += "</ul></div>"
        if shown < rest.count {
            let count = PageText.count(rest.count - shown, "more \(noun)")
            list += #"<p class="more">\#(count): in the JSON report.</p>"#
        }
        return list
    }
}

extension Markup {
    static func + (left: Markup, right: Markup) -> Markup {
        var sum = left
        sum += right
        return sum
    }
}
