import HeadlessPlayback
import RunResults

/// A drawing of the events of a session over virtual time.
struct RunDrawing {
    private typealias Sample = SessionHistory.Sample
    private typealias Occurrence = SessionHistory.Occurrence

    private static let playheadHeight = 140
    private static let chartHeight = 54
    /// The maximum number of cue points that are drawn as dots on the line of the playhead.
    private static let mostDots = 400

    let history: SessionHistory
    let place: String
    /// The failed checks with a known instant of failure.
    var failures: [Check] = []

    var markup: Markup {
        guard let scale else { return "" }
        var drawing = Drawing(scale: scale, place: "\(place)-run")
        addBands(&drawing)
        addFailures(&drawing)
        addEvents(&drawing)
        addPlayhead(&drawing)
        LiveLanes(history).add(to: &drawing)
        addBuffer(&drawing)
        addBitrate(&drawing)
        return drawing.markup(title: "Events, by the time of the world", description: words)
    }

    /// The scale of the drawn time; `nil` when nothing happened.
    private var scale: TimeScale? {
        var starts = [history.samples.first?.instant, history.occurrences.first?.instant]
        starts.removeAll { $0 == nil }
        guard let start = starts.compactMap({ $0 }).min() else { return nil }
        let end = history.occurrences.reduce(history.samples.last?.instant.seconds ?? 0) {
            max($0, $1.instant.seconds + $1.length.seconds)
        }
        return TimeScale(from: start.seconds, to: end)
    }

    private func occurrences(_ kind: Occurrence.Kind) -> [Occurrence] {
        history.occurrences.filter { $0.kind == kind }
    }

    // MARK: Bands and events

    private func addBands(_ drawing: inout Drawing) {
        for (kind, style) in [(Occurrence.Kind.stall, "stall"), (.seek, "seekband")] {
            var end = -1
            for occurrence in occurrences(kind) where occurrence.length > .zero {
                let from = drawing.scale.place(occurrence.instant)
                let to = drawing.scale.place(
                    occurrence.instant.seconds + occurrence.length.seconds)
                // A band that begins before the end of an earlier band, and extends beyond that end
                // by less than a pixel, would not be visible.
                guard from >= end || to > end + 10 else { continue }
                end = max(to, from + 10)
                drawing.addBand(
                    style, from: from, to: to,
                    title: "\(PageClock.precise(occurrence.instant)) \(occurrence.pageText), for "
                        + PageClock.precise(occurrence.length))
            }
        }
    }

