import HeadlessPlayback
import OfflineDownloads
import Testing

@Suite struct FetchOrderTests {
    /// Returns a plan with one track for each given kind and segment duration.
    private func plan(
        _ tracks: [(kind: PackagePlan.Track.Kind, segment: MediaTime)]
    ) -> PackagePlan {
        var plan = PackagePlan()
        for (number, track) in tracks.enumerated() {
            plan.tracks.append(
                PackagePlan.Track(
                    track.kind, playlistName: "\(number)", sourceURL: "", duration: .zero))
            plan.resources.append(
                PackagePlan.Resource(
                    "\(number)i", url: "", kind: .initializationSection, track: number,
                    duration: .zero))
            for part in 0..<3 {
                plan.resources.append(
                    PackagePlan.Resource(
                        "\(number)\(part)", url: "", kind: .segment, track: number,
                        duration: track.segment))
            }
        }
        return plan
    }

    private func names(_ plan: PackagePlan) -> [String] {
        plan.fetchOrder.map { plan.resources[$0].name }
    }

    @Test func `the first tracks of all kinds are fetched in order of playback`() {
        let plan = plan([
            (.main, .seconds(4)), (.audio, .seconds(2)), (.subtitles, .seconds(6)),
        ])
        #expect(
            names(plan) == [
                "0i", "00", "1i", "10", "2i", "20", "11", "01", "12", "21", "02", "22",
            ])
    }

    @Test func `additional tracks are fetched after the first tracks, one after the other`() {
        let plan = plan([
            (.main, .seconds(2)), (.audio, .seconds(2)), (.audio, .seconds(2)),
            (.audio, .seconds(2)),
        ])
        #expect(
            names(plan) == [
                "0i", "00", "1i", "10", "01", "11", "02", "12",
                "2i", "20", "21", "22", "3i", "30", "31", "32",
            ])
    }

    @Test func `every file of a plan is fetched once`() {
        let plan = plan([(.main, .zero), (.audio, .zero), (.audio, .seconds(1))])
        #expect(plan.fetchOrder.sorted() == Array(plan.resources.indices))
        #expect(PackagePlan().fetchOrder == [])
    }
}
