import Presentation
import Testing
import VirtualTime

@Suite struct TimestampOriginsTests {
    private static let wrap = MediaTime(1 << 33, timescale: 90_000)

    @Test func `times count from the first origin of their discontinuity domain`() {
        var map = TimestampOrigins()
        #expect(
            map.presentationTime(of: .seconds(12), in: 0, wrap: nil, near: .zero) == nil)
        map.fixOrigin(of: 0, timestamp: .seconds(10), at: .zero)
        map.fixOrigin(of: 0, timestamp: .seconds(99), at: .zero)
        #expect(
            map.presentationTime(of: .seconds(12), in: 0, wrap: nil, near: .zero) == .seconds(2))
    }

    @Test func `places a wrapped timestamp near the expected one`() {
        var map = TimestampOrigins()
        let first = Self.wrap - .seconds(3)
        map.fixOrigin(of: 0, timestamp: first, at: .zero)
        let late = map.presentationTime(
            of: .seconds(1), in: 0, wrap: Self.wrap, near: .seconds(4))
        #expect(late == .seconds(4))
        let soon = map.presentationTime(
            of: Self.wrap - .seconds(1), in: 0, wrap: Self.wrap, near: .seconds(2))
        #expect(soon == .seconds(2))
    }

    @Test func `follows timestamps over several wraps`() {
        var map = TimestampOrigins()
        map.fixOrigin(of: 0, timestamp: .zero, at: .zero)
        let expected = Self.wrap + Self.wrap + .seconds(5)
        #expect(
            map.presentationTime(of: .seconds(6), in: 0, wrap: Self.wrap, near: expected)
                == Self.wrap + Self.wrap + .seconds(6))
    }
}
