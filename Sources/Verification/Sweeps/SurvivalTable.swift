package import HeadlessPlayback

/// How the runs of a sweep ended, by kind of resource and by fault.
package struct SurvivalTable: Sendable {
    private struct Cell: Hashable {
        let kind: ResourceKind
        let fault: SweptFault
    }

    private var counts: [Cell: [Survival: Int]] = [:]

    init() {}

    /// Takes note of a run.
    package mutating func count(_ survival: Survival, _ kind: ResourceKind, _ fault: SweptFault) {
        counts[Cell(kind: kind, fault: fault), default: [:]][survival, default: 0] += 1
    }

    /// How many runs ended in a way.
    package func total(_ survival: Survival) -> Int {
        counts.values.reduce(0) { $0 + ($1[survival] ?? 0) }
    }

    /// How many runs there were.
    package var total: Int {
        Survival.allCases.reduce(0) { $0 + total($1) }
    }

    /// The table: a line for each kind of resource and each fault that one met, and the sums.
    package var text: String {
        let columns = Survival.allCases
        var rows = [["resource", "fault"] + columns.map(\.rawValue)]
        for kind in ResourceKind.allCases {
            for fault in SweptFault.allCases {
                guard let cell = counts[Cell(kind: kind, fault: fault)] else { continue }
                rows.append(
                    [kind.words, fault.rawValue] + columns.map { cell[$0].map(String.init) ?? "-" })
            }
        }
        rows.append(["all", "\(total) runs"] + columns.map { "\(total($0))" })
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column < 2 ? text + space : space + text
            }
            return cells.joined(separator: "  ").trimmedEnd + "\n"
        }.joined()
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmedEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
