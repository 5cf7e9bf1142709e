import VirtualTime

/// The spans of dates that segments of a playlist cover, ordered for a search by date.
struct SegmentSpans {
    /// The start dates in milliseconds since 1970, in ascending order.
    private var starts: [Int64] = []
    /// For each start date, the latest end of a segment that starts at that date or earlier.
    private var latestEnds: [Int64] = []

    /// Collects the spans of the segments whose dates are known.
    ///
    /// The first segment does not count: due to rounding, a date in it may belong to a segment that
    /// the playlist no longer lists.
    ///
    /// - Parameters:
    ///   - playlist: The playlist that lists the segments.
    ///   - end: The media sequence number before which the segments count.
    init(in playlist: MediaPlaylist, before end: Int) {
        let numbers = playlist.sequenceNumbers
        var date = SegmentDate()
        var spans: [(start: Int64, end: Int64)] = []
        for number in numbers where number < end {
            let segment = playlist.segments[number - numbers.lowerBound]
            date.advance(to: segment, number: number)
            guard number > numbers.lowerBound, let start = date.milliseconds else { continue }
            var length = segment.duration.value(timescale: 1000)
            if .milliseconds(length) < segment.duration { length += 1 }
            let (end, overflow) = start.addingReportingOverflow(length)
            spans.append((start, overflow ? (length < 0 ? .min : .max) : end))
        }
        spans.sort { $0.start < $1.start }
        var latest = Int64.min
        for span in spans {
            latest = max(latest, span.end)
            starts.append(span.start)
            latestEnds.append(latest)
        }
    }

    /// Returns whether one of the spans has dates of a range, in milliseconds since 1970.
    func overlap(_ dates: Range<Int64>) -> Bool {
        let following = starts.firstPlace { $0 >= dates.upperBound }
        return following > 0 && dates.lowerBound < latestEnds[following - 1]
    }
}
