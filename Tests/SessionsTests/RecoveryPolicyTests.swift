import Containers
import Sessions
import Testing
import Transport
import VirtualTime

@Suite struct RecoveryPolicyTests {
    private let policy = RecoveryPolicy()
    private let busy = SessionError.transport(TransportError(url: "s.ts", cause: .status(503)))
    private let gone = SessionError.transport(TransportError(url: "s.ts", cause: .status(404)))

    @Test(arguments: zip(1...4, [.seconds(1), .seconds(2), .seconds(4), nil] as [Duration?]))
    func `waits twice as long before each retry of a segment, three times`(
        attempt: Int, delay: Duration?
    ) {
        #expect(policy.retryDelay(for: .segment, error: busy, attempt: attempt) == delay)
    }

    @Test func `retries a playlist twice`() {
        #expect(policy.retryDelay(for: .playlist, error: busy, attempt: 2) == .seconds(2))
        #expect(policy.retryDelay(for: .playlist, error: busy, attempt: 3) == nil)
    }

    @Test func `does not retry bytes that a local file lacks`() {
        let short = SessionError.transport(
            TransportError(
                url: "/s.ts", cause: .endsWithinRange(expected: 188, available: 100)))
        #expect(policy.retryDelay(for: .segment, error: short, attempt: 1) == nil)
    }

    @Test(arguments: [
        (MediaTime.zero, 60), (.seconds(6), 60), (.milliseconds(6500), 65), (.seconds(60), 600),
        (MediaTime(ticks: .max), 864_000), (.seconds(-1), 60),
    ])
    func `a segment may take ten times its duration, and at least a minute`(
        duration: MediaTime, seconds: Int
    ) {
        let time = policy.patience(forSegmentOf: duration)
        #expect(time == TransferPatience(total: .seconds(seconds)))
    }

    @Test func `a segment without a bound of time has no patience limit`() {
        var policy = policy
        policy.segmentTimeFactor = nil
        #expect(policy.patience(forSegmentOf: .seconds(4)) == TransferPatience())
    }

    @Test func `a blocking request to a low-latency server may be silent for longer`() {
        let held = policy.patience(forPlaylistHeldFor: .seconds(20))
        #expect(held == TransferPatience(total: .seconds(120), slowness: .seconds(90)))
        #expect(policy.patience(forPlaylistHeldFor: nil) == TransferPatience(total: .seconds(60)))
    }

    @Test func `a single file has no total limit, but one of slowness`() {
        #expect(policy.patienceForFiles == TransferPatience(slowness: .seconds(60)))
    }

    @Test(
        arguments: [
            // The planned size times 16, or the minimum.
            (250_000, 4, 0, 32 << 20), (10_000_000, 4, 0, 160_000_000),
            (nil, 6, 8_000_000, 96_000_000), (nil, 6, 800_000, 32 << 20),
            // Only the duration is known.
            (nil, 6, 0, 150_000_000), (nil, 0, 0, 32 << 20), (nil, 1_000_000_000, 0, 64 << 30),
            (Int64.max, 1_000_000_000, .max, 1_000_000_000_000_000_000),
        ] as [(Int64?, Int64, Int64, Int64)])
    func `the bound of a segment's bytes follows from its plan`(
        planned: Int64?, duration: Int64, bandwidth: Int64, bound: Int64
    ) {
        #expect(
            policy.byteBound(
                planned: planned, duration: .seconds(duration), bandwidth: bandwidth)
                == bound)
    }

    @Test func `does not retry a missing resource`() {
        #expect(policy.retryDelay(for: .segment, error: gone, attempt: 1) == nil)
    }

    @Test func `never waits longer than the longest delay`() {
        var policy = policy
        policy.segmentRetries = 100
        #expect(policy.retryDelay(for: .segment, error: busy, attempt: 100) == .seconds(8))
    }

    @Test func `selects another variant first`() {
        #expect(policy.recovery(for: gone, hasOtherVariant: true) == .switchVariant)
        #expect(policy.recovery(for: gone, hasOtherVariant: false) == .fail)
    }

    @Test func `skips a segment only when that is allowed`() {
        var policy = policy
        policy.missingSegment = .skip
        #expect(policy.recovery(for: gone, hasOtherVariant: false) == .skip)
        let damaged = SessionError.damaged(MediaDamage(ContainerProblem(.truncated)), url: "s.ts")
        #expect(policy.recovery(for: damaged, hasOtherVariant: false) == .fail)
    }
}
