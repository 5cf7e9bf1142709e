/// Rows of a few columns, each as wide as its widest value.
struct TextTable {
    private var rows: [(mark: String, values: [String])]
    private let firstNumber: Int

    /// Starts with the names of the columns.
    ///
    /// - Parameters:
    ///   - columns: The names.
    ///   - firstNumber: From which column on values are numbers, which end below each other.
    init(columns: [String], numbersFrom firstNumber: Int = .max) {
        rows = [(" ", columns)]
        self.firstNumber = firstNumber
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
            for (column, value) in values.enumerated() {
                let pad = String(repeating: " ", count: widths[column] - value.count)
                line += " " + (column < firstNumber ? value + pad : pad + value) + " "
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
