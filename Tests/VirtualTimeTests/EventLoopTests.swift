import Testing
import VirtualTime

@Suite struct EventLoopTests {
    private let loop = EventLoop(workers: Workers(count: 2))

    @Test func `runs events in the order of their instants`() {
        var order: [Int] = []
        let tokens = [3, 1, 2].map { second in
            loop.schedule(after: .seconds(second)) { order.append(second) }
        }
        loop.runUntilIdle()
        #expect(order == [1, 2, 3])
        #expect(loop.now == Instant(sinceStart: .seconds(3)))
        withExtendedLifetime(tokens) {}
    }

    @Test func `runs events of one instant in the order in which they were scheduled`() {
        var order: [Int] = []
        let tokens = (0..<50).map { number in
            loop.schedule(after: .seconds(1)) { order.append(number) }
        }
        loop.runUntilIdle()
        #expect(order == Array(0..<50))
        withExtendedLifetime(tokens) {}
    }

    @Test func `drops an event whose token is released`() {
        var happened = false
        var token: EventToken? = loop.schedule(after: .seconds(1)) { happened = true }
        #expect(token != nil)
        token = nil
        loop.runUntilIdle()
        #expect(!happened)
        #expect(loop.now == .start)
    }

    @Test func `moves time to the limit and no further`() {
        var happened = 0
        let tokens = [1, 2, 3].map { second in
            loop.schedule(after: .seconds(second)) { happened += 1 }
        }
        loop.run(until: Instant(sinceStart: .milliseconds(2500)))
        #expect(happened == 2)
        #expect(loop.now == Instant(sinceStart: .milliseconds(2500)))
        loop.run(until: Instant(sinceStart: .seconds(1)))
        #expect(loop.now == Instant(sinceStart: .milliseconds(2500)))
        withExtendedLifetime(tokens) {}
    }

    @Test func `runs deferred work after the body of the turn, first in first out`() {
        var order: [String] = []
        loop.turn {
            loop.atEndOfTurn {
                order.append("first")
                loop.atEndOfTurn { order.append("third") }
            }
            loop.atEndOfTurn { order.append("second") }
            loop.turn { order.append("nested") }
            order.append("body")
        }
        #expect(order == ["nested", "body", "first", "second", "third"])
    }

    @Test func `delivers results in the order in which the work was submitted`() {
        var order: [Int] = []
        let tokens = (0..<40).map { number in
            loop.perform {
                var sum = 0
                for value in 0..<((40 - number) * 2_000) { sum &+= value }
                return sum == -1 ? -1 : number
            } deliver: {
                order.append($0)
            }
        }
        loop.runUntilIdle()
        #expect(order == Array(0..<40))
        withExtendedLifetime(tokens) {}
    }

    @Test func `does not advance time before a result is delivered`() {
        var deliveredAt: Instant?
        let event = loop.schedule(after: .seconds(1)) {}
        let work = loop.perform {
            1
        } deliver: { _ in
            deliveredAt = self.loop.now
        }
        loop.runUntilIdle()
        #expect(deliveredAt == .start)
        #expect(loop.now == Instant(sinceStart: .seconds(1)))
        withExtendedLifetime((event, work)) {}
    }

    @Test func `drops the result of work whose token is released`() {
        var delivered = false
        var token: EventToken? = loop.perform {
            1
        } deliver: { _ in
            delivered = true
        }
        #expect(token != nil)
        token = nil
        loop.runUntilIdle()
        #expect(!delivered)
    }

    @Test func `refuses to run within a turn`() async {
        await #expect(processExitsWith: .failure) {
            let loop = EventLoop()
            loop.turn { loop.runUntilIdle() }
        }
    }

    @Test func `deferred work that always defers more work ends the turn and the run`() {
        var count = 0
        func more() {
            count += 1
            loop.atEndOfTurn(more)
        }
        loop.mostWorkInTurn = 100
        let token = loop.schedule(after: .seconds(1)) { loop.atEndOfTurn(more) }
        loop.run(until: Instant(sinceStart: .seconds(9)))
        #expect(count == 100)
        #expect(loop.now == Instant(sinceStart: .seconds(1)))
        #expect(loop.standstill == "100 events occurred in one turn at 1.000 s, and more are left")
        loop.runUntilIdle()
        #expect(count == 200)
        withExtendedLifetime(token) {}
    }

    @Test func `work that a turn leaves runs at the same instant in its order`() {
        var order: [Int] = []
        loop.mostWorkInTurn = 4
        loop.turn { for number in 0..<10 { loop.atEndOfTurn { order.append(number) } } }
        #expect(order == Array(0..<4))
        while loop.runNext() {}
        #expect(order == Array(0..<10))
        #expect(loop.now == .start)
    }

    @Test func `runs events in time order on an external clock`() async {
        let clock = ManualClock()
        var told: [Duration] = []
        let tokens = [2, 1].map { second in
            loop.schedule(after: .seconds(second)) { told.append(clock.elapsed) }
        }
        await Pacer(clock: clock).run(loop)
        #expect(told == [.seconds(1), .seconds(2)])
        withExtendedLifetime(tokens) {}
    }
}

/// A clock that does not wait: a sleep moves the clock to the end of the sleep at once.
private final class ManualClock: Clock, @unchecked Sendable {
    typealias Instant = VirtualTime.Instant
    private(set) var now = Instant.start
    var minimumResolution: Duration { .zero }
    var elapsed: Duration { now.sinceStart }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        now = max(now, deadline)
    }
}

@Suite struct BackgroundEventTests {
    private final class Log { var lines: [String] = [] }

    /// An event that repeats permanently, in the background.
    private final class Heart {
        private let loop: EventLoop
        private let log: Log
        private var token: EventToken?

        init(loop: EventLoop, log: Log) {
            (self.loop, self.log) = (loop, log)
            beat()
        }

        private func beat() {
            token = loop.scheduleInBackground(at: loop.now.advanced(by: .seconds(1))) {
                [unowned self] in
                log.lines.append("beat \(loop.now)")
                beat()
            }
        }
    }

    @Test func `background events do not keep the loop running`() {
        let (loop, log) = (EventLoop(), Log())
        let heart = Heart(loop: loop, log: log)
        let token = loop.schedule(after: .milliseconds(2500)) { log.lines.append("done") }
        loop.runUntilIdle()
        #expect(log.lines == ["beat 1.000", "beat 2.000", "done"])
        #expect(loop.isIdle && loop.nextInstant == nil)
        withExtendedLifetime((heart, token)) {}
    }

    @Test func `moving time moves background events`() {
        let (loop, log) = (EventLoop(), Log())
        let heart = Heart(loop: loop, log: log)
        loop.run(until: Instant(sinceStart: .seconds(3)))
        #expect(log.lines.count == 3)
        withExtendedLifetime(heart) {}
    }

    @Test func `events and background events at one instant run in the order of scheduling`() {
        let (loop, log) = (EventLoop(), Log())
        let at = Instant(sinceStart: .seconds(1))
        let tokens = [
            loop.schedule(at: at) { log.lines.append("a") },
            loop.scheduleInBackground(at: at) { log.lines.append("b") },
            loop.schedule(at: at) { log.lines.append("c") },
        ]
        loop.runUntilIdle()
        #expect(log.lines == ["a", "b", "c"])
        withExtendedLifetime(tokens) {}
    }
}
