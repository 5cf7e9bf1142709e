import VirtualTime

/// Finds the sound that is missing after audio samples with too long durations.
///
/// A muxer usually derives the duration of a sample from the start of the next one. If frames were
/// lost between them, the stated duration is longer than the coded frames of the sample.
///
/// Times that are rounded, or derived from an irregular arrival, make some samples too long and
/// others too short. So the sound is missing only if few samples are too short.
struct StretchedSamples {
    private static let mostHoles = 256
    /// The largest rounding error of media clocks.
    private static let rounding = MediaTime.milliseconds(5)
    /// The maximum time by which the first sample of a track may be too long.
    ///
    /// A muxer that writes no edit list states that sound starts later than video in this way.
    private static let longestDelay = MovieReckoning.surplus

    private var spans: [Range<MediaTime>] = []
    private var excess = MediaTime.zero
    private var shortfall = MediaTime.zero
    /// The shortfall of the last sample, which counts only if another sample follows.
    private var lastShortfall = MediaTime.zero
    /// The duration of the shortest sample, according to its frames.
    private var frame: MediaTime?
    /// The samples whose durations are only slightly too long.
    private var spread: SpreadSurplus

    /// Creates a value without samples.
    ///
    /// - Parameter unit: The unit in which the container states durations.
    init(unit: MediaTime) {
        spread = SpreadSurplus(unit: unit)
    }

    /// Records the next sample.
    ///
    /// - Parameters:
    ///   - start: The presentation time of the sample.
    ///   - stated: The duration that the container states; zero when it is unknown.
    ///   - coded: The duration of the frames in the sample; zero when it is unknown.
    ///   - startsTrack: Whether the sample is the first one of the whole track.
    mutating func add(
        _ start: MediaTime, lasting stated: MediaTime, coded: MediaTime, startsTrack: Bool
    ) {
        guard coded > .zero else { return }
        // The first and the last sample of a track may be shortened.
        shortfall += lastShortfall
        let isShort = frame != nil && stated.ticks / 7 < coded.ticks / 8
        lastShortfall = isShort ? coded - stated : .zero
        let frame = min(frame ?? coded, coded)
        self.frame = frame
        if !startsTrack { spread.add(start, lasting: stated, coded: coded) }
        let surplus = stated - coded
        guard surplus >= Self.rounding, surplus.ticks / 9 >= frame.ticks / 10,
            !startsTrack || surplus > Self.longestDelay
        else { return }
        excess += surplus
        if spans.count < Self.mostHoles { spans.append(start + coded..<start + stated) }
    }

    /// The spans of presentation time without sound, in order.
    var holes: [Range<MediaTime>] {
        guard shortfall * 4 <= excess else { return [] }
        guard spans.isEmpty, let frame else { return spans }
        return spread.hole(of: frame).map { [$0] } ?? []
    }
}
