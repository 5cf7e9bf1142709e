import Formats
import HeadlessPlayback
package import RunResults

/// The outcomes of the runs in a sweep, by kind of resource and by fault.
///
/// Each run of the sweep injects one fault into one request.
package struct SurvivalTable: Sendable {
    /// One row of the table: the runs in which one kind of resource received one fault.
    struct Row: Equatable {
        let resource: ResourceKind
        let fault: SweptFault
        /// The number of runs with each outcome, in the order of ``Survival``.
        let counts: [Int]
    }

    private struct Cell: Hashable {
        let resource: ResourceKind
        let fault: SweptFault
    }

    private var counts: [Cell: [Survival: Int]] = [:]
    private var untried: [SweptFault] = []

    /// Counts the results of runs that belong to a sweep of faults, and ignores other results.
    package init(_ results: some Sequence<ScenarioResult>) {
        for result in results {
            switch result.swept {
            case .fault(let fault, let resource, let survival):
                let cell = Cell(resource: resource, fault: fault)
                counts[cell, default: [:]][survival, default: 0] += 1
            case .plain(let faults): untried += faults.filter { !untried.contains($0) }
            case .seek, nil: continue
            }
        }
    }

    /// Returns the number of runs with a given outcome.
    package func total(_ survival: Survival) -> Int {
        counts.values.reduce(0) { $0 + ($1[survival] ?? 0) }
    }

    /// The number of runs in which a fault was injected.
    package var total: Int { Survival.allCases.reduce(0) { $0 + total($1) } }

    /// One row for each pair of resource kind and fault that occurs in at least one run.
    var rows: [Row] {
        ResourceKind.allCases.flatMap { resource in
            SweptFault.allCases.compactMap { fault in
                counts[Cell(resource: resource, fault: fault)].map { cell in
                    Row(
                        resource: resource, fault: fault,
                        counts: Survival.allCases.map { cell[$0] ?? 0 })
                }
            }
        }
    }

    /// The faults that could not be injected, with the reasons; empty if there are none.
    package var untriedText: String {
        untried.map { "\($0.rawValue) (\($0.condition))" }.joined(separator: ", ")
    }

    /// The table as text, with one line for each row and one line with the totals.
    ///
    /// There is a row for each pair of resource kind and fault that occurs in at least one run.
    package var text: String {
        guard total > 0 else { return "" }
        var table = TextTable(
            columns: ["resource", "fault"] + Survival.allCases.map(\.rawValue), numbersFrom: 2)
        for row in rows {
            table.add(
                [row.resource.words, row.fault.rawValue]
                    + row.counts.map { $0 == 0 ? "-" : "\($0)" })
        }
        table.add(
            ["all", total == 1 ? "1 run" : "\(total) runs"]
                + Survival.allCases.map { "\(total($0))" })
        return table.text + (untried.isEmpty ? "" : "  not tried: \(untriedText)\n")
    }
}
