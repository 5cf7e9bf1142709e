/// Rows of a few columns, each as wide as its widest value.
struct TextTable {
    private var rows: [(mark: String, values: [String])]

    /// Starts with the names of the columns.
    init(columns: [String]) {
        rows = [(" ", columns)]
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - values: A value for each column.
    ///   - mark: What stands in front of the row.
    mutating func add(_ values: [String], mark: String = " ") {
        rows.append((mark, values))
    }

    /// The rows as lines, without blanks at their ends; empty without any row.
    var text: String {
        guard rows.count > 1 else { return "" }
        let widths = rows[0].values.indices.map { column in
            rows.reduce(0) { max($0, $1.values[column].count) }
        }
        return rows.map { mark, values in
            var line = mark
            for (value, width) in zip(values, widths) {
                line += " " + value + String(repeating: " ", count: width - value.count) + " "
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
