import VirtualTime

/// Finds samples of fragments at decode times that earlier samples have already reached.
///
/// Decode times ascend within a fragment and from one fragment to the next. They decrease only if a
/// fragment is repeated, or follows a fragment with later times.
struct RepeatedSpans {
    private static let mostSpans = 256

    /// The presentation times of the repeated samples, one span for each decrease of decode times.
    private(set) var spans: [Range<MediaTime>] = []
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
    ///   - previous: The duration of the previous sample. If it is zero, the sample may have the
    ///     decode time of the previous sample.
    mutating func add(
        _ dts: MediaTime, shownAt pts: MediaTime, for duration: MediaTime, after previous: MediaTime
    ) {
        let isFall = last.map { dts < $0 } ?? false
        last = dts
        guard let latest, dts < latest || dts == latest && (isRepeating || previous > .zero) else {
            self.latest = dts
            isRepeating = false
            return
        }
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
