import VirtualTime

/// Finds samples at decode times that earlier samples have already reached.
///
/// Decode times ascend within a segment. They decrease only if a fragment or a PES packet is
/// repeated, or follows a fragment or packet with later times.
struct RepeatedSpans {
    private static let mostSpans = 256

    /// The presentation times of the repeated samples, one span for each decrease of decode times.
    private(set) var spans: [Range<MediaTime>] = []
    /// The number of samples in the spans.
    private(set) var sampleCount = 0
    /// Whether any decode time is lower than the one before it.
    private(set) var hasFalls = false
    /// The highest decode time so far.
    private var latest: MediaTime?
    /// The decode time of the previous sample.
    private var last: MediaTime?
    private var isRepeating = false

    /// Adds the next sample.
    ///
    /// - Parameters:
    ///   - dts: The decode time of the sample.
    ///   - pts: The presentation time of the sample.
    ///   - duration: The duration of the sample; zero when it is unknown.
    ///   - follows: Whether the sample must have a later decode time than the previous sample.
    mutating func add(
        _ dts: MediaTime, shownAt pts: MediaTime, for duration: MediaTime, follows: Bool
    ) {
        let isFall = last.map { dts < $0 } ?? false
        last = dts
        guard let latest, dts < latest || dts == latest && (isRepeating || follows) else {
            self.latest = dts
            isRepeating = false
            return
        }
        sampleCount += 1
        hasFalls = hasFalls || isFall
        let span = pts..<pts + max(duration, .zero)
        if isRepeating, !isFall, let known = spans.popLast() {
            spans.append(
                min(known.lowerBound, span.lowerBound)..<max(known.upperBound, span.upperBound))
        } else if spans.count < Self.mostSpans {
            spans.append(span)
        }
        isRepeating = true
    }
}
