import RunResults

/// The section of a page that shows the differences from earlier results.
struct ChangeSection {
    private let change: ResultChange

    init(_ change: ResultChange) { self.change = change }

    var markup: Markup {
        var page: Markup = #"<h2 id="change">Since the last results</h2>"#
        page += #"<div class="s"><div class="b"><p class="soft">\#(change.source, limit: 300)</p>"#
        if change.parts.isEmpty { page += "<p>No difference.</p>" }
        for (title, lines) in change.parts {
            page += "<h4>\(PageText.grouped(lines.count)) \(title)</h4><ul>"
            for line in lines.prefix(ResultChange.mostLines) {
                page += "<li>\(line, limit: 240)</li>"
            }
            if lines.count > ResultChange.mostLines {
                let rest = PageText.grouped(lines.count - ResultChange.mostLines)
                page += #"<li class="soft">and \#(rest) more</li>"#
            }
            page += "</ul>"
        }
        return page + "</div></div>"
    }
}
