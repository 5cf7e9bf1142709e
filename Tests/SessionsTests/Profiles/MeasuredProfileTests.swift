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

    @Test func `gstreamer chooses among three variants as recorded, while the network keeps up`()
        throws
    {
        let all = RecordedRuns.shared.runs(of: "gstreamer", "C")
        let steady = all.filter { ["N1", "N2", "N3"].contains($0.network) }
        try #require(all.count == 5 && steady.count == 3)
        let error = try error(of: .gstreamer, in: steady)
        #expect(error.means.start <= 0.2)
        #expect(error.means.stallTime == 0)
        #expect(error.means.end <= 0.2)
        #expect(error.means.instants <= 0.15)
        #expect(error.wrongVariants == 0 && error.segments == 45)
        #expect(error.otherOrder == [])
        // Where the bandwidth falls, GStreamer leaves a variant that the profile keeps.
        let falling = try self.error(of: .gstreamer, in: all.filter { $0.network == "N5" })
        #expect(falling.means.start <= 0.2)
        #expect(falling.wrongVariants <= 2)
    }

    /// Chromium looks at both renditions before it plays, which the profile omits: it starts early by
    /// the time of these requests, and everything after is as much too early.
    @Test func `chromium requests separate audio in the recorded order, and starts too early`()
        throws
    {
        let runs = RecordedRuns.shared.runs(of: "chromium", "G").map(\.withoutLooks)
        try #require(runs.count == 2)
        let error = try error(of: .chromium, in: runs)
        #expect((0.5...0.9).contains(error.means.start))
        #expect(error.means.end <= 0.9)
        #expect(error.means.stallTime <= 0.5)
        #expect(error.means.instants <= 0.9)
        #expect(error.otherOrder == [])
        let other = try self.error(of: .default, in: runs)
        #expect(other.means.start > 3)
        #expect(other.otherOrder.count == 2)
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
