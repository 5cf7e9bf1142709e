import HeadlessPlayback

/// The playlists of an asset and the findings that have a position, on one timeline.
struct LintTimeline {
    let asset: LintView
    let place: String

    private static let mostLanes = 16
    /// The maximum number of bars in all lanes together.
    private static let mostBars = 3000
    /// The maximum number of breaks in each lane.
    private static let mostBreaks = 100
    private static let laneHeight = 20

    var markup: Markup {
        let end = asset.lanes.compactMap(\.segments.last?.upperBound).max() ?? .zero
        guard end > .zero else { return "" }
        let scale = TimeScale(from: 0, to: end.seconds)
        var drawing = Drawing(scale: scale, place: "\(place)-line")
        addFindings(to: &drawing)
        for lane in asset.lanes.prefix(Self.mostLanes) where !lane.segments.isEmpty {
            add(lane, to: &drawing)
        }
        drawing.explain(#"<rect class="seg" x="-9" y="-6" width="18" height="12"/>"#, "segments")
        if asset.lanes.contains(where: { !$0.discontinuities.isEmpty }) {
            drawing.explain(.discontinuity, "discontinuity")
        }
        if asset.lanes.contains(where: { !$0.breaks.isEmpty }) {
            drawing.explain(#"<rect class="span" x="-9" y="-3" width="18" height="6"/>"#, "break")
        }
        let rest = asset.lanes.count - Self.mostLanes
        let more: Markup =
            rest > 0 ? #"<p class="more">\#(PageText.count(rest, "more playlist"))</p>"# : ""
        return "<h4>The timeline</h4>"
            + drawing.markup(title: "Playlists, by their EXTINF", description: words) + more
    }

    private func addFindings(to drawing: inout Drawing) {
        let scale = drawing.scale
        let items = asset.findings.compactMap { finding -> GlyphLane.Item? in
            guard let time = finding.time, finding.excuse == nil else { return nil }
            return GlyphLane.Item(
                place: scale.place(time), glyph: finding.severity.glyph,
                rank: finding.severity.rawValue, label: finding.code,
                title: "\(PageClock.precise(time)) \(finding.code): \(finding.problem)")
        }.sorted { $0.place < $1.place }
        guard !items.isEmpty else { return }
        let lane = GlyphLane(items, noun: "finding")
        drawing.addLane("Findings", height: lane.height) {
            lane.markup(top: $0, height: lane.height, hasLabels: true)
        }
        for severity in LintView.Severity.allCases
        where items.contains(where: { $0.glyph == severity.glyph }) {
            drawing.explain(severity.glyph, severity.noun)
        }
    }

    private func add(_ lane: LintView.Lane, to drawing: inout Drawing) {
        let scale = drawing.scale
        // In a lane with too many segments, the bars of adjacent segments are joined.
        let most = Self.mostBars / min(max(1, asset.lanes.count), Self.mostLanes)
        let step = (lane.segments.count + most - 1) / most
        let groups = stride(from: 0, to: lane.segments.count, by: max(1, step)).map {
            lane.segments[$0..<min(lane.segments.count, $0 + max(1, step))]
        }
        let bars = groups.compactMap { group -> Markup? in
            guard let first = group.first, let last = group.last else { return nil }
            let title =
                "\(PageClock.precise(first.lowerBound)) to \(PageClock.precise(last.upperBound))"
                + (group.count > 1 ? ", \(group.count) segments" : "")
            return bar("seg", first.lowerBound, last.upperBound, title: title, scale)
        }
        let breaks = lane.breaks.prefix(Self.mostBreaks).map { interval in
            bar(
                "span", interval.lowerBound, interval.upperBound,
                title: "break, \(PageClock.precise(interval.lowerBound)) to"
                    + " \(PageClock.precise(interval.upperBound))", scale)
        }
        let jumps = GlyphLane(
            lane.discontinuities.lazy.map { time in
                GlyphLane.Item(
                    place: scale.place(time), glyph: .discontinuity, rank: 0, label: "",
                    title: "\(PageClock.precise(time)) discontinuity")
            }, noun: "discontinuity")
        drawing.addLane(lane.name, height: Self.laneHeight) { top in
            let inner: Markup = #"<g class="tight">\#(Markup(bars))</g>"#
            return """
                <svg y="\(top + 2)" width="100%" height="16">\(inner)</svg>\
                <svg y="\(top + 14)" width="100%" height="5">\(Markup(breaks))</svg>
                """ + (jumps.isEmpty ? "" : jumps.markup(top: top, height: 26, hasLabels: false))
        }
    }

    private func bar(
        _ style: String, _ start: MediaTime, _ end: MediaTime, title: String, _ scale: TimeScale
    ) -> Markup {
        let from = scale.place(start)
        let to = max(from + 12, scale.place(end))
        return """
            <rect class="\(style)" x="\(percent: from)%" y="0" width="\(percent: to - from)%" \
            height="100%"><title>\(title, limit: 200)</title></rect>
            """
    }

    private var words: String {
        let placed = asset.findings.count { $0.time != nil && $0.excuse == nil }
        return "\(PageText.count(asset.lanes.count, "playlist")), and"
            + " \(PageText.count(placed, "finding")) with a position."
    }
}
