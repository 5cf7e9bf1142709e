import Testing
import Transport
import VirtualTime

@Suite struct SimulatedLinkTests {
    static func at(milliseconds: Int64) -> Instant {
        Instant(sinceStart: .milliseconds(milliseconds))
    }

    /// Returns network conditions from pairs of milliseconds and kilobits per second.
    ///
    /// A bandwidth of `nil` is unlimited.
    static func conditions(
        _ steps: [(Int64, Int64?)], latency: Duration = .zero, lossPerMillion: Int = 0
    ) -> NetworkConditions {
        NetworkConditions(
            steps: steps.map { milliseconds, kilobits in
                NetworkConditions.Step(
                    start: at(milliseconds: milliseconds), bitsPerSecond: kilobits.map { $0 * 1000 }
                )
            }, latency: latency, lossPerMillion: lossPerMillion)
    }

    /// Returns the arrival times of transfers in milliseconds, in the order of their starts.
    static func arrivals(
        _ conditions: NetworkConditions, _ transfers: [(start: Int64, byteCount: Int64)]
    ) -> [Double?] {
        var link = SimulatedLink(conditions: conditions)
        let ids = transfers.map {
            link.start(byteCount: $0.byteCount, at: at(milliseconds: $0.start))
        }
        var arrivals: [SimulatedLink.TransferID: Double] = [:]
        while let next = link.nextCompletion {
            #expect(link.takeCompletion(upTo: next.instant) == next)
            arrivals[next.id] = next.instant.sinceStart / .milliseconds(1)
        }
        return ids.map { arrivals[$0] }
    }

    @Test func `a transfer takes its bits over the bandwidth`() {
        let steady = Self.conditions([(0, 8000)])
        #expect(Self.arrivals(steady, [(0, 1_000_000)]) == [1000])
        #expect(Self.arrivals(steady, [(250, 1)]) == [250.001])
        #expect(Self.arrivals(steady, [(250, 0)]) == [250])
    }

    @Test func `two transfers share the bandwidth`() {
        let steady = Self.conditions([(0, 8000)])
        #expect(Self.arrivals(steady, [(0, 1_000_000), (0, 1_000_000)]) == [2000, 2000])
        // Both transfers share the bandwidth for one second; before and after, only one is active.
        #expect(Self.arrivals(steady, [(0, 1_000_000), (500, 1_000_000)]) == [1500, 2000])
        #expect(Self.arrivals(steady, [(0, 2_000_000), (500, 500_000)]) == [2500, 1500])
    }

    @Test func `a transfer in two pieces takes the time and the share of one transfer`() {
        let network = Self.conditions([(0, 8000)], latency: .milliseconds(100))
        var link = SimulatedLink(conditions: network)
        _ = link.start(byteCount: 300_000, at: .start)
        let other = link.start(byteCount: 2_000_000, at: .start)
        // At this instant, both transfers have received 300 kB.
        let middle = Self.at(milliseconds: 700)
        #expect(link.takeCompletion(upTo: middle)?.instant == middle)
        let rest = link.start(byteCount: 700_000, isContinued: true, at: middle)
        let end = Self.at(milliseconds: 2100)
        #expect(link.takeCompletion(upTo: end)?.id == rest)
        #expect(link.receivedByteCount(of: other, at: end) == 1_000_000)
    }

    @Test func `three transfers share to the attosecond`() {
        let steady = Self.conditions([(0, 7)])
        var link = SimulatedLink(conditions: steady)
        for _ in 0..<3 { _ = link.start(byteCount: 1000, at: .start) }
        // 24,000 bits at 7,000 bits a second, rounded up.
        let end = Instant(sinceStart: Duration(attoseconds: 3_428_571_428_571_428_572))
        for _ in 0..<3 {
            #expect(link.nextCompletion?.instant == end)
            #expect(link.takeCompletion(upTo: end) != nil)
        }
        let units: Int128 = 24_000 * 1_000_000_000_000_000_000
        #expect(link.carried == units)
    }

    @Test func `latency delays the first byte only`() {
        let slow = Self.conditions([(0, 8000)], latency: .milliseconds(100))
        #expect(Self.arrivals(slow, [(0, 1_000_000)]) == [1100])
        // A transfer that is still waiting for the latency does not share the link.
        #expect(Self.arrivals(slow, [(0, 100_000), (100, 100_000)]) == [200, 300])
        let quick = Self.conditions([], latency: .milliseconds(100))
        #expect(Self.arrivals(quick, [(5, 1 << 40)]) == [105])
    }

    @Test func `a step in bandwidth applies from its instant`() {
        let step = Self.conditions([(0, 8000), (500, 4000), (1500, 16_000)])
        #expect(Self.arrivals(step, [(0, 500_000)]) == [500])
        #expect(Self.arrivals(step, [(0, 750_000)]) == [1000])
        #expect(Self.arrivals(step, [(0, 1_000_000)]) == [1500])
        #expect(Self.arrivals(step, [(0, 3_000_000)]) == [2500])
    }

    @Test func `the first step also applies before its start`() {
        #expect(Self.arrivals(Self.conditions([(900, 8000)]), [(0, 500_000)]) == [500])
    }

