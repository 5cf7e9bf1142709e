import Testing

/// Every API name in the articles for users of another player exists.
@Suite struct ComingFromTests {
    private static let articles = ProjectText.all.filter { $0.path.contains(".docc/ComingFrom") }

    /// The modules that the articles' tables list in the column for this package.
    private static let modules = [
        "HeadlessPlayback", "PlaybackControl", "Sessions", "Transport", "OfflineDownloads",
        "ContentProtection", "SidecarSubtitles", "VirtualTime",
    ]

    @Test func `each API name in the tables of the migration guides exists in its module`()
        async throws
    {
        var listings: [String: InterfaceNames] = [:]
        for face in ["HeadlessBrightcove", "HeadlessJW"] {
            listings["`\(face)`"] = InterfaceNames(
                PublicInterface(
                    door: [face: .all], of: try await SymbolGraphFile.extract([face])
                ).lines)
        }
        var door: [String: PublicInterface.Names] = [:]
        for module in Self.modules { door[module] = .all }
        listings["this package"] = InterfaceNames(
            PublicInterface(door: door, of: try await SymbolGraphFile.extract(Self.modules)).lines)
        #expect(Self.articles.count == 3)
        var count = 0
        var missing: [String] = []
        for article in Self.articles {
            for table in MarkdownTable.tables(in: article) {
                for (column, title) in table.titles.enumerated() {
                    guard let listing = listings[title] else { continue }
                    for row in table.rows {
                        for name in MarkdownTable.spans(in: row[column]) {
                            count += 1
                            if !listing.has(name) { missing.append("\(title): \(name)") }
                        }
                    }
                }
            }
        }
        #expect(missing.isEmpty, "no public name: \(missing)")
        #expect(count > 300, "found \(count) names; the search has stopped finding them")
    }

    @Test func `each row of the migration tables that has no counterpart states a reason`() {
        for article in Self.articles {
            for table in MarkdownTable.tables(in: article)
            where table.titles.contains("this package") {
                for row in table.rows {
                    #expect(row.count == table.titles.count, "\(article.path): \(row)")
                    #expect(!(row.last ?? "").isEmpty, "\(article.path): \(row[0])")
                    #expect(
                        row.last != "None." || !row.contains("–"), "\(article.path): \(row[0])")
                }
            }
        }
    }

    @Test func `each sample of the guides is in a test, and is run`() throws {
        let tests = ProjectText.all.filter {
            $0.path.hasPrefix("Tests/HeadlessBrightcoveTests/")
                || $0.path.hasPrefix("Tests/HeadlessJWTests/")
        }
        var stated: [String] = []
        for article in Self.articles {
            for table in MarkdownTable.tables(in: article) {
                guard let heading = table.titles.firstIndex(of: "heading"),
                    let count = table.titles.firstIndex(of: "samples")
                else { continue }
                for row in table.rows {
                    let samples = try #require(Int(row[count]))
                    #expect(samples > 0 || !row[row.count - 1].isEmpty, "\(row)")
                    let name = row[heading].filter { $0 != "`" }
                    stated += (0..<samples).map { "\(name), \($0 + 1)" }
                }
            }
        }
        var found: [String] = []
        for test in tests {
            let sample =
                /\/\/ Code sample (\d+) of the section `(.+)` of the guide.\n +func (\w+)\(/
            for match in test.text.matches(of: sample) {
                let (number, section, function) = (match.1, match.2, match.3)
                found.append("\(section), \(number)")
                // The player calls the methods of a data source, so tests do not need to call them.
                let isCalled =
                    function.hasPrefix("fetch")
                    || tests.contains { $0.text.contains("app.\(function)(") }
                #expect(isCalled, "\(test.path): \(function) is never called")
            }
        }
        #expect(found.sorted() == stated.sorted())
        #expect(found.count == 25)
    }

    @Test func `an API listing finds a name only in full, with its argument labels`() {
        let names = InterfaceNames([
            "A  final class A: Hashable", "A  func run(until limit: Int, _ body: () -> Void)",
            "A  var size: Int { get }", "A.B  case one", "let kName: String",
            "typealias C = D", "A  init?(name: String)", "func call(for item: Int)",
        ])
        for name in [
            "A", "A.B", "A.size", "A.run(until:_:)", "A.B.one", "kName", "C", "A.init(name:)",
            "call(for:)",
        ] { #expect(names.has(name), "\(name)") }
        for name in [
            "B", "A.siz", "A.run(to:)", "A.run()", "A.two", "A.B.size", "kNam", "A.init(names:)",
            "call()",
        ] { #expect(!names.has(name), "\(name)") }
    }
}

/// The names in the lines of a ``PublicInterface``.
private struct InterfaceNames {
    private var names: Set<String> = []

    init(_ lines: [String]) {
        for line in lines {
            let parts = line.split(separator: "  ", maxSplits: 1).map(String.init)
            let path = parts.count == 2 ? parts[0] : nil
            if let path { names.insert(path) }
            guard let declaration = parts.last,
                let match = declaration.firstMatch(
                    of: /\b(func|var|let|case|typealias|init)\b[?!]? ?([\w`]*)(.*)/)
            else { continue }
            let isInit = match.1 == "init"
            let base = isInit ? "init" : String(match.2.filter { $0 != "`" })
            let rest = match.3.drop { $0 != "(" }
            let isCallable = isInit || match.1 == "func"
            let name = isCallable ? base + Self.labels(in: rest) : base
            names.insert([path, name].compactMap { $0 }.joined(separator: "."))
        }
    }

    func has(_ name: String) -> Bool { names.contains(name) }

    /// Returns the labels of a list of parameters, such as `(until:_:)`.
    private static func labels(in list: Substring) -> String {
        var depth = 0
        var isLabel = true
        var label = ""
        var labels = ""
        for character in list {
            switch character {
            case "(", "[", "<":
                depth += 1
                continue
            case ")", "]", ">":
                // The `>` in the arrow of a function's type does not close a bracket.
                if character == ">", label.hasSuffix("-") { continue }
                depth -= 1
                if depth == 0 { return "(" + labels + ")" }
                continue
            case ",": if depth == 1 { (isLabel, label) = (true, "") }
            case " ":
                if isLabel, !label.isEmpty { (isLabel, labels) = (false, labels + label + ":") }
            case ":":
                if depth == 1, isLabel { (isLabel, labels) = (false, labels + label + ":") }
            default: if depth == 1 { label = isLabel ? label + String(character) : label }
            }
            if !isLabel { label = character == "-" ? "-" : "" }
        }
        return "(" + labels + ")"
    }
}

/// A Markdown table of an article.
private struct MarkdownTable {
    let titles: [String]
    let rows: [[String]]

    static func tables(in text: ProjectText) -> [MarkdownTable] {
        var tables: [MarkdownTable] = []
        var block: [[String]] = []
        for line in text.lines + [""] {
            if line.hasPrefix("|") {
                let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                block.append(
                    cells.dropFirst().dropLast().map { cell in
                        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
                    })
            } else if block.count > 2 {
                tables.append(MarkdownTable(titles: block[0], rows: Array(block.dropFirst(2))))
                block = []
            } else {
                block = []
            }
        }
        return tables
    }

    /// Returns the code spans of a cell.
    static func spans(in cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
