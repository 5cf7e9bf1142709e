import HeadlessPlayback
import Sessions
import TestSupport
import Testing

/// The profiles of measured players are compared with each of the recorded runs.
///
/// `Tests/Fixtures/Players/README.md` describes the runs. `Documentation/Truth.md` lists the
/// deviations of the profiles from the runs.
@Suite struct MeasuredProfileTests {
    /// The assets that were played from `playctl serve`, whose responses have `ETag` and `max-age`.
    private static let assetsOfServe: Set = ["H", "I", "J", "K", "L"]

    private func error(
        of profile: PlayerProfile, in runs: [RecordedRuns.Run]
    ) throws -> ProfileError {
        let recorded = RecordedRuns.shared
        var error = ProfileError()
        var modelled: [String: ModelledRun] = [:]
        var loaders: [String: RecordedAsset] = [:]
        for run in runs.map({ $0.withoutTail(recorded.assets[$0.asset] ?? [:]) }) {
            let loader =
                try loaders[run.asset]
                ?? RecordedAsset(
                    recorded.assets[run.asset] ?? [:],
                    seconds: recorded.durations[run.asset] ?? 4,
                    isVersioned: Self.assetsOfServe.contains(run.asset))
            loaders[run.asset] = loader
            let network = try #require(recorded.networks[run.network])
            let key = "\(run.asset) \(run.network)"
            let model = try modelled[key] ?? ModelledRun(loader, network, profile)
            modelled[key] = model
            error.add(run, model)
        }
        print("profile \(profile.name): \(error)")
        return error
    }

    @Test func `chromium stays within its error bounds in all recorded runs of three assets`()
        throws
    {
        let runs = RecordedRuns.shared.runs(of: "chromium", "A", "B", "C")
        try #require(runs.count == 30)
        let error = try error(of: .chromium, in: runs)
        #expect(error.means.start <= 0.10)
        #expect(error.means.stallTime <= 0.15)
        #expect(error.means.end <= 0.15)
        #expect(error.means.instants <= 0.12)
        #expect(error.wrongVariants == 0)
        #expect(error.segments == 450)
        #expect(error.otherOrder == [])
    }

    @Test func `gstreamer stays within its error bounds in the runs of a single variant`() throws {
        let runs = RecordedRuns.shared.runs(of: "gstreamer", "A", "B")
        try #require(runs.count == 10)
        let error = try error(of: .gstreamer, in: runs)
        #expect(error.means.start <= 0.4)
        #expect(error.means.end <= 0.4)
        #expect(error.means.instants <= 0.15)
        #expect(error.otherOrder == [])
    }

    @Test func `gstreamer chooses among three variants as recorded on every network`() throws {
        let all = RecordedRuns.shared.runs(of: "gstreamer", "C")
        let others = all.filter { $0.network != "N4" }
        try #require(all.count == 5 && others.count == 4)
        let error = try error(of: .gstreamer, in: others)
        #expect(error.means.start <= 0.2)
        #expect(error.means.stallTime == 0)
        #expect(error.means.end <= 0.2)
        #expect(error.means.instants <= 0.15)
        #expect(error.wrongVariants == 0 && error.segments == 60)
        #expect(error.otherOrder == [])
        // The outage begins some milliseconds before a segment is complete, and interrupts its
        // response for more than ten seconds. GStreamer requests the segment again, and stalls
        // twice where the profile stalls once.
        let outage = try self.error(of: .gstreamer, in: all.filter { $0.network == "N4" })
        #expect(outage.means.start <= 0.2)
        #expect(outage.means.stallTime <= 1.5)
        #expect(outage.means.end <= 1.5)
        #expect(outage.means.instants <= 0.15)
        #expect(outage.wrongVariants == 0 && outage.otherOrder == [])
    }

    /// Each bound is three times the bound for segments of 4 s, except for refitted bounds.
    @Test func `chromium stays within its error bounds with segments of 8 and 12 seconds`() throws {
        let runs = RecordedRuns.shared.runs(of: "chromium", "D", "E")
        try #require(runs.count == 6)
        let error = try error(of: .chromium, in: runs)
        #expect(error.means.start <= 0.15)
        #expect(error.means.stallTime <= 0.2)
        #expect(error.means.end <= 0.3)
        #expect(error.means.instants <= 0.12)
        #expect(error.otherOrder == [])
    }

