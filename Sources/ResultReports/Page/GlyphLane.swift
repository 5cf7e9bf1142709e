import HeadlessPlayback

/// Glyphs along a lane; overlapping ones become one glyph with their number.
struct GlyphLane {
    /// Something that has a place.
    struct Item {
        var place: Int
        var glyph: PageGlyph
        /// The priority when glyphs overlap; the lowest value wins.
        var rank: Int
        /// The text beside the glyph, where there is room.
        var label: String
        /// The tooltip of the glyph.
        var title: String
    }

    /// Items that share one glyph.
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
    /// The width of a character and of a glyph in the narrowest drawing, 620 pixels wide.
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
        // Two ticks within a pixel are one.
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

    /// Returns the lane as markup.
    ///
    /// - Parameters:
    ///   - top: Its top.
    ///   - height: Its height.
    ///   - hasLabels: Whether glyphs have text beside them.
    /// - Returns: The glyphs over ticks at their exact positions.
    func markup(top: Int, height: Int, hasLabels: Bool) -> Markup {
        let middle = top + (height - 8) / 2
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

    private func labels(at line: Int) -> Markup {
        var labels: Markup = ""
        var free = 0
        for (index, group) in groups.enumerated() {
            var text = String(group.best.label.prefix(28))
            if group.best.label.count > 28 { text += "…" }
            if group.count > 1 { text += " +\(group.count - 1)" }
            let width = text.unicodeScalars.count * Self.characterWidth + Self.glyphWidth
            let next =
                index + 1 < groups.count
                ? groups[index + 1].place - Self.glyphWidth / 2 : TimeScale.width
            if group.place + width <= next {
                labels += """
                    <text class="tag" x="\(percent: group.place)%" dx="11" y="\(line)">\(text)</text>

                    """
                free = group.place + width
            } else if index + 1 == groups.count, group.place - width >= free {
                labels += """
                    <text class="tag" x="\(percent: group.place)%" dx="-11" y="\(line)" \
                    text-anchor="end">\(text)</text>

                    """
            } else {
                free = group.place + Self.glyphWidth
            }
        }
        return labels
    }
}

extension GlyphLane {
    /// Whether the lane is empty.
    var isEmpty: Bool { groups.isEmpty }
}