    @Test func `an outage delays transfers until it ends`() {
        let gap = Self.conditions([(0, 8000), (500, 0), (3000, 8000)])
        #expect(Self.arrivals(gap, [(0, 1_000_000), (1000, 1_000_000)]) == [4000, 4500])
        let lasting = Self.conditions([(0, 8000), (500, 0)])
        #expect(Self.arrivals(lasting, [(0, 1_000_000), (0, 100_000)]) == [nil, 200])
    }

    @Test func `after an outage an unlimited link completes all transfers at once`() {
        let freed = Self.conditions([(0, 0), (700, nil), (800, 8000)])
        #expect(Self.arrivals(freed, [(0, 1_000_000), (10, 5)]) == [700, 700])
        #expect(Self.arrivals(freed, [(750, 1_000_000)]) == [750])
    }

    @Test func `transfers that arrive together complete in the order of their starts`() {
        var link = SimulatedLink(conditions: Self.conditions([(0, 8000)]))
        let long = link.start(byteCount: 3000, at: .start)
        let short = link.start(byteCount: 2000, at: Self.at(milliseconds: 1))
        let next = link.nextCompletion
        #expect(next?.id == long)
        let end = Self.at(milliseconds: 5)
        #expect(link.takeCompletion(upTo: end)?.id == long)
        #expect(link.takeCompletion(upTo: end)?.id == short)
        #expect(link.takeCompletion(upTo: end) == nil)
    }

    @Test func `a cancelled transfer frees its bandwidth`() {
        var link = SimulatedLink(conditions: Self.conditions([(0, 8000)]))
        let kept = link.start(byteCount: 1_000_000, at: .start)
        let cancelled = link.start(byteCount: 1_000_000, at: .start)
        #expect(link.nextCompletion?.instant == Self.at(milliseconds: 2000))
        link.cancel(cancelled, at: Self.at(milliseconds: 1000))
        #expect(link.nextCompletion?.instant == Self.at(milliseconds: 1500))
        #expect(link.nextCompletion?.id == kept)
        #expect(link.receivedByteCount(of: cancelled, at: Self.at(milliseconds: 1000)) == nil)
    }

    @Test func `a transfer that has arrived can still be cancelled`() {
        var link = SimulatedLink(conditions: .unlimited)
        let id = link.start(byteCount: 1000, at: .start)
        #expect(link.nextCompletion?.id == id)
        link.cancel(id, at: .start)
        #expect(link.nextCompletion == nil)
    }

    @Test func `progress is reported in bytes`() {
        let slow = Self.conditions([(0, 8000)], latency: .milliseconds(100))
        var link = SimulatedLink(conditions: slow)
        let id = link.start(byteCount: 1_000_000, at: .start)
        let table: [(Int64, Int64)] = [(0, 0), (100, 0), (350, 250_000), (1100, 1_000_000)]
        for (milliseconds, byteCount) in table {
            let instant = Self.at(milliseconds: milliseconds)
            #expect(link.receivedByteCount(of: id, at: instant) == byteCount)
        }
        _ = link.takeCompletion(upTo: Self.at(milliseconds: 1100))
        #expect(link.receivedByteCount(of: id, at: Self.at(milliseconds: 1100)) == nil)
    }

    @Test func `packet loss costs bandwidth, the same amount in every run`() {
        let clear = Self.arrivals(Self.conditions([(0, 8000)]), [(0, 14_600_000)])
        #expect(clear == [14_600])
        let lossy = Self.conditions([(0, 8000)], lossPerMillion: 100_000)
        let transfers: [(Int64, Int64)] = [(0, 14_600_000), (20_000, 100), (60_000, 14_600_000)]
        let once = Self.arrivals(lossy, transfers)
        #expect(once == Self.arrivals(lossy, transfers))
        // Each packet is sent 1 / 0.9 times on average.
        let expected = 14_600 / 0.9
        #expect(abs((once[0] ?? 0) - expected) < expected * 0.02)
        #expect(once[0] != (once[2] ?? 0) - 60_000)
    }

    @Test func `a cancelled transfer does not affect the losses of others`() {
        let lossy = Self.conditions([(0, 8000)], lossPerMillion: 100_000)
        var links = [SimulatedLink](repeating: SimulatedLink(conditions: lossy), count: 2)
        let cancelled = links[0].start(byteCount: 1_000_000, at: .start)
        links[0].cancel(cancelled, at: .start)
        let early = links[1].start(byteCount: 0, at: .start)
        links[1].cancel(early, at: .start)
        for index in links.indices {
            _ = links[index].start(byteCount: 1_000_000, at: Self.at(milliseconds: 10))
        }
        #expect(links[0].nextCompletion != nil)
        #expect(links[0].nextCompletion == links[1].nextCompletion)
    }

    @Test func `the largest sizes, latencies and bandwidths do not overflow`() {
        let slow = NetworkConditions(bitsPerSecond: 1, latency: .seconds(1 << 40))
        var link = SimulatedLink(conditions: slow)
        for _ in 0..<1000 { _ = link.start(byteCount: .max, at: .start) }
        #expect(link.nextCompletion != nil)
        let fast = NetworkConditions(bitsPerSecond: .max, lossPerMillion: .max)
        #expect(fast.lossPerMillion == 900_000)
        link = SimulatedLink(conditions: fast)
        _ = link.start(byteCount: 1 << 20, at: .start)
        #expect(link.nextCompletion != nil)
    }
}
