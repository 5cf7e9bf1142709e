import HeadlessPlayback
import RunResults

/// A card for one failed check: expectation, result, instant, and surrounding trace lines.
struct FailureCard {
    private let check: Check
    private let failure: Failure
    private let bug: String?

    /// The maximum length of an expectation or a result in characters, and of a trace in lines.
    private static let textLimit = 3000
    private static let lineLimit = 40

    /// Creates the card of a failed check; `nil` if the check has no failure.
    init?(_ check: Check) {
        guard let failure = check.failure else { return nil }
        self.check = check
        self.failure = failure
        if case .known(_, let bug) = check.outcome { self.bug = bug } else { bug = nil }
    }

    var markup: Markup {
        let glyph = PageGlyph(check.outcome)
        return """
            <article class="fail\(check.isHard ? "" : " mild")"><div class="top">\(glyph.icon)\
            <h5><span class="away">\(glyph == .known ? "Known: " : "")</span>\
            \(failure.headline)</h5>\
            <code>\(check.code, limit: 80)</code></div>
            <dl class="pair">\(pair("Expected", failure.expected))\(pair("Found", failure.found))\
            \(place)</dl>\(excerpt)</article>

            """
    }

    private func pair(_ name: String, _ text: String) -> Markup {
        let isBlock = text.contains("\n")
        return """
            <div><dt>\(name)</dt><dd\(isBlock ? Self.mono : "")>\
            \(text, limit: Self.textLimit)</dd></div>
            """
    }

    private static let mono: Markup = #" class="m""#

    private var place: Markup {
        var items: Markup = ""
        if let instant = failure.instant {
            items += "<div><dt>When</dt><dd>\(PageClock.precise(instant))</dd></div>"
        }
        if let line = failure.line {
            items += "<div><dt>Stated in line</dt><dd>\(line)</dd></div>"
        }
        if let bug {
            // The location of the bug is not shown as a link, because it is untrusted.
            items += "<div><dt>Known as</dt><dd>\(bug, limit: 200)</dd></div>"
        }
        return items
    }

    private var excerpt: Markup {
        guard !failure.context.isEmpty else { return "" }
        var lines = failure.context[...]
        if lines.count > Self.lineLimit {
            let marked = lines.firstIndex(where: \.isMarked) ?? lines.startIndex
            let start = max(0, min(marked - Self.lineLimit / 2, lines.count - Self.lineLimit))
            lines = lines[start..<start + Self.lineLimit]
        }
        let list = lines.map { line -> Markup in
            """
            <li\(line.isMarked ? Self.at : "")><span class="n">\
            \(line.isMarked ? Self.arrow : "")\(line.number)</span>\(line.text, limit: 300)</li>
            """
        }
        return """
            <div class="excerpt"><div class="pre m" tabindex="0" role="region" \
            aria-label="Trace around the failure"><ol>\(Markup(list))</ol></div></div>
            """
    }

    private static let at: Markup = #" class="at""#
    private static let arrow: Markup = #"<span class="away">at fault, line </span>▸ "#
}

extension Check {
    /// Whether the check failed and its failure is not a known issue.
    fileprivate var isHard: Bool {
        if case .failed = outcome { true } else { false }
    }
}
