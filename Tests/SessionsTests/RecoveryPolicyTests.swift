import Sessions
import Testing
import Transport

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

    @Test func `does not ask again for what is not there`() {
        #expect(policy.retryDelay(for: .segment, error: gone, attempt: 1) == nil)
    }

    @Test func `never waits longer than the longest delay`() {
        var policy = policy
        policy.segmentRetries = 100
        #expect(policy.retryDelay(for: .segment, error: busy, attempt: 100) == .seconds(8))
    }

    @Test func `tries another variant before anything else`() {
        #expect(policy.recovery(for: gone, hasOtherVariant: true) == .switchVariant)
        #expect(policy.recovery(for: gone, hasOtherVariant: false) == .fail)
    }

    @Test func `goes on without a segment only when told to`() {
        var policy = policy
        policy.missingSegment = .skip
        #expect(policy.recovery(for: gone, hasOtherVariant: false) == .skip)
        let damaged = SessionError.damaged("the end is missing", url: "s.ts")
        #expect(policy.recovery(for: damaged, hasOtherVariant: false) == .fail)
    }
}
