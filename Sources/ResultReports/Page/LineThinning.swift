/// Reduces the number of points of a line for a drawing, without losing its peaks.
struct LineThinning {
    /// A point: `x` in the units of ``TimeScale/width``, `y` downwards in tenths of a pixel.
    struct Point: Equatable {
        var x: Int
        var y: Int
    }

    /// The width of a column in a drawing; each column keeps at most four points.
    private static let columnWidth = TimeScale.width / 500

    private(set) var points: [Point] = []
    private var column = -1
    private var lowest = Point(x: 0, y: 0)
    private var highest = Point(x: 0, y: 0)
    private var last = Point(x: 0, y: 0)

    /// Adds a point, which must not be to the left of the previous point.
    mutating func add(_ point: Point) {
        let place = point.x / Self.columnWidth
        if place != column {
            finish()
            column = place
            keep(point)
            lowest = point
            highest = point
        }
        if point.y < lowest.y { lowest = point }
        if point.y > highest.y { highest = point }
        last = point
    }

    /// Appends the points of the last column.
    mutating func finish() {
        guard column >= 0 else { return }
        let extremes = lowest.x <= highest.x ? [lowest, highest] : [highest, lowest]
        for point in extremes + [last] { keep(point) }
        column = -1
    }

    /// Appends a point, and removes the previous point if it is not needed.
    ///
    /// A point is not needed if it is on the straight line between its neighbours.
    private mutating func keep(_ point: Point) {
        if points.last == point { return }
        if points.count >= 2 {
            let from = points[points.count - 2]
            let middle = points[points.count - 1]
            let span = point.x - from.x
            let drop = (middle.y - from.y) * span - (point.y - from.y) * (middle.x - from.x)
            if middle.x <= point.x, span > 0, drop.magnitude < span.magnitude * 2,
                middle.y >= min(from.y, point.y), middle.y <= max(from.y, point.y)
            {
                points.removeLast()
            }
        }
        points.append(point)
    }

    /// The line in the syntax of an SVG path's data.
    var path: [UInt8] {
        var text = ""
        for (index, point) in points.enumerated() {
            text += index == 0 ? "M\(point.x) \(point.y)" : "L\(point.x) \(point.y)"
        }
        return Array(text.utf8)
    }
}
