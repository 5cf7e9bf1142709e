import VirtualTime

/// Finds the sound that is missing if the samples of audio are all slightly too long.
///
/// If frames were lost, and their time was distributed over the other samples of a segment, no
/// sample is much longer than its coded frames. The sum of the stated durations is then longer than
/// the sum of the coded frames, by about the lost frames.
///
/// The sums of good media may also differ. A muxer may round each duration up, and the clock of a
/// live encoder may be slow, but by less than a five-hundredth. Durations that are derived from an
/// irregular arrival are too short for some samples, so such a track is not examined.
struct SpreadSurplus {
    /// The coded duration, divided by this number, is a surplus that no slow clock explains.
    private static let slowestClock: Int64 = 500
    /// The largest rounding error of media clocks.
    private static let rounding = MediaTime.milliseconds(5)

    /// The unit in which the container states durations.
    private let unit: MediaTime
    private var stated = MediaTime.zero
    private var coded = MediaTime.zero
    /// The time by which the durations may be rounded up.
    private var roundedUp = MediaTime.zero
    /// The end of the samples that are counted.
    private var end: MediaTime?
    private var hasShortSample = false
    /// The last sample, which counts only if another sample follows.
    private var last: (stated: MediaTime, coded: MediaTime)?

    /// Creates a value without samples.
    ///
    /// - Parameter unit: The unit in which the container states durations.
    init(unit: MediaTime) {
        self.unit = unit
    }

    /// Records the next sample.
    ///
    /// - Parameters:
    ///   - start: The presentation time of the sample.
    ///   - duration: The duration that the container states.
    ///   - frames: The duration of the frames in the sample.
    mutating func add(_ start: MediaTime, lasting duration: MediaTime, coded frames: MediaTime) {
        if let last {
            stated += last.stated
            coded += last.coded
            if unit > .zero, last.coded.ticks % unit.ticks != 0 { roundedUp += unit }
            if last.stated + unit < last.coded { hasShortSample = true }
            end = start
        }
        last = (duration, frames)
    }

    /// Returns a span without sound at the end of the counted samples, as long as the lost frames.
    ///
    /// The actual position of the lost frames is unknown.
    ///
    /// - Parameter frame: The duration of a coded frame.
    /// - Returns: The span; `nil` if less than three quarters of a frame are missing.
    func hole(of frame: MediaTime) -> Range<MediaTime>? {
        let surplus = stated - coded
        let lost = surplus - roundedUp
        guard let end, !hasShortSample, lost >= Self.rounding,
            lost.ticks / 3 >= frame.ticks / 4,
            surplus.ticks >= coded.ticks / Self.slowestClock
        else { return nil }
        return end - surplus..<end
    }
}
