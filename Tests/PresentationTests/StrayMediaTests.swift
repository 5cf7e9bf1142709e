import Presentation
import Testing
import VirtualTime

/// Segments whose timestamps jump away from the clock of their track, and back.
@Suite struct StrayMediaTests {
    /// Places segments of two seconds; returns the positions of segments with stray timestamps.
    private func strays(
        _ timestamps: [Int64], at places: [Int64]? = nil, domains: [Int]? = nil,
        renditions: [String]? = nil, wrap: Int64? = nil
    ) -> [Int64] {
        var search = StrayMedia()
        return timestamps.indices.flatMap { index -> [Int64] in
            let place = places?[index] ?? Int64(index) * 2
            let found = search.take(
                .seconds(timestamps[index]), wrap: wrap.map { .seconds($0) },
                at: .seconds(place)..<(.seconds(place + 2)), domain: domains?[index] ?? 0,
                of: renditions?[index] ?? "a", location: { "\(place)" })
            return found.map { $0.interval.lowerBound.value(timescale: 1) }
        }
    }

    @Test func `media between a jump and the return to the clock before it is stray`() {
        #expect(strays([10, 12, 94, 16, 18]) == [4])
        #expect(strays([110, 112, 14, 16, 118, 120]) == [4, 6])
        #expect(strays([10, 12, 94, 16, 98, 20]) == [4, 8])
    }

    @Test func `a clock that jumps once, or several times without a return, is a restart`() {
        #expect(strays([110, 112, 0, 2, 4, 6]) == [])
        #expect(strays([100, 102, 0, 2, 50, 52]) == [])
        #expect(strays([10, 12, 14, 16]) == [])
    }

    @Test func `a seek, a discontinuity or a wrap of the clock is not a return`() {
        #expect(strays([110, 112, 0, 112], at: [0, 2, 4, 2]) == [])
        #expect(strays([110, 112, 0, 116], at: [0, 2, 4, 30]) == [])
        #expect(strays([110, 112, 0, 116], domains: [0, 0, 1, 1]) == [])
        #expect(strays([994, 996, 998, 0, 2, 4], wrap: 1000) == [])
        #expect(strays([994, 996, 500, 0, 2, 4], wrap: 1000) == [4])
    }

    @Test func `another rendition with another clock is not stray, but its clock may return`() {
        #expect(
            strays([10, 12, 514, 516, 18], renditions: ["a", "a", "b", "b", "a"]) == [])
        #expect(strays([10, 12, 94, 16], renditions: ["a", "a", "a", "b"]) == [4])
    }
}