    @Test func `gstreamer stays within its error bounds with segments of 8 and 12 seconds`() throws
    {
        let runs = RecordedRuns.shared.runs(of: "gstreamer", "D", "E")
        try #require(runs.count == 6)
        let error = try error(of: .gstreamer, in: runs)
        #expect(error.means.start <= 0.15)
        #expect(error.means.end <= 0.15)
        #expect(error.means.instants <= 0.15)
        #expect(error.otherOrder == [])
    }

    @Test func `chromium probes separate audio and plays it as recorded`() throws {
        let runs = RecordedRuns.shared.runs(of: "chromium", "G")
        try #require(runs.count == 2)
        let error = try error(of: .chromium, in: runs)
        #expect(error.means.start <= 0.15)
        #expect(error.means.end <= 0.15)
        #expect(error.means.stallTime <= 0.4)
        #expect(error.means.instants <= 0.15)
        #expect(error.otherOrder == [])
        let other = try self.error(of: .default, in: runs)
        #expect(other.means.start > 3)
        #expect(other.otherOrder.count == 2)
    }

    @Test(arguments: ["chromium J-missing", "chromium J-refused-once", "gstreamer J-missing"])
    func `a refused segment ends playback at the recorded instant`(name: String) throws {
        let recorded = RecordedRuns.shared
        let run = try #require(
            recorded.failures.first { "\($0.player) \($0.asset)" == name })
        let loader = try RecordedAsset(recorded.assets["J"] ?? [:], refusing: "s05.ts")
        let model = try ModelledRun(
            loader, try #require(recorded.networks[run.network]),
            try #require(PlayerProfile.named(run.player)))
        #expect(model.requests.map(\.file) == run.requests.map(\.file))
        #expect(abs(model.end - run.end) <= 0.25)
        #expect(model.requests.last?.isAborted == true)
    }

