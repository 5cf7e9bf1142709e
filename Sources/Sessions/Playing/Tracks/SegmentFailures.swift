import Playlists
import Presentation
import VirtualTime

/// The failed attempts for a segment, for the reaction to them.
struct FailedAttempts {
    /// The number of attempts.
    var count = 1
    /// The instant of the first failure since a segment of the track was obtained.
    let start: Instant

    /// Creates an account of one attempt.
    init(since start: Instant) { self.start = start }
}

/// The failed attempts of a track since the last segment that was obtained.
struct SegmentFailures {
    /// The instant of the first failure; `nil` before one.
    private var start: Instant?
    private var segment: SegmentIdentity?
    /// The number of attempts for the current segment that failed in earlier requests.
    private(set) var carried = 0

    /// Begins a request; attempts for another segment, or of another variant stream, do not count.
    mutating func begin(_ segment: SegmentIdentity) {
        if segment != self.segment { carried = 0 }
    }

    /// Records the failure of a request.
    ///
    /// - Parameters:
    ///   - count: The number of attempts, including those of earlier requests.
    ///   - now: The present.
    /// - Returns: The attempts. The next request counts its own from one, unless they are carried.
    mutating func add(_ count: Int, at now: Instant) -> FailedAttempts {
        carried = 0
        start = start ?? now
        var attempts = FailedAttempts(since: start ?? now)
        attempts.count = count
        return attempts
    }

    /// Counts attempts for a segment as failed.
    mutating func carry(_ count: Int, for segment: SegmentIdentity) {
        carried = count
        self.segment = segment
    }

    /// Forgets all failures, because a segment was obtained.
    mutating func end() { self = SegmentFailures() }
}

extension RecoveryPolicy.FailedSegment {
    /// Reads the facts on the next segment of a track.
    ///
    /// - Parameters:
    ///   - track: The track.
    ///   - attempts: The failed attempts; `nil` before they are known.
    ///   - load: The variant streams, of which those count whose exclusion has ended.
    ///   - now: The present.
    init(
        of track: borrowing Track, _ attempts: FailedAttempts? = nil, in load: AssetLoad,
        at now: Instant
    ) {
        self.init()
        load.readmitVariants()
        let media = track.media
        hasOtherVariant = track.role == .main && load.hasOtherVariant
        isOfBroadcast = media.mayGrow
        hasLeft = media.hasLeft(track.next)
        isNewest = track.next.advanced(by: 1) >= media.bounds.next
        targetDuration = media.playlist.targetDuration ?? .zero
        guard let attempts else { return }
        self.attempts = attempts.count
        elapsed = attempts.start.duration(to: now)
    }
}
