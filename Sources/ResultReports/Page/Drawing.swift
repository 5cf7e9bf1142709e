/// Lanes over a common time axis, as SVG.
///
/// A drawing uses the available width. Text and glyphs, which must keep their shape, are placed at
/// fractions of the width; lines are drawn in a separate box that is stretched.
struct Drawing {
    private static let axisHeight = 22
    private static let gap = 10

    let scale: TimeScale
    /// The identifier of the drawing in the page.
    let place: String
    private var height = 0
    private var lanes: Markup = ""
    private var names: Markup = ""
    private var bands: Markup = ""
    private var legend: Markup = ""

    init(scale: TimeScale, place: String) {
        self.scale = scale
        self.place = place
    }

    /// Whether the drawing is empty.
    var isEmpty: Bool { height == 0 }

    /// Adds a lane below the others.
    ///
    /// - Parameters:
    ///   - name: The name, shown beside the lane; a long name is truncated, and its tooltip is the
    ///     full name.
    ///   - note: The small text beside the lane, such as its range.
    ///   - remark: A second small text below the note; only high lanes have room for it.
    ///   - laneHeight: The height of the lane.
    ///   - body: Draws the lane at a given top.
    mutating func addLane(
        _ name: String, note: String = "", remark: String = "", height laneHeight: Int,
        _ body: (_ top: Int) -> Markup
    ) {
        let top = height == 0 ? 0 : height + Self.gap
        height = top + laneHeight
        lanes += """
            <line class="base" x1="0" x2="100%" y1="\(height).5" y2="\(height).5"/>\(body(top))

            """
        let middle = laneHeight < 40 ? top + laneHeight / 2 + 4 : top + 14
        names += """
            <text class="name" x="0" y="\(middle)"><title>\(name, limit: 200)</title>\
            \(Self.short(name, Self.longestName))</text>
            """
        for (text, y) in [(note, middle + 15), (remark, middle + 29)] where !text.isEmpty {
            names += #"<text x="0" y="\#(y)">\#(Self.short(text, Self.longestNote))</text>"#
        }
    }

    /// The maximum number of characters in a name beside a lane.
    private static let longestName = 13
    private static let longestNote = 15

    private static func short(_ text: String, _ limit: Int) -> String {
        text.count > limit ? "\(text.prefix(limit - 1))…" : text
    }

    /// Draws a band in the background of all lanes.
    mutating func addBand(_ style: String, from start: Int, to end: Int, title: String) {
        bands += """
            <rect class="\(style)" x="\(percent: start)%" y="0" \
            width="\(percent: max(end - start, 12))%" height="100%"><title>\(title, limit: 200)</title>\
            </rect>

            """
    }

    /// Adds a symbol and its meaning to the legend.
    mutating func explain(_ sign: Markup, _ meaning: String) {
        legend +=
            #"<li><svg viewBox="-9 -7 18 14" aria-hidden="true">\#(sign)</svg>\#(meaning)</li>"#
    }

    mutating func explain(_ glyph: PageGlyph, _ meaning: String) {
        explain(##"<use href="#\##(glyph.rawValue)" class="small"/>"##, meaning)
    }

    /// Returns paths in a box that is stretched to the width of the drawing.
    static func stretched(_ paths: Markup, top: Int, height: Int) -> Markup {
        """
        <svg y="\(top)" width="100%" height="\(height)" viewBox="0 0 \(TimeScale.width) \
        \(height * 10)" preserveAspectRatio="none" overflow="visible">\(paths)</svg>
        """
    }

    static func path(_ style: String, _ data: [UInt8]) -> Markup {
        var path: Markup = #"<path class="\#(style)" d=""#
        path.append(plain: data)
        return path + #""/>"#
    }

    /// Returns the drawing as markup.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - description: The description for readers who cannot see the drawing.
    /// - Returns: A figure; empty if the drawing has no lanes.
    func markup(title: String, description: String) -> Markup {
        if isEmpty { return "" }
        let total = height + Self.axisHeight
        return """
            <figure class="time"><figcaption>\(title)</figcaption><div class="draw">
            <svg class="names" width="104" height="\(total)" aria-hidden="true">\(names)</svg>
            <div class="scroll" tabindex="0" role="region" aria-label="\(title)">
            <svg class="plot" height="\(total)" role="img" aria-labelledby="\(place)-t \(place)-d">
            <title id="\(place)-t">\(title)</title><desc id="\(place)-d">\(description)</desc>
            \(grid)\(band)\(lanes)\(axis)</svg></div></div>
            <ul class="legend">\(legend)</ul></figure>

            """
    }

    private var grid: Markup {
        Markup(
            scale.marks.map { mark, _ -> Markup in
                """
                <line class="grid" x1="\(percent: mark)%" x2="\(percent: mark)%" y1="0" \
                y2="\(height)"/>
                """
            })
    }

    private var axis: Markup {
        Markup(
            scale.marks.map { mark, text -> Markup in
                let anchor =
                    mark < 150 ? "start" : mark > TimeScale.width - 250 ? "end" : "middle"
                return """
                    <text x="\(percent: mark)%" y="\(height + 16)" text-anchor="\(anchor)">\
                    \(text)</text>
                    """
            })
    }

    /// The background bands, drawn over the complete height of the drawing.
    private var band: Markup {
        bands.isEmpty ? "" : #"<svg width="100%" height="\#(height)">\#(bands)</svg>"#
    }
}