    /// One seek is made at 12 s, to 40 s, and another at 24 s, to 6 s.
    @Test(arguments: [("chromium", [14.49, 24.04]), ("gstreamer", [14.59, 27.13])])
    func `seeks land and request media as recorded`(
        name: String, landings: [Double]
    ) throws {
        let recorded = RecordedRuns.shared
        let run = try #require(recorded.runs(of: name, "J-seeks").first)
        let loader = try RecordedAsset(recorded.assets["J"] ?? [:], isVersioned: true)
        let model = try ModelledRun(
            loader, try #require(recorded.networks[run.network]),
            try #require(PlayerProfile.named(name)), seeks: [(at: 12, to: 40), (at: 24, to: 6)])
        try #require(model.landings.count == 2)
        for (one, other) in zip(model.landings, landings) { #expect(abs(one - other) <= 0.15) }
        #expect(abs(model.end - run.end) <= 0.15)
        // In the recording, GStreamer requested one more segment before the first seek, because the
        // real origin was faster than the simulated one. So only Chromium's requests are compared.
        guard name == "chromium" else { return }
        #expect(model.requests.map(\.file) == run.requests.map(\.file))
        for (one, other) in zip(model.requests, run.requests) {
            #expect(abs(one.instant - other.instant) <= 0.2, "\(one.file)")
        }
    }

    @Test func `chromium requests the rest of a response whose connection broke`() throws {
        let recorded = RecordedRuns.shared
        let run = try #require(recorded.runs(of: "chromium", "J-reset-once").first)
        let loader = try RecordedAsset(recorded.assets["J"] ?? [:], isVersioned: true)
        let reset = FaultRule(
            RequestPattern("*s05.ts"), occurrences: 0..<1, fault: .reset(afterBytes: 100_000))
        let model = try ModelledRun(
            loader, try #require(recorded.networks[run.network]), .chromium, faults: [reset])
        #expect(model.requests.map(\.file) == run.requests.map(\.file))
        #expect(abs(model.start - run.start) <= 0.10)
        #expect(model.stallTime == 0 && run.stallTime == 0)
        #expect(abs(model.end - run.end) <= 0.15)
        let pairs = zip(model.requests, run.requests)
        let errors = pairs.map { abs($0.instant - $1.instant) }
        #expect(errors.reduce(0, +) / Double(errors.count) <= 0.12, "\(errors)")
    }

    @Test func `chromium completes a segment by repeated requests when every response breaks off`()
        throws
    {
        let recorded = RecordedRuns.shared
        let loader = try RecordedAsset(recorded.assets["J"] ?? [:], isVersioned: true)
        let network = try #require(recorded.networks["N2"])
        func requests(_ profile: PlayerProfile) throws -> [String] {
            let faults = [
                FaultRule(RequestPattern("*s05.ts"), fault: .reset(afterBytes: 100_000))
            ]
            return try ModelledRun(loader, network, profile, faults: faults).requests.map(\.file)
        }
        // The segment `s05.ts` has 431,836 bytes, so that it takes five responses of at most
        // 100,000 bytes.
        let chromium = try requests(.chromium)
        #expect(chromium.count { $0 == "s05.ts" } == 5)
        #expect(chromium.last == "s15.ts")
        #expect(try requests(.default).last == "s05.ts")
    }

    // MARK: Assets to which no profile was fitted

    /// Each bound is three times the bound for the runs to which the profile was fitted.
    @Test(arguments: ["chromium", "gstreamer"])
    func `profiles predict the recorded runs with segments of ten seconds`(
        name: String
    ) throws {
        let runs = RecordedRuns.shared.runs(of: name, "H")
        try #require(runs.count == 2)
        let error = try error(of: try #require(PlayerProfile.named(name)), in: runs)
        #expect(error.means.start <= 0.30)
        #expect(error.means.stallTime <= 0.45)
        #expect(error.means.end <= 0.45)
        #expect(error.means.instants <= 0.36)
        #expect(error.otherOrder == [])
    }

    /// Chromium requests only the rest of a segment after a probing request received its start.
    ///
    /// Chromium can join the two parts, because the responses have an `ETag`. It requests nothing
    /// of renditions that it does not play; asset K has two such renditions.
    @Test(arguments: ["I", "K", "L"])
    func `chromium loads probed separate audio within the error bounds of the recordings`(
        asset: String
    ) throws {
        let runs = RecordedRuns.shared.runs(of: "chromium", asset)
        try #require(runs.count == 2)
        let files = runs.flatMap { $0.requests.map(\.file) }
        #expect(!files.contains { $0.hasPrefix("b/") || $0.hasPrefix("c/") })
        let error = try error(of: .chromium, in: runs)
        #expect(error.means.start <= 0.30)
        #expect(error.means.stallTime <= 0.45)
        #expect(error.means.end <= 0.45)
        #expect(error.means.instants <= 0.36)
        #expect(error.otherOrder == [])
    }

    /// The video and audio streams request media independently of each other.
    ///
    /// Requests that are only milliseconds apart may therefore be in another order.
    @Test(arguments: [("I", 0), ("K", 2), ("L", 2)])
    func `gstreamer requests separate audio once video arrives, and independently of it`(
        asset: String, otherOrder: Int
    ) throws {
        let runs = RecordedRuns.shared.runs(of: "gstreamer", asset)
        try #require(runs.count == 2)
        let error = try error(of: .gstreamer, in: runs)
        #expect(error.means.start <= 0.7)
        #expect(error.means.stallTime == 0)
        #expect(error.means.end <= 0.7)
        #expect(error.means.instants <= 0.45)
        #expect(error.otherOrder.count == otherOrder)
    }

    /// The bounds are meaningful only if another profile exceeds them.
    @Test func `the default profile is far from the recordings of chromium`() throws {
        let runs = RecordedRuns.shared.runs(of: "chromium", "A", "B", "C")
        let error = try error(of: .default, in: runs)
        #expect(error.means.start > 1)
        #expect(error.means.instants > 1)
        #expect(error.wrongVariants > 0)
    }
}
