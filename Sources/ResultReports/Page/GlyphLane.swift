import HeadlessPlayback

/// The glyphs in one row of a drawing (a lane); overlapping glyphs become one, with a count.
struct GlyphLane {
    /// An item that a glyph represents at a position in the lane.
    struct Item {
        var place: Int
        var glyph: PageGlyph
        /// The priority when glyphs overlap; the lowest value wins.
        var rank: Int
        /// The text beside the glyph, shown if there is space.
        var label: String
        /// The tooltip of the glyph.
        var title: String
    }

    /// A group of items that share one glyph.
    private struct Group {
        var first: Int
        var last: Int
        var count: Int
        var best: Item
        var titles: [String]

        var place: Int { (first + last) / 2 }
    }

    /// The distance within which items share a glyph: the width of a glyph in a wide drawing.
    private static let reach = TimeScale.width / 72
    /// The maximum number of titles in a glyph's tooltip.
    private static let titleLimit = 6
    /// The width of a character in the narrowest drawing, which is 620 pixels wide.
    ///
    /// `glyphWidth` is the width of a glyph in that drawing. Both widths are in the units of
    /// ``TimeScale/width``.
    private static let characterWidth = 95
    private static let glyphWidth = 190

    private var groups: [Group] = []
    private var ticks: [Int] = []
    private let noun: String

    /// Creates a lane.
    ///
    /// - Parameters:
    ///   - items: The items, in the order of their positions.
    ///   - noun: The noun for one item.
    init(_ items: some Sequence<Item>, noun: String) {
        self.noun = noun
        for item in items { add(item) }
    }

    private mutating func add(_ item: Item) {
        // Ticks that are less than a pixel apart are drawn as one.
        if item.place - (ticks.last ?? -100) >= TimeScale.width / 1000 { ticks.append(item.place) }
        guard var group = groups.last, item.place - group.first < Self.reach else {
            groups.append(
                Group(
                    first: item.place, last: item.place, count: 1, best: item,
                    titles: [item.title]))
            return
        }
        group.last = max(group.last, item.place)
        group.count += 1
        if item.rank < group.best.rank {
            group.best = item
            group.titles.insert(item.title, at: 0)
        } else {
            group.titles.append(item.title)
        }
        if group.titles.count > Self.titleLimit { group.titles.removeLast() }
        groups[groups.count - 1] = group
    }

    /// The height of the lane with all rows of its labels.
    var height: Int { Self.firstRow + Self.rowHeight * max(0, rowCount - 1) }

    private static let firstRow = 36
    private static let rowHeight = 14

    /// Returns the lane as markup.
    ///
    /// - Parameters:
    ///   - top: The top of the lane.
    ///   - height: The height of the lane.
    ///   - hasLabels: Whether glyphs have text beside them.
    /// - Returns: The glyphs, drawn over ticks at the exact positions of the items.
    func markup(top: Int, height: Int, hasLabels: Bool) -> Markup {
        let middle = top + (min(height, Self.firstRow) - 8) / 2
        var data: [UInt8] = []
        for tick in ticks { data.append(contentsOf: "M\(tick) 0V\(10 * (height - 12))".utf8) }
        var lane = Drawing.stretched(
            Drawing.path("pole", data), top: top + 12, height: height - 12)
        for group in groups {
            lane += """
                <use href="#\(group.best.glyph.rawValue)" x="\(percent: group.place)%" \
                y="\(middle)"><title>\(title(of: group), limit: 600)</title></use>

                """
        }
        return hasLabels ? lane + labels(at: middle + 4) : lane
    }

    private func title(of group: Group) -> String {
        if group.count == 1 { return group.titles.first ?? "" }
        let rest = group.count - group.titles.count
        return PageText.count(group.count, noun) + ":\n" + group.titles.joined(separator: "\n")
            + (rest > 0 ? "\nand \(PageText.grouped(rest)) more" : "")
    }

    /// A label and its row: the first row is beside the glyphs, all others are below them.
    private struct Label {
        let place: Int
        let text: String
        let row: Int
        /// Whether the text of the label ends at its position instead of starting there.
        let isBefore: Bool
    }

    /// The maximum number of rows of labels.
    private static let mostRows = 3
    /// The maximum length of a label in characters.
    ///
    /// `shortestLabel` is the minimum length of a truncated label.
    private static let longestLabel = 28
    private static let shortestLabel = 8

    private var rowCount: Int { (layout.map(\.row).max() ?? 0) + 1 }

    /// The labels, each in the first row with enough space.
    ///
    /// A label without enough space in any row is truncated or omitted.
    private var layout: [Label] {
        var labels: [Label] = []
        var free = [Int](repeating: 0, count: Self.mostRows)
        for (index, group) in groups.enumerated() {
            let suffix = group.count > 1 ? " +\(group.count - 1)" : ""
            func text(_ limit: Int) -> String {
                let label = group.best.label
                return (label.count > limit ? "\(label.prefix(limit))…" : label) + suffix
            }
            func width(_ text: String) -> Int {
                text.unicodeScalars.count * Self.characterWidth + Self.glyphWidth
            }
            if group.best.label.isEmpty { continue }
            let whole = text(Self.longestLabel)
            let next =
                index + 1 < groups.count
                ? groups[index + 1].place - Self.glyphWidth / 2 : TimeScale.width
            if group.place + width(whole) <= next {
                labels.append(Label(place: group.place, text: whole, row: 0, isBefore: false))
                free[0] = group.place + width(whole)
                continue
            }
            if index + 1 == groups.count, group.place - width(whole) >= free[0] {
                labels.append(Label(place: group.place, text: whole, row: 0, isBefore: true))
                continue
            }
            free[0] = group.place + Self.glyphWidth
            let isInside = group.place + width(whole) <= TimeScale.width
            let row = (1..<Self.mostRows).first { row in
                isInside
                    ? free[row] <= group.place
                    : free[row] <= max(0, group.place - width(whole))
            }
            if let row {
                labels.append(
                    Label(place: group.place, text: whole, row: row, isBefore: !isInside))
                free[row] = isInside ? group.place + width(whole) : TimeScale.width + 1
                continue
            }
            // A label that does not fit is truncated. It is omitted if too little text would
            // remain.
            let room = (next - group.place - Self.glyphWidth) / Self.characterWidth - 1
            guard room - suffix.count >= Self.shortestLabel else { continue }
            let piece = text(min(room - suffix.count, Self.longestLabel))
            labels.append(Label(place: group.place, text: piece, row: 0, isBefore: false))
        }
        return labels
    }

    private func labels(at line: Int) -> Markup {
        Markup(
            layout.map { label -> Markup in
                let y = line + label.row * Self.rowHeight
                let x = label.row > 0 ? 4 : 11
                guard label.isBefore else {
                    return """
                        <text class="tag" x="\(percent: label.place)%" dx="\(x)" y="\(y)">\
                        \(label.text)</text>

                        """
                }
                return """
                    <text class="tag" x="\(percent: label.place)%" dx="-\(x)" y="\(y)" \
                    text-anchor="end">\(label.text)</text>

                    """
            })
    }
}

extension GlyphLane {
    /// Whether the lane is empty.
    var isEmpty: Bool { groups.isEmpty }
}
