import Testing
import VirtualTime

/// Alarms: events that are created once and scheduled repeatedly.
@Suite struct AlarmTests {
    @Test func `an alarm rings at each time for which it was scheduled`() {
        let loop = EventLoop()
        var rings: [Instant] = []
        let alarm = Alarm { rings.append(loop.now) }
        for second in 1...3 {
            loop.schedule(alarm, at: Instant(sinceStart: .seconds(second)))
            loop.runUntilIdle()
        }
        #expect(rings.map(\.sinceStart) == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test func `an alarm can schedule itself while it rings`() {
        final class Clock {
            let loop = EventLoop()
            var count = 0
            lazy var alarm: Alarm = Alarm { [unowned self] in
                count += 1
                if count < 1000 {
                    loop.schedule(alarm, at: loop.now.advanced(by: .seconds(1)))
                }
            }
        }
        let clock = Clock()
        clock.loop.schedule(clock.alarm, at: .start)
        clock.loop.runUntilIdle()
        #expect(clock.count == 1000)
        #expect(clock.loop.now.sinceStart == .seconds(999))
    }

    @Test(arguments: [(5, 2), (2, 5), (3, 3)])
    func `scheduling again replaces the earlier time`(first: Int, second: Int) {
        let loop = EventLoop()
        var rings: [Duration] = []
        let alarm = Alarm { rings.append(loop.now.sinceStart) }
        loop.schedule(alarm, at: Instant(sinceStart: .seconds(first)))
        loop.schedule(alarm, at: Instant(sinceStart: .seconds(second)))
        loop.runUntilIdle()
        #expect(rings == [.seconds(second)])
    }

    @Test func `a cancelled alarm does not ring until it is scheduled again`() {
        let loop = EventLoop()
        var count = 0
        let alarm = Alarm { count += 1 }
        loop.schedule(alarm, at: .start)
        alarm.cancel()
        #expect(loop.isIdle)
        loop.runUntilIdle()
        #expect(count == 0)
        loop.schedule(alarm, at: .start)
        loop.runUntilIdle()
        #expect(count == 1)
    }

    @Test func `a released alarm never rings`() {
        let loop = EventLoop()
        var count = 0
        do {
            let alarm = Alarm { count += 1 }
            loop.schedule(alarm, at: .start)
        }
        #expect(loop.isIdle)
        loop.runUntilIdle()
        #expect(count == 0)
    }

    @Test func `alarms and events at one instant keep the order of scheduling`() {
        let loop = EventLoop()
        var order: [Int] = []
        let alarm = Alarm { order.append(2) }
        let first = loop.schedule(after: .zero) { order.append(1) }
        loop.schedule(alarm, at: .start)
        let last = loop.schedule(after: .zero) { order.append(3) }
        loop.runUntilIdle()
        #expect(order == [1, 2, 3])
        withExtendedLifetime((first, last)) {}
    }
}
