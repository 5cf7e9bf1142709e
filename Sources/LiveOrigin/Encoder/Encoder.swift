package import VirtualTime

/// The schedule of a broadcast: the publication times and the numbers of the segments.
package struct Encoder: Equatable, Sendable {
    /// The time from the end of a segment or part to its publication.
    package var delay = MediaTime.zero
    /// The largest additional delay of a segment.
    ///
    /// The additional delay of a segment never exceeds the duration of the segment after it, even
    /// if this value is larger.
    package var jitter = MediaTime.zero
    /// The seed of the pseudorandom additional delays.
    package var seed: UInt64 = 0
    /// The clock that supplies the dates in playlists, such as `EXT-X-PROGRAM-DATE-TIME`.
    package var clock = OriginClock()
    /// The media sequence number of the first segment.
    package var firstSequence = 0
    /// The faults, in any order.
    package var faults: [EncoderFault] = []

    /// Creates an encoder, by default without delays and faults.
    package init(
        delay: MediaTime = .zero, jitter: MediaTime = .zero, seed: UInt64 = 0,
        clock: OriginClock = OriginClock(), firstSequence: Int = 0, faults: [EncoderFault] = []
    ) {
        self.delay = delay
        self.jitter = jitter
        self.seed = seed
        self.clock = clock
        self.firstSequence = firstSequence
        self.faults = faults
    }

    /// Returns the number of location changes that have happened by the given time.
    ///
    /// Each of these changes gives new locations to all segments.
    func revision(at time: MediaTime) -> Int {
        faults.count {
            if case .locations(let at) = $0 { at <= time } else { false }
        }
    }

    /// Returns the target duration that playlists declare at a given time.
    ///
    /// The target duration is `first` until a fault changes it.
    func targetDuration(at time: MediaTime, from first: MediaTime) -> MediaTime {
        var value: (at: MediaTime, duration: MediaTime) = (.zero, first)
        for case .targetDuration(let at, let duration) in faults where at <= time && at >= value.at
        {
            value = (at, duration)
        }
        return value.duration
    }
}
