import Foundation
import HeadlessPlayback
import TestSupport
import Testing
import VirtualTime

/// Random keys in place of the correct one, in every format and codec of encrypted samples.
///
/// `WRONG_KEYS=1000` tries 1000 keys for each format and codec; `Decisions/0016` states how many of
/// them were accepted.
@Suite(.enabled(if: KeyTrial.hasEncoder, "needs ffmpeg"))
struct WrongKeyTests {
    private static let count =
        ProcessInfo.processInfo.environment["WRONG_KEYS"].flatMap { Int($0) } ?? 8

    @Test func `the wrong keys are tried in 44 different cases`() {
        #expect(KeyTrial.all.count == 44)
    }

    @Test(arguments: KeyTrial.all)
    func `at most one of a thousand wrong keys is accepted`(trial: KeyTrial) {
        var random = SeededRandom(seed: 12)
        var accepted = 0
        for _ in 0..<Self.count {
            let key = (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if trial.outcome(of: key) != .refused { accepted += 1 }
        }
        if Self.count >= 1000 {
            print("\(trial.testDescription): \(accepted) of \(Self.count) wrong keys accepted")
        }
        #expect(accepted <= Self.count / 1000)
    }

    @Test(arguments: KeyTrial.all)
    func `the correct key is recognized as correct`(trial: KeyTrial) {
        #expect(trial.outcome(of: KeyTrial.key) == .proven)
    }

    @Test func `wrong keys are found in small pictures, in VP9 and in short packets`() {
        #expect(KeyTrial.hard.count == 7)
        var random = SeededRandom(seed: 12)
        for trial in KeyTrial.hard {
            #expect(trial.outcome(of: KeyTrial.key) == .proven, "\(trial.testDescription)")
            for _ in 0..<20 {
                let key = (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                #expect(trial.outcome(of: key) == .refused, "\(trial.testDescription)")
            }
        }
    }

    @Test func `the correct key is not refused for any sample`() throws {
        let trials = try KeyTrial.samples()
        #expect(trials.count > 40)
        for trial in trials {
            #expect(trial.outcome(of: KeyTrial.key) != .refused, "\(trial.testDescription)")
        }
    }
}
