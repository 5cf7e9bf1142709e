import HeadlessPlayback
import Sessions
import TestSupport
import Testing

/// The profiles of players that were measured are held against each of the recorded runs.
///
/// `Tests/Fixtures/Players/README.md` describes the runs, `Documentation/Truth.md` the errors.
@Suite struct MeasuredProfileTests {
    private func error(
        of profile: PlayerProfile, in runs: [RecordedRuns.Run]
    ) throws -> ProfileError {
        let recorded = RecordedRuns.shared
        var error = ProfileError()
        var modelled: [String: ModelledRun] = [:]
        var loaders: [String: RecordedAsset] = [:]
        for run in runs {
            let loader = try loaders[run.asset] ?? RecordedAsset(recorded.assets[run.asset] ?? [:])
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

    @Test func `chromium is within its bounds in all recorded runs of three assets`() throws {
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

    @Test func `gstreamer is within its bounds in the runs of a single variant`() throws {
        let runs = RecordedRuns.shared.runs(of: "gstreamer", "A", "B")
        try #require(runs.count == 10)
        let error = try error(of: .gstreamer, in: runs)
        #expect(error.means.start <= 0.4)
        #expect(error.means.end <= 0.4)
        #expect(error.means.instants <= 0.15)
        #expect(error.otherOrder == [])
    }

    /// The bounds are worth something only if another player breaks them.
    @Test func `the default profile is far from the recordings of chromium`() throws {
        let runs = RecordedRuns.shared.runs(of: "chromium", "A", "B", "C")
        let error = try error(of: .default, in: runs)
        #expect(error.means.start > 1)
        #expect(error.means.instants > 1)
        #expect(error.wrongVariants > 0)
    }
}
