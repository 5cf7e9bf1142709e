/// A collapsible table that is truncated if it is long.
struct PageTable {
    /// The maximum number of rows; `byteLimit` is the maximum size of all rows in bytes.
    static let rowLimit = 200
    private static let byteLimit = 48_000

    private let name: String
    private let columns: [String]
    private let count: Int
    private let note: String
    private let heading: Heading
    private var rows: Markup = ""
    private var shown = 0

    /// The heading level of a table's name.
    enum Heading: Int {
        case ofScenario = 4
        case ofSession
    }

    /// Creates a table without rows.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - columns: The headings of the columns.
    ///   - count: The number of rows before truncation.
    ///   - note: The text beside the name of the table; the number of rows by default.
    ///   - heading: The heading level of the table's name.
    init(
        name: String, columns: [String], count: Int, note: String? = nil,
        heading: Heading = .ofSession
    ) {
        self.name = name
        self.heading = heading
        self.columns = columns
        self.count = count
        self.note = note ?? PageText.grouped(count)
    }

    /// Adds a row, unless the table would exceed its limits.
    ///
    /// - Returns: Whether the row was added.
    mutating func add(_ row: Markup) -> Bool {
        guard shown < Self.rowLimit, rows.bytes.count + row.bytes.count < Self.byteLimit else {
            return false
        }
        rows += row
        shown += 1
        return true
    }

    /// The table as markup; empty when the table has no rows.
    var markup: Markup {
        guard count > 0 else { return "" }
        let heads = columns.map { column -> Markup in #"<th scope="col">\#(column)</th>"# }
        var more: Markup = ""
        if shown < count {
            let rest = PageText.count(count - shown, "more row")
            more = #"<p class="more">\#(rest): in the JSON report.</p>"#
        }
        return """
            <details class="t"><summary><h\(heading.rawValue)>\(name)</h\(heading.rawValue)>\
            <span class="soft">\(note)</span></summary>
            <div tabindex="0" role="region" aria-label="\(name)"><table><thead><tr>\
            \(Markup(heads))</tr></thead><tbody>
            \(rows)</tbody></table>\(more)</div></details>

            """
    }
}

/// A collapsible view of a trace; only the first and the last lines of a long trace are shown.
struct TraceView {
    private static let headCount = 300
    private static let tailCount = 100
    private static let byteLimit = 64_000

    let lines: [String]

    var markup: Markup {
        guard !lines.isEmpty else { return "" }
        var list: Markup = ""
        let isCut = lines.count > Self.headCount + Self.tailCount
        let head = isCut ? Self.headCount : lines.count
        var shown = append(lines.indices.prefix(head), to: &list, limit: Self.byteLimit)
        if shown == head, isCut {
            let rest = lines.count - Self.headCount - Self.tailCount
            list += Self.gap(rest)
            let tail = lines.indices.suffix(Self.tailCount)
            shown += rest + append(tail, to: &list, limit: Self.byteLimit * 3 / 2)
        }
        if shown < lines.count { list += Self.gap(lines.count - shown) }
        return """
            <details class="t"><summary><h4>Trace</h4><span class="soft">\
            \(PageText.count(lines.count, "line"))</span></summary>
            <div class="pre m" tabindex="0" role="region" aria-label="Trace"><ol>\(list)</ol></div>
            </details>

            """
    }

    /// Appends lines of the trace until a size limit is reached.
    ///
    /// - Returns: The number of lines that were appended.
    private func append(_ range: Range<Int>, to list: inout Markup, limit: Int) -> Int {
        var count = 0
        for index in range {
            let line: Markup =
                #"<li><span class="n">\#(index + 1)</span>\#(lines[index], limit: 300)</li>"#
            guard list.bytes.count + line.bytes.count < limit else { break }
            list += line
            count += 1
        }
        return count
    }

    private static func gap(_ count: Int) -> Markup {
        #"<li class="gap">… \#(PageText.count(count, "more line")): in the JSON report</li>"#
    }
}
