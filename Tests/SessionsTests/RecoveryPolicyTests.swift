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
    func `retries a segment three times, with delays that double`(
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

    @Test func `without a time factor, the download of a segment has no time limit`() {
        var policy = policy
        policy.segmentTimeFactor = nil
        #expect(policy.patience(forSegmentOf: .seconds(4)) == TransferPatience())
    }

    @Test func `a blocking request to a low-latency server may be silent for longer`() {
        let held = policy.patience(forPlaylistHeldFor: .seconds(20))
        #expect(held == TransferPatience(total: .seconds(120), slowness: .seconds(90)))
        #expect(policy.patience(forPlaylistHeldFor: nil) == TransferPatience(total: .seconds(60)))
    }

    @Test func `a single file has a slowness limit but no total time limit`() {
        #expect(policy.patienceForFiles == TransferPatience(slowness: .seconds(60)))
    }

    @Test(
        arguments: [
            // Each row has the planned size, the duration in seconds, the bandwidth, and the limit.
            // The limit is 16 times the size, which can follow from the bandwidth, but not less
            // than the minimum.
            (250_000, 4, 0, 32 << 20), (10_000_000, 4, 0, 160_000_000),
            (nil, 6, 8_000_000, 96_000_000), (nil, 6, 800_000, 32 << 20),
            // In the next three cases, only the duration is known. The last case has huge values.
            (nil, 6, 0, 150_000_000), (nil, 0, 0, 32 << 20), (nil, 1_000_000_000, 0, 64 << 30),
            (Int64.max, 1_000_000_000, .max, 1_000_000_000_000_000_000),
        ] as [(Int64?, Int64, Int64, Int64)])
    func `the byte limit of a segment follows from its planned size, duration and bandwidth`(
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

    private func segment(hasOtherVariant: Bool = false) -> RecoveryPolicy.FailedSegment {
        var segment = RecoveryPolicy.FailedSegment()
        segment.hasOtherVariant = hasOtherVariant
        segment.targetDuration = .seconds(4)
        return segment
    }

    @Test func `selects another variant before it fails`() {
        #expect(policy.recovery(for: gone, of: segment(hasOtherVariant: true)) == .switchVariant)
        #expect(policy.recovery(for: gone, of: segment()) == .fail)
    }

    @Test func `skips a segment only when that is allowed`() {
        var policy = policy
        policy.missingSegment = .skip
        #expect(policy.recovery(for: gone, of: segment()) == .skip)
        #expect(policy.recovery(for: damaged, of: segment()) == .fail)
    }

    // MARK: Players

    private let damaged = SessionError.damaged(
        MediaDamage(ContainerProblem(.truncated)), url: "s.ts")
    private let silent = SessionError.transport(TransportError(url: "s.ts", cause: .timedOut))

    private func error(_ status: Int, retryAfter: Duration? = nil) -> SessionError {
        .transport(TransportError(url: "s.ts", cause: .status(status), retryAfter: retryAfter))
    }

    /// Returns the delay before each retry of a resource, in milliseconds.
    private func delays(
        _ policy: RecoveryPolicy, _ error: SessionError,
        of subject: RecoveryPolicy.Subject = .segment, hasWayOut: Bool = false
    ) -> [Int] {
        var delays: [Int] = []
        while delays.count < 20,
            let delay = policy.retryDelay(
                for: subject, error: error, attempt: delays.count + 1, hasWayOut: hasWayOut)
        {
            delays.append(Int(delay / .milliseconds(1)))
        }
        return delays
    }

    @Test(
        arguments: [
            ("default", 503, [1000, 2000, 4000], [1000, 2000, 4000]), ("default", 404, [], []),
            ("default", 429, [1000, 2000, 4000], [1000, 2000, 4000]),
            (
                "hls.js", 503, [1000, 2000, 4000, 8000, 8000, 8000],
                [1000, 2000, 4000, 8000, 8000, 8000]
            ),
            ("hls.js", 404, [1000, 2000, 4000, 8000, 8000, 8000], []),
            ("hls.js", 429, [1000, 2000, 4000, 8000, 8000, 8000], []),
            ("media3", 503, [0, 1000, 2000], []), ("media3", 404, [0, 1000, 2000], []),
            ("media3", 502, [0, 1000, 2000], [0, 1000, 2000]),
            ("shaka", 503, [1000], [1000]), ("shaka", 404, [1000], [1000]),
            ("vhs", 503, [], []), ("vhs", 404, [], []), ("apple", 404, [], []),
            ("chromium", 503, [], []), ("gstreamer", 404, [12, 12, 12], [12, 12, 12]),
        ] as [(String, Int, [Int], [Int])])
    func `each player retries a refused segment after its delays, with and without alternatives`(
        profile: String, status: Int, alone: [Int], withWayOut: [Int]
    ) throws {
        let policy = try #require(PlayerProfile.named(profile)).policy.recovery
        #expect(delays(policy, error(status)) == alone)
        #expect(delays(policy, error(status), hasWayOut: true) == withWayOut)
    }

    @Test(
        arguments: [
            ("default", [1000, 2000, 4000]), ("hls.js", [0, 0, 0, 0]), ("media3", [0, 1000, 2000]),
            ("shaka", [1000]), ("vhs", []),
        ] as [(String, [Int])])
    func `each player retries a segment that times out after its delays`(
        profile: String, expected: [Int]
    ) throws {
        let policy = try #require(PlayerProfile.named(profile)).policy.recovery
        #expect(delays(policy, silent) == expected)
    }

    @Test func `hls.js does not retry playlists after a 4xx status, and media3 does`() {
        let hls = PlayerProfile.hlsJS.policy.recovery
        #expect(delays(hls, gone, of: .playlist) == [])
        #expect(delays(hls, busy, of: .playlist) == [1000, 2000])
        #expect(delays(hls, silent, of: .playlist) == [0, 0])
        let media3 = PlayerProfile.media3.policy.recovery
        #expect(delays(media3, gone, of: .playlist) == [0, 1000, 2000])
        #expect(delays(media3, gone, of: .playlist, hasWayOut: true) == [])
    }

    @Test(arguments: ["default", "hls.js", "media3", "shaka"])
    func `only the default player reads Retry-After of a segment`(profile: String) throws {
        let policy = try #require(PlayerProfile.named(profile)).policy.recovery
        let first = delays(policy, error(503, retryAfter: .seconds(20))).first
        #expect((first == 20_000) == (profile == "default"))
    }

    @Test func `only media3, Shaka and VHS state how long a failed variant is excluded`() {
        let times = PlayerProfile.all.map { ($0.name, $0.policy.recovery.exclusion) }
            .compactMap { name, time in time.map { "\(name) \($0)" } }
        #expect(times == ["media3 60.0 seconds", "shaka 30.0 seconds", "vhs 60.0 seconds"])
    }

    @Test
    func `media3 leaves a variant only after some status codes, and Shaka not after a timeout`() {
        let several = segment(hasOtherVariant: true)
        let media3 = PlayerProfile.media3.policy.recovery
        for status in [403, 404, 410, 416, 500, 503] {
            #expect(media3.recovery(for: error(status), of: several) == .switchVariant)
        }
        for other in [error(401), error(502), silent] {
            #expect(media3.recovery(for: other, of: several) != .switchVariant)
        }
        let shaka = PlayerProfile.shaka.policy.recovery
        #expect(shaka.recovery(for: gone, of: several) == .switchVariant)
        #expect(shaka.recovery(for: silent, of: several) == .fail)
    }

    @Test func `hls.js treats an unavailable live segment as a gap, unless it is the newest`() {
        let policy = PlayerProfile.hlsJS.policy.recovery
        var live = segment()
        #expect(policy.recovery(for: gone, of: live) == .fail)
        #expect(!policy.hasWayOut(of: live))
        live.isOfBroadcast = true
        #expect(policy.recovery(for: gone, of: live) == .skip)
        #expect(policy.hasWayOut(of: live))
        // Unlike an unavailable segment, a damaged segment is not skipped: playback fails.
        #expect(policy.recovery(for: damaged, of: live) == .fail)
        live.isNewest = true
        #expect(policy.recovery(for: gone, of: live) == .fail)
    }

    @Test(arguments: zip(1...8, [0, 1, 2, 3, 4, 5, 5, 5]))
    func `media3 repeats segment requests, and from the fourth failure on only with ready media`(
        attempts: Int, seconds: Int
    ) {
        let policy = PlayerProfile.media3.policy.recovery
        var only = segment()
        only.attempts = attempts
        var repetition = RecoveryPolicy.Repetition(delay: .seconds(seconds))
        repetition.needsMedia = attempts > 3
        repetition.continuesAttempts = true
        #expect(policy.recovery(for: gone, of: only) == .again(repetition))
        #expect(policy.recovery(for: damaged, of: only) == .fail)
    }

    @Test func `Shaka repeats segment requests only in broadcasts, and VHS in every asset`() {
        let shaka = PlayerProfile.shaka.policy.recovery
        let vhs = PlayerProfile.vhs.policy.recovery
        var only = segment()
        #expect(shaka.recovery(for: gone, of: only) == .fail)
        var again = RecoveryPolicy.Repetition(delay: .seconds(2))
        again.changesVariant = true
        #expect(vhs.recovery(for: gone, of: only) == .again(again))
        only.isOfBroadcast = true
        #expect(
            shaka.recovery(for: gone, of: only)
                == .again(RecoveryPolicy.Repetition(delay: .milliseconds(100))))
        only.targetDuration = .zero
        again.delay = .milliseconds(500)
        #expect(vhs.recovery(for: gone, of: only) == .again(again))
    }

    @Test(arguments: ["media3", "shaka", "vhs"])
    func `requests are not repeated for longer than ten minutes`(profile: String) throws {
        let policy = try #require(PlayerProfile.named(profile)).policy.recovery
        var live = segment()
        live.isOfBroadcast = true
        live.elapsed = .milliseconds(599_999)
        #expect(policy.recovery(for: gone, of: live) != .fail)
        live.elapsed = .seconds(600)
        #expect(policy.recovery(for: gone, of: live) == .fail)
    }
}
