import HeadlessPlayback
import RunResults

/// The window of a broadcast, its live edge and the playhead, drawn over virtual time.
///
/// The vertical position is the distance from the live edge, so that hours of a sliding window
/// remain readable: the edge is at the top, and the window extends down from it.
struct LiveLanes {
    private typealias Point = LineThinning.Point

    private static let windowHeight = 110
    private static let latencyHeight = 54

    private let windows: [SessionHistory.Window]

    init(_ history: SessionHistory) { windows = history.windows }

    /// Draws the window and the latency of a broadcast; draws nothing for other videos.
    func add(to drawing: inout Drawing) {
        guard windows.count > 1 else { return }
        addWindow(&drawing)
        addLatency(&drawing)
    }

    private func addWindow(_ drawing: inout Drawing) {
        let deepest = windows.reduce(0.001) {
            max($0, $1.length.seconds, $1.latency.seconds)
        }
        let height = Self.windowHeight
        let start = line(drawing.scale, of: deepest, height) { $0.length.seconds }
        let playhead = line(drawing.scale, of: deepest, height) { $0.latency.seconds }
        guard let first = start.points.first, let last = start.points.last else { return }
        let area = start.path + Array("L\(last.x) 10L\(first.x) 10Z".utf8)
        let edge = Array("M\(first.x) 10L\(last.x) 10".utf8)
        let paths: Markup =
            Drawing.path("lead", area) + Drawing.path("edge", edge)
            + Drawing.path("head", playhead.path)
        drawing.addLane(
            "Window", note: "to \(PageClock.short(seconds: deepest, tenths: deepest < 10))",
            height: height
        ) { Drawing.stretched(paths, top: $0, height: height) }
        drawing.explain(#"<path class="edge" d="M-9 -4H9"/>"#, "live edge")
        drawing.explain(#"<path class="lead" d="M-9 6V-5H9V6z"/>"#, "window of the playlist")
    }

    private func addLatency(_ drawing: inout Drawing) {
        let highest = windows.reduce(0.001) { max($0, $1.latency.seconds) }
        let height = Self.latencyHeight
        let line = line(drawing.scale, of: highest, height) { highest - $0.latency.seconds }
        drawing.addLane(
            "Latency", note: "to \(PageClock.short(seconds: highest, tenths: highest < 10))",
            height: height
        ) { Drawing.stretched(Drawing.path("late", line.path), top: $0, height: height) }
        drawing.explain(#"<path class="late" d="M-9 4 0 0 9-4"/>"#, "distance from the live edge")
    }

    /// Returns a line that shows a distance from the live edge over time.
    ///
    /// The top of the lane represents the live edge, and the line is drawn down from the top.
    private func line(
        _ scale: TimeScale, of deepest: Double, _ height: Int,
        _ distance: (SessionHistory.Window) -> Double
    ) -> LineThinning {
        var line = LineThinning()
        for window in windows {
            let part = min(max(distance(window) / deepest, 0), 1)
            let drop = 10 + Int((part.isFinite ? part : 0) * Double(height * 10 - 20))
            line.add(Point(x: scale.place(window.instant), y: drop))
        }
        line.finish()
        return line
    }

    /// The description of the broadcast in words; empty for a video that is not a broadcast.
    var words: String {
        guard windows.count > 1 else { return "" }
        let latencies = windows.map(\.latency.seconds)
        let lengths = windows.map(\.length.seconds)
        func text(_ value: Double?) -> String { PageText.decimal(value ?? 0, places: 1) }
        return " The window had \(text(lengths.min())) to \(text(lengths.max())) seconds, and the"
            + " playhead was \(text(latencies.min())) to \(text(latencies.max())) seconds behind"
            + " the live edge."
    }
}
