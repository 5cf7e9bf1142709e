import Testing
import Transport
import VirtualTime

/// Random transfers on random links, from a seed that each failure message states.
@Suite struct SimulatedLinkPropertyTests {
    struct Run {
        var random: SeededRandom
        let conditions: NetworkConditions
        var link: SimulatedLink
        var now = Instant.start
        var open: [SimulatedLink.TransferID: Int64] = [:]

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            var steps: [NetworkConditions.Step] = []
            var start = Instant.start
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let bitsPerSecond = Int64.random(in: 0...3, using: &random) * 1_234_567
                steps.append(NetworkConditions.Step(start: start, bitsPerSecond: bitsPerSecond))
                let milliseconds = Int.random(in: 1...4000, using: &random)
                start = start.advanced(by: .milliseconds(milliseconds))
            }
            // The link recovers at the end, so that every transfer completes.
            steps.append(NetworkConditions.Step(start: start, bitsPerSecond: 777_777))
            conditions = NetworkConditions(
                steps: steps, latency: .milliseconds(Int.random(in: 0...50, using: &random)))
            link = SimulatedLink(conditions: conditions)
        }

        mutating func pass() {
            now = now.advanced(by: .microseconds(Int.random(in: 0...700_000, using: &random)))
        }
    }

    /// Returns the capacity of a link between two instants, in units of 10⁻¹⁸ bits.
    static func integral(
        of conditions: NetworkConditions, from start: Instant, to end: Instant
    ) -> Int128 {
        var total: Int128 = 0
        for (index, step) in conditions.steps.enumerated() {
            let next = index + 1 < conditions.steps.count ? conditions.steps[index + 1].start : end
            let from = max(start, step.start)
            let to = min(end, next)
            if to > from {
                total += Int128(step.bitsPerSecond ?? 0) * from.duration(to: to).attoseconds
            }
        }
        return total
    }

    static let unitsPerByte: Int128 = 8 * 1_000_000_000_000_000_000

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `a busy link carries the integral of its bandwidth`(seed: UInt64) {
        var run = Run(seed: seed)
        // The transfer is larger than the capacity during the run, so that it keeps the link busy.
        let filler = run.link.start(byteCount: 1 << 32, at: .start)
        let start = Instant.start.advanced(by: run.conditions.latency)
        var arrived: Int128 = 0
        for _ in 0..<60 {
            run.pass()
            while let completion = run.link.takeCompletion(upTo: run.now) {
                #expect(run.open.removeValue(forKey: completion.id) == completion.byteCount)
                arrived += Int128(completion.byteCount)
            }
            let byteCount = Int64.random(in: 0...400_000, using: &run.random)
            run.open[run.link.start(byteCount: byteCount, at: run.now)] = byteCount
        }
        run.pass()
        while let completion = run.link.takeCompletion(upTo: run.now) {
            run.open[completion.id] = nil
            arrived += Int128(completion.byteCount)
        }
        let expected = Self.integral(of: run.conditions, from: start, to: max(start, run.now))
        #expect(run.link.carried == expected)
        let underWay = (Array(run.open.keys) + [filler])
            .compactMap { run.link.receivedByteCount(of: $0, at: run.now) }
            .reduce(Int128(0)) { $0 + Int128($1) }
        // Each transfer in progress may have received a fraction of a byte that it does not report.
        let told = (arrived + underWay) * Self.unitsPerByte
        #expect(told <= expected)
        #expect(expected < told + Int128(run.open.count + 1) * Self.unitsPerByte)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `predictions are correct, however often the link is queried`(seed: UInt64) {
        var run = Run(seed: seed)
        var watched = run.link
        var watchedAt = Instant.start
        for _ in 0..<30 {
            run.pass()
            let byteCount = Int64.random(in: 0...400_000, using: &run.random)
            while let next = run.link.nextCompletion, next.instant <= run.now {
                #expect(run.link.takeCompletion(upTo: next.instant) == next)
                // An additional query of the link `watched`, for an instant shortly before
                // `next.instant`, must not change any result.
                let earlier = Instant(sinceStart: next.instant.sinceStart - .nanoseconds(1))
                if earlier > watchedAt {
                    #expect(watched.takeCompletion(upTo: earlier) == nil)
                }
                watchedAt = next.instant
                #expect(watched.takeCompletion(upTo: next.instant) == next)
            }
            #expect(
                run.link.start(byteCount: byteCount, at: run.now)
                    == watched.start(byteCount: byteCount, at: run.now))
            watchedAt = run.now
        }
    }
}
