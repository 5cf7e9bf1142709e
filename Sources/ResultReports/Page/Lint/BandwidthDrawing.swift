import HeadlessPlayback

/// The measured bandwidth of each variant over time, compared with the declared bandwidth.
struct BandwidthDrawing {
    let variants: [LintView.Bandwidth]
    let place: String

    private static let mostVariants = 12
    private static let height = 72

    var markup: Markup {
        let measured = variants.filter { !$0.rates.isEmpty }
        let shown = measured.prefix(Self.mostVariants)
        let end = shown.compactMap(\.rates.last?.interval.upperBound).max() ?? .zero
        guard end > .zero else { return "" }
        let scale = TimeScale(from: 0, to: end.seconds)
        var drawing = Drawing(scale: scale, place: "\(place)-rates")
        for variant in shown { add(variant, to: &drawing) }
        drawing.explain(#"<path class="rate" d="M-9 4H0V-4H9"/>"#, "measured bandwidth")
        drawing.explain(#"<path class="edge" d="M-9 0H9"/>"#, "BANDWIDTH")
        if shown.contains(where: { $0.declaredAverage != nil }) {
            drawing.explain(#"<path class="net" d="M-9 0H9"/>"#, "AVERAGE-BANDWIDTH")
        }
        if shown.contains(where: \.isExceeded) {
            drawing.explain(
                #"<rect class="at-fault" x="-9" y="-6" width="18" height="12"/>"#,
                "more than declared, by over 10 %")
        }
        return "<h4>The bandwidth</h4>"
            + drawing.markup(
                title: "Measured bandwidth against the declared one, by presentation time",
                description: shown.map(\.words).joined(separator: " "))
            + Self.paragraphs(Array(shown)) + more(measured.count - shown.count) + unmeasured
    }

    private var unmeasured: Markup {
        let lacking = variants.filter(\.rates.isEmpty).prefix(Self.mostVariants)
        return Self.paragraphs(Array(lacking))
    }

    private static func paragraphs(_ variants: [LintView.Bandwidth]) -> Markup {
        Markup(variants.map { variant -> Markup in #"<p class="more">\#(variant.words)</p>"# })
    }

    private func more(_ count: Int) -> Markup {
        guard count > 0 else { return "" }
        return #"<p class="more">\#(PageText.count(count, "more variant"))</p>"#
    }

    private func add(_ variant: LintView.Bandwidth, to drawing: inout Drawing) {
        let highest = max(
            Double(variant.declared), Double(variant.declaredAverage ?? 0),
            variant.peak?.value ?? 0, 1)
        let scale = drawing.scale
        let height = Self.height
        func drop(_ value: Double) -> Int {
            let part = min(max(value / highest, 0), 1)
            return height * 10 - 10 - Int((part.isFinite ? part : 0) * Double(height * 10 - 60))
        }
        var line = LineThinning()
        var last: Int?
        for rate in variant.rates {
            let (from, to) = (
                scale.place(rate.interval.lowerBound), scale.place(rate.interval.upperBound)
            )
            let y = drop(rate.value)
            if let last { line.add(LineThinning.Point(x: from, y: last)) }
            line.add(LineThinning.Point(x: from, y: y))
            line.add(LineThinning.Point(x: to, y: y))
            last = y
        }
        line.finish()
        func level(_ style: String, _ value: Int) -> Markup {
            Drawing.path(style, Array("M0 \(drop(Double(value)))H\(TimeScale.width)".utf8))
        }
        var paths = Drawing.path("rate", line.path) + level("edge", variant.declared)
        if let average = variant.declaredAverage { paths += level("net", average) }
        let excesses = Markup(
            variant.excesses.map { interval -> Markup in
                let from = scale.place(interval.lowerBound)
                let to = max(from + 12, scale.place(interval.upperBound))
                return """
                    <rect class="at-fault" x="\(percent: from)%" y="0" \
                    width="\(percent: to - from)%" height="4"/>
                    """
            })
        drawing.addLane(
            variant.name, note: "to \(PageText.bitrate(highest))", remark: variant.size ?? "",
            height: height
        ) { top in
            #"<svg y="\#(top)" width="100%" height="4">\#(excesses)</svg>"#
                + Drawing.stretched(paths, top: top, height: height)
        }
    }
}

extension LintView.Bandwidth {
    /// The largest accepted ratio of a measured rate to the declared one.
    private static let tolerance = 1.1

    /// Whether the measured rate exceeds the declared rate by more than the tolerance at any time.
    fileprivate var isExceeded: Bool { !excesses.isEmpty }

    /// The intervals in which the measured rate exceeds the tolerance, joined if adjacent.
    fileprivate var excesses: [Range<MediaTime>] {
        rates.reduce(into: []) { list, rate in
            guard rate.value > Double(declared) * Self.tolerance else { return }
            if let last = list.last, last.upperBound == rate.interval.lowerBound {
                list[list.count - 1] = last.lowerBound..<rate.interval.upperBound
            } else {
                list.append(rate.interval)
            }
        }
    }

    /// The declared and the measured bandwidth in sentences.
    fileprivate var words: String {
        let name = size.map { "\(self.name) (\($0))" } ?? self.name
        guard let peak else { return "\(name) was not measured." }
        let average =
            declaredAverage.map {
                " It declares \(PageText.bitrate(Double($0))) on average, and has"
                    + " \(PageText.bitrate(self.average))."
            } ?? " Its average is \(PageText.bitrate(self.average))."
        return "\(name) declares \(PageText.bitrate(Double(declared))) and peaks at"
            + " \(PageText.bitrate(peak.value)) at"
            + " \(PageClock.precise(peak.interval.lowerBound)).\(average)"
    }
}
