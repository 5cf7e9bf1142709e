import HeadlessPlayback
import RunResults

/// A drawing of an asset's timeline: cue points, markers, findings, subtitles and segments.
struct AssetDrawing {
    private typealias Mark = SessionHistory.Mark

    /// The maximum number of bars in one row of the drawing.
    private static let mostBars = 400

    let history: SessionHistory
    let place: String

    var markup: Markup {
        guard !history.marks.isEmpty else { return "" }
        // Positions after the end are drawn at the end, so that they do not compress the other
        // positions.
        let last = history.marks.map(\.end).max() ?? .zero
        // The duration of a broadcast is unknown, so its timeline is drawn up to the last position.
        let played = history.samples.map(\.position).max() ?? .zero
        let known = history.knownDuration ?? max(last, played)
        let end = (known > .zero ? known : last).seconds
        let start = min(0, history.marks.map(\.start.seconds).min() ?? 0)
        var drawing = Drawing(scale: TimeScale(from: start, to: end), place: "\(place)-asset")
        addGlyphs(.cuePoint, "Cue points", noun: "cue point", to: &drawing)
        addGlyphs(.marker, "Markers", noun: "marker", to: &drawing)
        addGlyphs(.finding, "Findings", noun: "finding", to: &drawing)
        addBars(.subtitle, "Subtitles", style: "sub", height: 20, to: &drawing)
        addSegments(to: &drawing)
        explain(in: &drawing)
        return drawing.markup(
            title: "The timeline, by presentation time", description: words)
    }

    private func marks(_ kind: Mark.Kind) -> [Mark] { history.marks.filter { $0.kind == kind } }

    private func addGlyphs(
        _ kind: Mark.Kind, _ name: String, noun: String, to drawing: inout Drawing
    ) {
        let all = marks(kind)
        guard !all.isEmpty else { return }
        let scale = drawing.scale
        let lane = GlyphLane(
            all.lazy.map { mark in
                GlyphLane.Item(
                    place: scale.place(mark.start), glyph: mark.pageGlyph, rank: mark.pageRank,
                    label: mark.text,
                    title: mark.pageTitle + (mark.isRight == false ? ", in \(history.title)" : ""))
            }, noun: noun)
        let spans = all.filter { $0.end > $0.start }
        let height = lane.height
        drawing.addLane(name, height: height) { top in
            Self.bars(spans, style: "span", top: top + height - 6, height: 5, scale)
                + lane.markup(top: top, height: height, hasLabels: true)
        }
    }

    private func addBars(
        _ kind: Mark.Kind, _ name: String, style: String, height: Int, to drawing: inout Drawing
    ) {
        let all = marks(kind)
        guard !all.isEmpty else { return }
        let scale = drawing.scale
        drawing.addLane(name, height: height) { top in
            Self.bars(all, style: style, top: top + 2, height: height - 3, scale)
        }
    }

    private func addSegments(to drawing: inout Drawing) {
        let segments = marks(.segment)
        let jumps = marks(.discontinuity)
        guard !segments.isEmpty || !jumps.isEmpty else { return }
        let scale = drawing.scale
        let lane = GlyphLane(
            jumps.lazy.map { mark in
                GlyphLane.Item(
                    place: scale.place(mark.start), glyph: .discontinuity, rank: mark.pageRank,
                    label: "", title: mark.pageTitle)
            }, noun: "discontinuity")
        drawing.addLane("Segments", height: 22) { top in
            Self.bars(segments, style: "seg", top: top + 3, height: 18, scale)
                + (lane.isEmpty ? "" : lane.markup(top: top + 2, height: 28, hasLabels: false))
        }
    }

    /// Returns bars that cover the marks from start to end; bars that are too narrow are joined.
    private static func bars(
        _ marks: [Mark], style: String, top: Int, height: Int, _ scale: TimeScale
    ) -> Markup {
        var result: Markup = ""
        var group: [Mark] = []
        var start = 0
        var end = 0
        func close() {
            guard let first = group.first else { return }
            let wrong = group.count { $0.isRight == false }
            let title =
                group.count == 1
                ? first.pageTitle
                : "\(PageText.grouped(group.count)) from \(PageClock.precise(first.start)): "
                    + "\(first.text), …" + (wrong > 0 ? "; \(PageText.grouped(wrong)) wrong" : "")
            result += """
                <rect class="\(wrong > 0 ? "bad" : style)" x="\(percent: start)%" y="\(top)" \
                width="\(percent: max(end - start, 12))%" height="\(height)">\
                <title>\(title, limit: 300)</title></rect>

                """
            group = []
        }
        for mark in marks {
            let from = scale.place(mark.start)
            let to = max(from, scale.place(mark.end))
            if !group.isEmpty, max(to, end) - start >= TimeScale.width / mostBars {
                close()
            }
            if group.isEmpty {
                start = from
                end = to
            }
            group.append(mark)
            end = max(end, to)
        }
        close()
        // With so many bars, the usual gaps between them would hide the bars.
        return marks.count > mostBars / 4 ? #"<g class="tight">\#(result)</g>"# : result
    }

    private func explain(in drawing: inout Drawing) {
        let judged = history.marks.filter { [.cuePoint, .marker].contains($0.kind) }
        let meanings: [(Bool?, String)] = [
            (true, "as expected"), (false, "wrong"), (nil, "nothing expected"),
        ]
        for (isRight, meaning) in meanings {
            let isThere = judged.contains {
                $0.isRight == isRight && !($0.kind == .marker && isRight == nil)
            }
            if isThere { drawing.explain(PageGlyph(isRight: isRight), meaning) }
        }
        if judged.contains(where: { $0.kind == .marker && $0.isRight == nil }) {
            drawing.explain(.marker, "marker in the asset")
        }
        if !marks(.discontinuity).isEmpty { drawing.explain(.discontinuity, "discontinuity") }
    }

    private var words: String {
        let nouns: [(Mark.Kind, String, String)] = [
            (.cuePoint, "cue point", "cue points"), (.marker, "marker", "markers"),
            (.finding, "finding", "findings"), (.subtitle, "subtitle", "subtitles"),
            (.segment, "segment", "segments"),
            (.discontinuity, "discontinuity", "discontinuities"),
        ]
        let counts = nouns.compactMap { kind, one, many -> String? in
            let all = marks(kind)
            guard !all.isEmpty else { return nil }
            let wrong = all.count { $0.isRight == false }
            return PageText.count(all.count, one, many)
                + (wrong > 0 ? " (\(PageText.grouped(wrong)) wrong)" : "")
        }
        return counts.joined(separator: ", ") + "."
    }
}

extension SessionHistory.Mark {
    fileprivate var pageGlyph: PageGlyph {
        switch kind {
        case .finding: .failed
        case .marker where isRight == nil: .marker
        default: PageGlyph(isRight: isRight)
        }
    }

    /// The priority among overlapping glyphs; errors come first.
    fileprivate var pageRank: Int { isRight.map { $0 ? 2 : 0 } ?? 1 }

    fileprivate var pageTitle: String {
        let word = isRight.map { $0 ? " – as expected" : " – wrong" } ?? ""
        let span = end > start ? " to \(PageClock.precise(end))" : ""
        return "\(PageClock.precise(start))\(span) \(text)\(word)"
    }
}
