import Sessions
import Testing
import VirtualTime

/// The sync samples that are stored, because they are near the playhead.
@Suite struct SyncSampleTests {
    private func times(_ seconds: Int64...) -> [MediaTime] { seconds.map { .seconds($0) } }

    @Test func `sync samples long before the playhead are removed`() {
        var samples = SyncSamples()
        samples.add(times(0, 2, 4), playhead: .zero)
        samples.add(times(62, 64), playhead: .seconds(62))
        #expect(samples.times == times(2, 4, 62, 64))
        samples.add(times(66), playhead: .seconds(63))
        #expect(samples.times == times(4, 62, 64, 66))
    }

    @Test func `the sync samples of a segment that is read again are not added twice`() {
        var samples = SyncSamples()
        samples.add(times(0, 2), playhead: .zero)
        samples.add(times(0, 2), playhead: .zero)
        samples.add([], playhead: .zero)
        #expect(samples.times == times(0, 2))
    }
}
