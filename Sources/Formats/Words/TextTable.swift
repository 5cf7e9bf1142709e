/// A table of texts, in which each column is as wide as its widest value.
package struct TextTable {
    private var rows: [(mark: String, values: [String])]
    private let firstNumber: Int

    /// Creates a table without rows.
    ///
    /// - Parameters:
    ///   - columns: The names of the columns.
    ///   - firstNumber: The index of the first column of numbers; this column and all later ones
    ///     are aligned at the right.
    package init(columns: [String], numbersFrom firstNumber: Int = .max) {
        rows = [(" ", columns)]
        self.firstNumber = firstNumber
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - values: A value for each column.
    ///   - mark: The text in front of the row.
    package mutating func add(_ values: [String], mark: String = " ") {
        rows.append((mark, values))
    }

    /// The rows as lines, without blanks at their ends; empty when no row was added.
    package var text: String {
        guard rows.count > 1 else { return "" }
        let widths = rows[0].values.indices.map { column in
            rows.reduce(0) { max($0, $1.values[column].count) }
        }
        return rows.map { mark, values in
            var line = mark
            for (column, value) in values.enumerated() {
                let alignment = column < firstNumber ? String.Alignment.left : .right
                line += " " + value.padded(to: widths[column], alignment: alignment) + " "
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
