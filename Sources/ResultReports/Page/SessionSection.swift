import HeadlessPlayback
import RunResults

/// The page section about one session: two drawings, pictures at cue points, and tables.
struct SessionSection {
    let history: SessionHistory
    /// The identifier of the session in the page.
    let place: String
    /// Whether the scenario has no other session.
    let isAlone: Bool
    /// The scenario's failed checks whose instant of failure is known.
    var failures: [Check] = []

    func markup(_ budget: inout PageBudget) -> Markup {
        var page: Markup = "<section aria-labelledby=\"\(place)\"><h4 id=\"\(place)\">"
        page += isAlone ? "" : "Session \(history.number): "
        page += "\(history.title.isEmpty ? "Playback" : history.title, limit: 160)"
        page +=
            #" <span class="soft">\#(history.knownDuration.map { PageClock.precise($0) } ?? "broadcast")</span></h4>"#
        page += RunDrawing(history: history, place: place, failures: failures).markup
        page += AssetDrawing(history: history, place: place).markup
        page += ContactSheet(stills: history.stills).markup(&budget)
        page += #"<div class="group">"#
        page += marks(
            "Cue points", of: [.cuePoint],
            columns: ["Presentation time", "Outcome", "Cue point"])
        page += marks(
            "Markers in the asset", of: [.marker, .discontinuity],
            columns: ["Presentation time", "Outcome", "Marker"])
        page += marks(
            "Findings", of: [.finding], columns: ["Presentation time", "Outcome", "Finding"])
        page += marks(
            "Subtitles", of: [.subtitle], columns: ["Presentation time", "Outcome", "Text"])
        page += occurrences
        page += ledger
        return page + "</div></section>\n"
    }

    private func marks(
        _ name: String, of kinds: [SessionHistory.Mark.Kind], columns: [String]
    ) -> Markup {
        let all = history.marks.filter { kinds.contains($0.kind) }
        let wrong = all.count { $0.isRight == false }
        let note =
            PageText.grouped(all.count) + (wrong > 0 ? ", \(PageText.grouped(wrong)) wrong" : "")
        // The distances to keyframes and segment boundaries are the same as in the terminal output.
        // They exist only if the media was measured.
        let isMeasured = all.contains { $0.surroundings != nil }
        let more = isMeasured ? ["Keyframe", "Boundary", "Markers"] : []
        var table = PageTable(
            name: name, columns: columns + more, count: all.count, note: note)
        for mark in Self.excerpt(of: all) {
            let end = mark.end > mark.start ? " – \(PageClock.precise(mark.end))" : ""
            let word = mark.isRight.map { $0 ? "as expected" : "wrong" } ?? "nothing expected"
            let fits = table.add(
                """
                <tr><td class="w">\(PageClock.precise(mark.start))\(end)</td>\
                <td class="w">\(PageGlyph(isRight: mark.isRight).icon)\(word)</td>\
                <td>\(mark.text, limit: 240)</td>\(isMeasured ? cells(of: mark) : "")</tr>

                """)
            guard fits else { break }
        }
        return table.markup
    }

    private func cells(of mark: SessionHistory.Mark) -> Markup {
        let near = mark.surroundings
        return """
            <td class="w">\(near?.keyframe ?? "", limit: 40)</td>\
            <td class="w">\(near?.boundary ?? "", limit: 40)</td>\
            <td>\(near?.markers ?? "", limit: 120)</td>
            """
    }

    /// Returns the marks to list in a table: all incorrect marks, and the first of the other marks.
    private static func excerpt(of all: [SessionHistory.Mark]) -> [SessionHistory.Mark] {
        guard all.count > PageTable.rowLimit else { return all }
        var room = max(0, PageTable.rowLimit - all.count { $0.isRight == false })
        return all.filter { mark in
            if mark.isRight == false { return true }
            room -= 1
            return room >= 0
        }
    }

    private var occurrences: Markup {
        var table = PageTable(
            name: "Events", columns: ["Time", "Playhead", "Kind", "What", "For"],
            count: history.occurrences.count)
        for occurrence in history.occurrences {
            let length = occurrence.length > .zero ? PageClock.precise(occurrence.length) : ""
            let fits = table.add(
                """
                <tr><td class="w">\(PageClock.precise(occurrence.instant))</td>\
                <td class="w">\(PageClock.precise(occurrence.position))</td>\
                <td class="w">\(occurrence.kind.pageName)</td>\
                <td>\(occurrence.text, limit: 240)</td><td class="w">\(length)</td></tr>

                """)
            guard fits else { break }
        }
        return table.markup
    }

    private var ledger: Markup {
        guard !history.ledger.isEmpty else { return "" }
        return """
            <details class="t"><summary><h5>Ledger</h5><span class="soft">where every millisecond \
            and every request went</span></summary>
            <pre class="pre text" tabindex="0">\(history.ledger, limit: 12_000)</pre></details>

            """
    }
}

extension SessionHistory.Occurrence.Kind {
    var pageName: String {
        switch self {
        case .lifecycle: "lifecycle"
        case .stall: "stall"
        case .seek: "seek"
        case .cuePoint: "cue point passed"
        case .error: "error"
        case .action: "action"
        case .option: "option"
        }
    }
}
