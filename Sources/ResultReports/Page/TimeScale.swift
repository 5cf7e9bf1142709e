import HeadlessPlayback
import RunResults

/// A scale that converts times to horizontal positions in a drawing.
struct TimeScale {
    /// The width of a drawing, in the units of horizontal positions.
    static let width = 10_000
    /// Steps between the marks of an axis, in seconds.
    private static let steps: [Double] = [
        0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
        14_400, 21_600, 43_200, day,
    ]
    private static let day = 86_400.0
    private static let mostMarks = 9.0
    private static let farthest = 1e11

    let start: Double
    let length: Double

    /// Creates a scale over a range of seconds; an empty range is extended to a second.
    init(from start: Double, to end: Double) {
        // Times beyond thousands of years are invalid, and their positions would not fit into an
        // integer.
        let first = min(max(start, -Self.farthest), Self.farthest)
        let last = min(max(end, -Self.farthest), Self.farthest)
        self.start = first
        length = last - first > 0.001 ? last - first : 1
    }

    /// Returns the horizontal position of a time, clamped to the drawing.
    func place(_ seconds: Double) -> Int {
        let part = (seconds - start) / length * Double(Self.width)
        guard part.isFinite else { return part > 0 ? Self.width : 0 }
        return Int(min(max(part, 0), Double(Self.width)).rounded())
    }

    func place(_ time: MediaTime) -> Int { place(time.seconds) }
    func place(_ instant: Instant) -> Int { place(instant.seconds) }

    /// The marks of an axis: their positions and their text.
    var marks: [(place: Int, text: String)] {
        var step = Self.steps.first { length / $0 <= Self.mostMarks } ?? Self.day
        while length / step > Self.mostMarks { step *= 2 }
        var result: [(Int, String)] = []
        var index = (start / step).rounded(.up)
        while index * step <= start + length, result.count < 12 {
            let time = index * step
            let text =
                step < Self.day
                ? PageClock.short(seconds: time, tenths: step < 1)
                : "\(PageText.decimal(time / Self.day, places: 0)) d"
            result.append((place(time), text))
            index += 1
        }
        return result
    }
}
