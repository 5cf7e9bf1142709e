import Testing
import VirtualTime

@testable import Containers

@Suite struct TrackPromiseTests {
    @Test(arguments: [4, 15])
    func `samples that last longer or shorter than their media header states are reported`(
        seconds: Int64
    ) {
        var track = TrackPromise()
        track.kind = .video
        track.media = .seconds(14)
        track.timed = .seconds(seconds)
        #expect(
            track.contradiction(within: MovieReckoning.tolerance)
                == "its samples last \(seconds).000 s, and its media header states 14.000 s")
    }
}
