import Testing
import Transport
import VirtualTime

@Suite struct LinkSchedulerTests {
    let loop = EventLoop()

    func scheduler(
        kilobits: Int64?, latency: Duration = .zero
    ) -> LinkScheduler {
        LinkScheduler(
            loop: loop,
            conditions: NetworkConditions(
                bitsPerSecond: kilobits.map { $0 * 1000 }, latency: latency))
    }

    @Test func `two concurrent transfers complete at the instants that the bandwidth determines`() {
        let scheduler = scheduler(kilobits: 8000)
        var told: [String] = []
        let first = scheduler.transfer(byteCount: 1_000_000) {
            told.append("first \(self.loop.now)")
        }
        let second = scheduler.transfer(byteCount: 500_000) {
            told.append("second \(self.loop.now)")
        }
        loop.runUntilIdle()
        #expect(told == ["second 1.000", "first 1.500"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `transfers on an unlimited link complete at once, each in its own turn of the loop`()
    {
        let scheduler = scheduler(kilobits: nil)
        var told: [Int] = []
        let transfers = (0..<3).map { number in
            scheduler.transfer(byteCount: 1000) {
                told.append(number)
                self.loop.atEndOfTurn { told.append(10 + number) }
            }
        }
        #expect(told.isEmpty)
        loop.runUntilIdle()
        #expect(told == [0, 10, 1, 11, 2, 12])
        #expect(loop.now == .start)
        withExtendedLifetime(transfers) {}
    }

    @Test func `releasing a transfer cancels it and speeds up the others`() {
        let scheduler = scheduler(kilobits: 8000)
        var told: [String] = []
        let kept = scheduler.transfer(byteCount: 1_000_000) {
            told.append("kept \(self.loop.now)")
        }
        var released: LinkTransfer? = scheduler.transfer(byteCount: 1_000_000) {
            told.append("released")
        }
        loop.run(until: Instant(sinceStart: .seconds(1)))
        #expect(released?.receivedByteCount == 500_000)
        released = nil
        loop.runUntilIdle()
        #expect(told == ["kept 1.500"])
        withExtendedLifetime(kept) {}
    }

    @Test func `a completion may cancel another transfer of the same instant`() {
        let scheduler = scheduler(kilobits: nil)
        var told: [String] = []
        var second: LinkTransfer?
        let first = scheduler.transfer(byteCount: 1) {
            told.append("first")
            second?.cancel()
        }
        second = scheduler.transfer(byteCount: 1) { told.append("second") }
        loop.runUntilIdle()
        #expect(told == ["first"])
        withExtendedLifetime(first) {}
    }

    @Test func `a completion may start the next transfer`() {
        let scheduler = scheduler(kilobits: 8000, latency: .milliseconds(50))
        var told: [String] = []
        var transfer: LinkTransfer?
        func startNext(_ left: Int) {
            guard left > 0 else { return }
            transfer = scheduler.transfer(byteCount: 100_000) {
                told.append("\(self.loop.now)")
                startNext(left - 1)
            }
        }
        startNext(3)
        loop.runUntilIdle()
        #expect(told == ["0.150", "0.300", "0.450"])
        #expect(transfer?.receivedByteCount == nil)
    }

    @Test func `a permanent outage leaves the loop idle`() {
        let scheduler = scheduler(kilobits: 0)
        let transfer = scheduler.transfer(byteCount: 1) { Issue.record("arrived") }
        #expect(loop.isIdle)
        loop.run(until: Instant(sinceStart: .seconds(1000)))
        #expect(transfer.receivedByteCount == 0)
    }
}
