import HeadlessPlayback
import HeadlessPlaybackTesting
import TestSupport
import Testing
import Transport

/// Changes that damage assets are found, and harmless changes are not reported.
@Suite struct HonestyTests {
    @Test(arguments: Specimen.all.indices)
    func `an unchanged specimen plays at the demux and decode levels and passes verification`(
        number: Int
    ) async {
        let specimens = Specimen.all
        let specimen = specimens[number]
        let trial = MutantTrial(specimens)
        #expect(!specimen.streams.isEmpty)
        for stream in specimen.streams {
            for level in [VerificationLevel.demux, .decode] {
                let seen = trial.play(specimen, stream.choice, level, StandardLoader())
                #expect(seen.trouble == nil, "\(specimen.name) at \(level)")
            }
        }
        let failure = await trial.verify(specimen, StandardLoader())
        #expect(failure == nil, "\(specimen.name)")
    }

    @Test
    func `the share of detected mutants does not fall below its floor, and harmless mutants pass`()
        async
    {
        let specimens = Specimen.all
        let pool = MutantPool(specimens)
        let effort = HonestyEffort.current
        let report = await MutantReport(
            pool.sample(effort.mutantCount ?? pool.mutants.count, seed: 12), MutantTrial(specimens))
        if let path = effort.listPath { report.write(to: path) }
        print(report.text)
        expectNothing(in: report)
        let shares = report.shares
        for operation in Mutant.Operation.allCases where !operation.isMoot {
            guard let share = shares[operation] else {
                Issue.record("nothing was tried of: \(operation.rawValue)")
                continue
            }
            let floor = operation.floor
            #expect(share.byDefaultPercent >= floor.byDefault, "\(operation.rawValue): \(share)")
            #expect(share.byEitherPercent >= floor.byEither, "\(operation.rawValue): \(share)")
        }
    }

    /// Expects that no harmless change is reported.
    private func expectNothing(in report: MutantReport) {
        for (mutant, outcome) in report.outcomes where mutant.operation.isHarmless {
            if case .byNone = outcome { continue }
            Issue.record("\(mutant) is found: \(outcome)")
        }
    }

    @Test func `the same seed selects the same mutants`() {
        let specimens = [Specimen.all[0], Specimen.all[4]]
        let names = { MutantPool(specimens).sample(50, seed: 3).map(\.description) }
        #expect(names() == names())
        #expect(names() != MutantPool(specimens).sample(50, seed: 4).map(\.description))
    }
}