    private func addEvents(_ drawing: inout Drawing) {
        let scale = drawing.scale
        let events = history.occurrences.filter { $0.kind != .cuePoint }
        guard !events.isEmpty else { return }
        let lane = GlyphLane(
            events.lazy.map { event in
                GlyphLane.Item(
                    place: scale.place(event.instant), glyph: event.pageGlyph,
                    rank: event.pageRank, label: event.pageText,
                    title: "\(PageClock.precise(event.instant)) \(event.pageText)")
            }, noun: "event")
        drawing.addLane("Events", height: lane.height) {
            lane.markup(top: $0, height: lane.height, hasLabels: true)
        }
        let kinds: [(Occurrence.Kind, PageGlyph, String)] = [
            (.lifecycle, .event, "lifecycle event"), (.action, .action, "action"),
            (.seek, .seek, "seek"), (.stall, .stall, "stall"), (.error, .failed, "error"),
        ]
        for (kind, glyph, name) in kinds where events.contains(where: { $0.kind == kind }) {
            drawing.explain(glyph, name)
        }
        if events.contains(where: { $0.kind == .stall && $0.length > .zero }) {
            drawing.explain(
                #"<rect class="stall" x="-9" y="-7" width="18" height="14"/>"#, "rebuffering")
        }
        if events.contains(where: { $0.kind == .seek && $0.length > .zero }) {
            drawing.explain(
                #"<rect class="seekband" x="-9" y="-7" width="18" height="14"/>"#,
                "seek under way")
        }
    }

    /// Draws the failures of checks at their instants, if these are within the session.
    private func addFailures(_ drawing: inout Drawing) {
        let scale = drawing.scale
        let items = failures.compactMap { check -> GlyphLane.Item? in
            guard let failure = check.failure, let instant = failure.instant,
                (scale.start...scale.start + scale.length).contains(instant.seconds)
            else { return nil }
            return GlyphLane.Item(
                place: scale.place(instant), glyph: PageGlyph(check.outcome), rank: 0,
                label: check.code,
                title: "\(PageClock.precise(instant)) \(check.code): \(failure.headline)")
        }.sorted { $0.place < $1.place }
        guard !items.isEmpty else { return }
        let lane = GlyphLane(items, noun: "failure")
        drawing.addLane("Failures", height: lane.height) {
            lane.markup(top: $0, height: lane.height, hasLabels: true)
        }
        for item in items.prefix(Self.mostLines) {
            drawing.addBand("at-fault", from: item.place, to: item.place, title: item.title)
        }
        drawing.explain(.failed, "failure of a check")
    }

    /// The maximum number of failures that are marked by a line through all lanes.
    private static let mostLines = 20

    // MARK: Playhead

    private func addPlayhead(_ drawing: inout Drawing) {
        guard !history.samples.isEmpty else { return }
        let scale = drawing.scale
        let highest = max(
            history.knownDuration?.seconds ?? 0,
            history.samples.map(\.position.seconds).max() ?? 0, 0.001)
        let height = Self.playheadHeight
        func point(_ instant: Instant, _ position: MediaTime) -> LineThinning.Point {
            LineThinning.Point(
                x: scale.place(instant),
                y: Self.drop(position.seconds, of: highest, height: height))
        }
        var paths: Markup = ""
        let jumps = playheadLines(point, into: &paths)
        let dots = cueDots(scale, highest)
        drawing.addLane(
            "Playhead", note: "to \(PageClock.short(seconds: highest, tenths: highest < 10))",
            height: height
        ) { top in
            Drawing.stretched(paths, top: top, height: height) + Self.cues(dots, top: top)
        }
        drawing.explain(#"<path class="head" d="M-9 4 9-4"/>"#, "playhead")
        if jumps { drawing.explain(#"<path class="jump" d="M-9 5 9-5"/>"#, "jump of a seek") }
        if !dots.isEmpty {
            drawing.explain(#"<circle class="cue" r="2.6"/>"#, "cue point passed")
        }
    }

    /// Draws the line of the playhead with gaps at seeks, and the jumps in these gaps.
    ///
    /// - Returns: Whether there are any jumps.
    private func playheadLines(
        _ point: (Instant, MediaTime) -> LineThinning.Point, into paths: inout Markup
    ) -> Bool {
        let seeks = occurrences(.seek)
        var line = LineThinning()
        var jumps = LineThinning()
        var jumpData: [UInt8] = []
        var pending = 0
        var previous: Sample?
        for sample in history.samples {
            // A forward jump is possible only between the start and the end of a seek. Seeks that
            // ended before the previous sample are skipped.
            while let previous, pending < seeks.count,
                seeks[pending].instant.advanced(by: seeks[pending].length) < previous.instant
            {
                pending += 1
            }
            let isSought = pending < seeks.count && seeks[pending].instant <= sample.instant
            let here = point(sample.instant, sample.position)
            if let previous,
                sample.position < previous.position || isSought && sample.leaps(from: previous)
            {
                line.finish()
                paths += Drawing.path("head", line.path)
                line = LineThinning()
                let there = point(previous.instant, previous.position)
                if jumps.points.last != here, jumpData.count < 20_000 {
                    jumpData.append(contentsOf: "M\(there.x) \(there.y)L\(here.x) \(here.y)".utf8)
                }
                jumps.add(here)
            }
            line.add(here)
            previous = sample
        }
        line.finish()
        paths += Drawing.path("head", line.path)
        if !jumpData.isEmpty { paths += Drawing.path("jump", jumpData) }
        return !jumpData.isEmpty
    }

    private func cueDots(_ scale: TimeScale, _ highest: Double) -> [(place: Int, y: Int)] {
        var dots: [(place: Int, y: Int)] = []
        var last = (-100, -100)
        for passage in occurrences(.cuePoint) where dots.count < Self.mostDots {
            let dot = (
                scale.place(passage.instant),
                Self.drop(
                    passage.position.seconds, of: highest, height: Self.playheadHeight) / 10
            )
            if abs(dot.0 - last.0) < TimeScale.width / Self.mostDots, abs(dot.1 - last.1) < 3 {
                continue
            }
            dots.append(dot)
            last = dot
        }
        return dots
    }

    /// Draws cue points as dots on the line of the playhead, or as ticks below the line.
    ///
    /// The ticks replace the dots when there are so many cue points that dots would hide the line.
    private static func cues(_ dots: [(place: Int, y: Int)], top: Int) -> Markup {
        guard dots.count > mostDots / 4 else {
            return Markup(
                dots.map { place, y -> Markup in
                    #"<circle class="cue" cx="\#(percent: place)%" cy="\#(top + y)" r="2.6"/>"#
                })
        }
        var data: [UInt8] = []
        for dot in dots { data.append(contentsOf: "M\(dot.place) 0V60".utf8) }
        return Drawing.stretched(
            Drawing.path("rug", data), top: top + playheadHeight - 7, height: 6)
    }

    // MARK: Buffer and bitrate

    private func addBuffer(_ drawing: inout Drawing) {
        let highest = history.samples.map(\.bufferedLead.seconds).max() ?? 0
        guard highest > 0 else { return }
        var line = LineThinning()
        for sample in history.samples {
            line.add(
                LineThinning.Point(
                    x: drawing.scale.place(sample.instant),
                    y: Self.drop(
                        sample.bufferedLead.seconds, of: highest, height: Self.chartHeight)))
        }
        line.finish()
        guard let first = line.points.first, let last = line.points.last else { return }
        let base = Self.chartHeight * 10
        let data = line.path + Array("L\(last.x) \(base)L\(first.x) \(base)Z".utf8)
        drawing.addLane(
            "Buffer", note: "to \(PageText.decimal(highest, places: 1)) s",
            height: Self.chartHeight
        ) { Drawing.stretched(Drawing.path("lead", data), top: $0, height: Self.chartHeight) }
        drawing.explain(
            #"<path class="lead" d="M-9 6V-1L0-5 9-1V6z"/>"#, "media ahead of the playhead")
    }

    private func addBitrate(_ drawing: inout Drawing) {
        let highest = history.samples.map { max($0.bitrate, $0.bandwidth) }.max() ?? 0
        guard highest > 0 else { return }
        let scale = drawing.scale
        func steps(_ value: (Sample) -> Int64) -> [UInt8] {
            var line = LineThinning()
            var last: Int?
            for sample in history.samples {
                let x = scale.place(sample.instant)
                let y = Self.drop(
                    Double(value(sample)), of: Double(highest), height: Self.chartHeight)
                if let last { line.add(LineThinning.Point(x: x, y: last)) }
                line.add(LineThinning.Point(x: x, y: y))
                last = y
            }
            line.finish()
            return line.path
        }
        var paths: Markup = ""
        let hasBandwidth = history.samples.contains { $0.bandwidth > 0 }
        if hasBandwidth { paths += Drawing.path("net", steps { max(0, $0.bandwidth) }) }
        paths += Drawing.path("rate", steps { max(0, $0.bitrate) })
        drawing.addLane(
            "Bitrate", note: "to \(PageText.bitrate(Double(highest)))", height: Self.chartHeight
        ) { Drawing.stretched(paths, top: $0, height: Self.chartHeight) }
        drawing.explain(
            #"<path class="rate" d="M-9 4H0V-4H9"/>"#, "bitrate of the variant that plays")
        if hasBandwidth { drawing.explain(#"<path class="net" d="M-9 0H9"/>"#, "bandwidth") }
    }

    /// Returns the distance of a value from the top of its lane, in tenths of a pixel.
    private static func drop(_ value: Double, of highest: Double, height: Int) -> Int {
        let part = min(max(value / highest, 0), 1)
        return height * 10 - 10 - Int((part.isFinite ? part : 0) * Double(height * 10 - 50))
    }

    // MARK: In words

    private var words: String {
        let stalls = occurrences(.stall)
        let rebuffering = stalls.reduce(0.0) { $0 + $1.length.seconds }
        var text =
            "The playhead reached "
            + PageClock.precise(history.samples.map(\.position).max() ?? .zero)
            + " of \(history.knownDuration.map { PageClock.precise($0) } ?? "a broadcast"). "
        text +=
            stalls.isEmpty
            ? "No stalls"
            : "\(PageText.count(stalls.count, "stall")) of "
                + "\(PageText.decimal(rebuffering, places: 1)) seconds in all"
        text += ", \(PageText.count(occurrences(.seek).count, "seek")), "
        text += "\(PageText.count(occurrences(.cuePoint).count, "cue point")) passed, "
        text += "\(PageText.count(occurrences(.error).count, "error"))."
        let bitrates = history.samples.map(\.bitrate).filter { $0 > 0 }
        if let low = bitrates.min(), let high = bitrates.max() {
            text +=
                " Variants from \(PageText.bitrate(Double(low)))"
                + " to \(PageText.bitrate(Double(high)))."
        }
        return text + LiveLanes(history).words
    }
}

extension SessionHistory {
    /// The duration; `nil` for a broadcast that has not ended.
    var knownDuration: MediaTime? { duration.isIndefinite ? nil : duration }
}

extension SessionHistory.Sample {
    /// Returns whether the playhead moved further than playback at triple speed could explain.
    fileprivate func leaps(from previous: Self) -> Bool {
        position.seconds - previous.position.seconds
            > 3 * (instant.seconds - previous.instant.seconds) + 0.25
    }
}

extension SessionHistory.Occurrence {
    fileprivate var pageGlyph: PageGlyph {
        switch kind {
        case .lifecycle, .cuePoint, .option: .event
        case .stall: .stall
        case .seek: .seek
        case .error: .failed
        case .action: .action
        }
    }

    /// The event, in words that need no context.
    fileprivate var pageText: String {
        switch kind {
        case .stall: text.isEmpty ? "stall" : text
        case .seek: "seek \(text)"
        case .lifecycle, .cuePoint, .error, .action, .option: text
        }
    }

    /// The rank among events drawn close together; only the event with the lowest rank has a glyph.
    fileprivate var pageRank: Int {
        switch kind {
        case .error: 0
        case .stall: 1
        case .seek: 2
        case .action: 3
        case .option: 5
        case .cuePoint: 6
        case .lifecycle: event?.isStep == true ? 5 : 4
        }
    }
}

extension LifecycleEvent.EventType {
    /// Whether the event is part of a start, pause or stall that another event already reports.
    fileprivate var isStep: Bool {
        switch self {
        case .playRequest, .pauseRequest, .playbackStalled, .playbackRecovered,
            .playbackBufferEmpty, .playbackLikelyToKeepUp:
            true
        case .ready, .fail, .play, .pause, .failedToPlayToEndTime, .resumeBegin, .resumeComplete,
            .resumeFail, .end, .terminate, .error, .adSequenceEnter, .adEnter, .adExit,
            .adSequenceExit:
            false
        }
    }
}
