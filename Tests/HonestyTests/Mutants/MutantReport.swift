import HeadlessPlayback
import TestSupport

/// The outcomes of mutants, and the numbers that each level finds for each kind of change.
struct MutantReport {
    /// For one operation, the number of mutants that each level finds, and of missed mutants.
    struct Share: Equatable {
        var byDefault = 0
        var byDecoding = 0
        var byNone = 0

        var count: Int { byDefault + byDecoding + byNone }
        /// The share of mutants that are found at the default level, in percent, rounded down.
        var byDefaultPercent: Int { count > 0 ? byDefault * 100 / count : 0 }
        /// The share of mutants found at the default level or at level `decode`, in percent.
        var byEitherPercent: Int { count > 0 ? (byDefault + byDecoding) * 100 / count : 0 }
    }

    let outcomes: [(mutant: Mutant, outcome: MutantTrial.Outcome)]

    /// Tries mutants, as many at a time as there are processors.
    init(_ mutants: [Mutant], _ trial: MutantTrial) async {
        outcomes = await withTaskGroup(of: (Int, MutantTrial.Outcome).self) { group in
            var found = [MutantTrial.Outcome?](repeating: nil, count: mutants.count)
            var next = 0
            func start() {
                guard next < mutants.count else { return }
                let place = next
                next += 1
                group.addTask { (place, await trial.run(mutants[place])) }
            }
            for _ in 0..<4 { start() }
            for await (place, outcome) in group {
                found[place] = outcome
                start()
            }
            return zip(mutants, found).compactMap { mutant, outcome in
                outcome.map { (mutant, $0) }
            }
        }
    }

    /// The numbers of mutants that each level finds, for each kind of change.
    var shares: [Mutant.Operation: Share] {
        var shares: [Mutant.Operation: Share] = [:]
        for (mutant, outcome) in outcomes {
            switch outcome {
            case .byDefault: shares[mutant.operation, default: Share()].byDefault += 1
            case .byDecoding: shares[mutant.operation, default: Share()].byDecoding += 1
            case .byNone: shares[mutant.operation, default: Share()].byNone += 1
            }
        }
        return shares
    }

    /// The shares as a table.
    var text: String {
        let shares = shares
        var lines = ["| what | mutants | default | decode | none |", "|---|---|---|---|---|"]
        for operation in Mutant.Operation.allCases {
            guard let share = shares[operation] else { continue }
            lines.append(
                "| \(operation.rawValue) | \(share.count) | \(share.byDefault)"
                    + " | \(share.byDecoding) | \(share.byNone) |")
        }
        return lines.joined(separator: "\n")
    }

    /// Writes every mutant with its outcome.
    func write(to path: String) {
        var text = ""
        for (mutant, outcome) in outcomes { text += "\(mutant) => \(outcome)\n" }
        let folder = ScratchFolder()
        folder.put(text.utf8, at: "list")
        _ = ShellCommand.succeeds("cp '\(folder.path)/list' '\(path)'")
    }
}
