import ContentProtection
import HeadlessPlayback
import RunResults
import Scenarios

/// The use of the sources of keys that a scenario has.
struct KeyUse {
    /// The statuses of the key server's responses, in order.
    private(set) var licences: [Int] = []
    /// The sources of which no key was requested, by their names in files.
    private var unused: [String] = []

    /// Creates the use of no keys.
    init() {}

    /// Determines the use of keys at the end of a run.
    ///
    /// - Parameters:
    ///   - keys: The sources of keys.
    ///   - server: The key server of the world; `nil` if it has none.
    ///   - systems: The key systems of the world; the scenario's own key systems come first.
    init(of keys: KeySetup, _ server: InProcessKeyServer?, _ systems: [any KeySystem]) {
        licences = server?.statuses ?? []
        let given = systems.lazy.compactMap { $0 as? GivenKeySystem }.first
        if !keys.given.isEmpty, given?.isUsed == false { unused.append("given") }
        let single = systems.lazy.compactMap { $0 as? SingleKeySystem }.first
        if keys.single != nil, single?.isUsed == false { unused.append("single") }
        if server?.isUsed == false { unused.append("policies") }
    }

    /// Checks that at least one key of each source of keys in the scenario was requested.
    ///
    /// A scenario whose keys nothing requests plays with other keys, or without any. The check is
    /// skipped if playback may not have needed the keys, or if the scenario states that they are
    /// optional. The expectation of licences counts the requests to the key server itself.
    func inspections(of record: RunRecord) -> [Inspection] {
        let scenario = record.scenario
        guard scenario.player.keys.areGiven else { return [] }
        let (code, claim) = ("scenario.key", "every source of keys is used")
        guard scenario.player.options.verification != .playlist else {
            return [Inspection(Check(code, claim, .skipped(Verdict.reasonForUnreadMedia)))]
        }
        let countsLicences = scenario.expectations.contains {
            if case .licences = $0 { true } else { false }
        }
        let missed = unused.filter { !($0 == "policies" && countsLicences) }
        guard missed.isEmpty || record.hasStreamedEverything else {
            let reason = "not everything was streamed to its end, so keys may not have been needed"
            return [Inspection(Check(code, claim, .skipped(reason)))]
        }
        guard missed.isEmpty || !scenario.player.keys.areOptional else {
            return [Inspection(Check(code, claim, .skipped("the keys are optional")))]
        }
        let defects = missed.map { source in
            record.defect(
                expected: "a request for a key of keys.\(source)",
                found: "none; 'optional: true' in keys permits it")
        }
        return [Inspection(code, claim, defects)]
    }
}

extension RunRecord {
    /// Whether each asset was played without a download to its end, or as a broadcast.
    ///
    /// Otherwise the media that needs a key may be in a later video or after the position at which
    /// playback ended. A download brings its own keys.
    fileprivate var hasStreamedEverything: Bool {
        guard !sessions.isEmpty, whenDownloadWasPlayed == nil else { return false }
        let arePlayed = sessions.allSatisfy { session in
            let closed = session.ledger
            return closed.failure == nil && closed.ledger.passed > .zero
                && (closed.hasEnded || closed.ledger.live != nil)
        }
        let locations = Set(sessions.flatMap { $0.ledger.video.sources.map(\.url) })
        return arePlayed
            && scenario.assets.allSatisfy { $0.find != nil || locations.contains($0.url) }
    }
}
