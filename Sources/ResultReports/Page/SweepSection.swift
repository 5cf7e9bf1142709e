import RunResults
import Transport

/// The section about sweeps: the outcomes of injected faults, and the positions that seeks reached.
struct SweepSection {
    private let survivals: SurvivalTable
    private let seeks: SeekSummary

    /// Collects the results that are runs of sweeps; other results are ignored.
    init(_ results: [ScenarioResult]) {
        survivals = SurvivalTable(results)
        seeks = SeekSummary(results)
    }

    /// The section as markup; empty if the results belong to no sweep.
    var markup: Markup {
        var page: Markup = ""
        if survivals.total > 0 {
            page += #"<h2 id="faults">Outcomes of the faults</h2>"#
            page += #"<div class="s"><div class="b">\#(table)\#(words)</div></div>"#
        }
        if !seeks.lines.isEmpty {
            page += #"<h2 id="seeks">References of the seeks</h2>"#
            page += #"<div class="s"><div class="b"><dl class="facts">\#(places)</dl></div></div>"#
        }
        return page
    }

    /// The outcomes in the order of the columns.
    ///
    /// The worst outcome is first, because a narrow screen shows only the first columns.
    private static let order = Survival.allCases.reversed()

    private var table: Markup {
        let heads = Self.order.map { survival -> Markup in
            #"<th scope="col" class="r">\#(survival.rawValue)</th>"#
        }
        var rows: Markup = ""
        for row in survivals.rows {
            rows += """
                <tr><td class="w">\(row.resource.words)</td><td class="w">\(row.fault.rawValue)</td>\
                \(Markup(zip(Survival.allCases, row.counts).reversed().map(cell)))</tr>

                """
        }
        let sums = Self.order.map { cell($0, survivals.total($0)) }
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="Runs by resource and fault">\
            <table class="grid"><thead><tr><th scope="col">resource</th><th scope="col">fault</th>\
            \(Markup(heads))</tr></thead><tbody>
            \(rows)<tr><td class="w">all</td><td class="w">\
            \(PageText.count(survivals.total, "run"))</td>\(Markup(sums))</tr></tbody></table></div>

            """
    }

    private func cell(_ survival: Survival, _ count: Int) -> Markup {
        if count == 0 { return #"<td class="r soft">–</td>"# }
        let glyph = survival == .violation ? PageGlyph.failed.icon : ""
        return #"<td class="r">\#(glyph)\#(PageText.grouped(count))</td>"#
    }

    /// The meanings of the outcomes, and a note on the faults that could not be injected.
    ///
    /// A fault cannot be injected if the session made no request to which the fault applies.
    private var words: Markup {
        var list: Markup = ""
        for survival in Self.order {
            list += "<dt>\(survival.rawValue)</dt><dd>\(survival.sentence)</dd>"
        }
        let untried = survivals.untriedText
        if !untried.isEmpty { list += "<dt>not tried</dt><dd>\(untried)</dd>" }
        return #"<p class="more">Meanings of the outcomes:</p><dl class="facts">\#(list)</dl>"#
    }

    private var places: Markup {
        Markup(seeks.lines.map { term, text in "<dt>\(term)</dt><dd>\(text)</dd>" })
    }
}

extension Survival {
    /// The outcome of the run, as a sentence.
    fileprivate var sentence: String {
        switch self {
        case .survived: "Everything was played, as if nothing had gone wrong."
        case .recovered: "Everything was played, and the viewer had to wait."
        case .unnoticed: "The bytes were wrong, but could be read, so the fault was not noticed."
        case .lost: "Media was lost, and the ledger states which."
        case .failed: "Playback failed, and the app received the reason."
        case .violation: "The player did something that it must never do."
        }
    }
}
