import OfflineDownloads
import Testing
import VirtualTime

@Suite struct DownloadStateMachineTests {
    typealias Machine = DownloadStateMachine

    static let error = OfflineError(.downloadFailure, "for a test")

    /// Returns a machine after the inputs that lead to a situation.
    static func machine(_ situation: MachineSituation, pausesBeforeRunning: Bool) -> Machine {
        var machine = Machine(pausesBeforeRunning: pausesBeforeRunning)
        for input in situation.history { _ = machine.handle(input) }
        return machine
    }

    /// Returns the action that reports a stage with its progress.
    static func report(_ stage: Machine.Stage, _ progress: Double) -> Machine.Action {
        .report(DownloadReport(stage, progress: progress))
    }

    @Test(arguments: [true, false])
    func `the state machine gives the documented result for each state and input`(
        pausesBeforeRunning: Bool
    ) throws {
        let rows = MachineTable.rows(pausesBeforeRunning: pausesBeforeRunning)
        var found: [String] = []
        for situation in MachineSituation.allCases {
            for (name, input) in MachineInput.all {
                var machine = Self.machine(
                    situation, pausesBeforeRunning: pausesBeforeRunning)
                let actions = machine.handle(input)
                let key = "\(situation.rawValue) | \(name)"
                let answer = MachineTable.describe(actions, machine)
                found.append("\(key) | \(answer)")
                if let row = rows[key] {
                    #expect(row == answer, "\(key)")
                } else {
                    Issue.record("no row for: \(key) | \(answer)")
                }
            }
        }
        // Each combination of a situation and an input adds a line to `found`, so equal counts mean
        // that the table has no other rows.
        #expect(rows.count == found.count)
    }

    @Test func `the documented table has every kind of input`() {
        let inputs = MachineInput.all.map { MachineInput.kind(of: $0.input) }
        #expect(Set(inputs) == Set(MachineInput.kinds))
    }

    @Test func `a download outdated while paused is prepared again`() {
        var machine = Self.machine(.paused, pausesBeforeRunning: true)
        #expect(machine.handle(.outdated) == [])
        #expect(machine.handle(.resume) == [Self.report(.preparing, 0.5), .prepare])
    }

    @Test func `a failed download is prepared again and keeps its progress`() {
        var machine = Self.machine(.running, pausesBeforeRunning: true)
        _ = machine.handle(.failed(Self.error))
        #expect(machine.handle(.resume) == [Self.report(.preparing, 0.5), .prepare])
        #expect(machine.handle(.prepared) == [Self.report(.waiting, 0.5), .enqueue])
        #expect(machine.handle(.slotGranted) == [Self.report(.running, 0.5), .fetch])
    }

    @Test(arguments: [MachineSituation.failed, .completed])
    func `a restarted and paused download is prepared when it resumes`(
        _ situation: MachineSituation
    ) {
        var machine = Self.machine(situation, pausesBeforeRunning: true)
        _ = machine.handle(situation == .failed ? .resume : .repair(stored: 0.25))
        _ = machine.handle(.pause)
        let progress = machine.progress
        #expect(machine.handle(.resume) == [Self.report(.preparing, progress), .prepare])
    }

    @Test func `a download has progressed once any of it has arrived`() {
        var machine = Machine()
        #expect(!machine.hasProgressed)
        _ = machine.handle(.prepared)
        _ = machine.handle(.slotGranted)
        #expect(!machine.hasProgressed)
        var finished = machine
        _ = finished.handle(.finished)
        #expect(finished.hasProgressed)
        _ = machine.handle(.progress(0))
        #expect(machine.hasProgressed)
        _ = finished.handle(.repair(stored: 0))
        #expect(!finished.hasProgressed)
        #expect(Machine(progress: 0.5).hasProgressed)
        var repaired = Self.machine(.completed, pausesBeforeRunning: true)
        _ = repaired.handle(.repair(stored: 0.25))
        #expect(repaired.hasProgressed)
    }

    @Test func `a download of an earlier process can be paused at once`() {
        var new = Machine(pausesBeforeRunning: false)
        #expect(new.handle(.pause) == [])
        var old = Machine(progress: 0.5, pausesBeforeRunning: false)
        #expect(old.handle(.pause) == [.stopRequests, Self.report(.paused, 0.5), .leaveLine])
        // By default, any download can be paused.
        var usual = Machine()
        #expect(usual.handle(.pause) != [])
    }

    @Test func `requests are permitted during preparation and fetching only`() {
        let fetching = MachineSituation.allCases.filter {
            Self.machine($0, pausesBeforeRunning: true).mayFetch
        }
        #expect(fetching == [.preparing, .running, .preparingAgain])
    }

    @Test func `an invalid fraction does not change the progress`() {
        var machine = Self.machine(.running, pausesBeforeRunning: true)
        for fraction in [Double.nan, -1, -Double.infinity, 0.25] {
            #expect(machine.handle(.progress(fraction)) == [Self.report(.running, 0.5)])
        }
        #expect(machine.handle(.progress(.infinity)) == [Self.report(.running, 1)])
    }

    @Test(arguments: [true, false], UInt64(1)...4)
    func `random inputs break no rule of the state machine`(pausesBeforeRunning: Bool, seed: UInt64)
    {
        var walk = MachineWalk(seed: seed, pausesBeforeRunning: pausesBeforeRunning)
        for step in 0..<10_000 {
            let broken = walk.step()
            #expect(broken == [], "step \(step): \(walk.last)")
            if !broken.isEmpty { return }
        }
        // The random walk is a meaningful test only if many downloads end, fetch media, and lose
        // their connection.
        #expect(walk.ends > 100 && walk.fetches > 100 && walk.losses > 50)
    }
}
