import Playlists
import Presentation
import VirtualTime

/// The failed attempts for a segment, from which the reaction to the failure is decided.
struct FailedAttempts {
    /// The number of failed attempts.
    var count = 1
    /// The instant of the first failure since the track last obtained a segment.
    let start: Instant

    /// Creates the record of a single failed attempt.
    init(since start: Instant) { self.start = start }
}

/// The failed attempts of a track since the last segment that was obtained.
struct SegmentFailures {
    /// The instant of the first failure; `nil` before any failure.
    private var start: Instant?
    private var segment: SegmentIdentity?
    /// The number of attempts for the current segment that failed in earlier requests.
    private(set) var carried = 0

    /// Begins a request for a segment.
    ///
    /// Earlier attempts count only if they were for the same segment of the same variant stream.
    mutating func begin(_ segment: SegmentIdentity) {
        if segment != self.segment { carried = 0 }
    }

    /// Records the failure of a request.
    ///
    /// The count for the next request starts at zero again, unless `carry(_:for:)` adds these
    /// attempts to that count.
    ///
    /// - Parameters:
    ///   - count: The number of attempts, including the attempts of earlier requests.
    ///   - now: The current instant.
    /// - Returns: The failed attempts.
    mutating func add(_ count: Int, at now: Instant) -> FailedAttempts {
        carried = 0
        start = start ?? now
        var attempts = FailedAttempts(since: start ?? now)
        attempts.count = count
        return attempts
    }

    /// Makes the next request for a segment continue the count of its failed attempts.
    mutating func carry(_ count: Int, for segment: SegmentIdentity) {
        carried = count
        self.segment = segment
    }

    /// Forgets all failures, because a segment was obtained.
    mutating func end() { self = SegmentFailures() }
}

extension RecoveryPolicy.FailedSegment {
    /// Creates the description of the next segment of a track, for the reaction to its failure.
    ///
    /// - Parameters:
    ///   - track: The track.
    ///   - attempts: The failed attempts; `nil` before they are known.
    ///   - load: The load of the asset. It states whether playback could use another variant stream
    ///     that is currently not excluded.
    ///   - now: The current instant.
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
