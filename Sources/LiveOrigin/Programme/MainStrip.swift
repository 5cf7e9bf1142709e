import VirtualTime

/// The endless repetition of a programme's sources on one track, without breaks.
struct MainStrip: Equatable, Sendable {
    /// A segment of a source.
    struct Entry: Equatable, Sendable {
        var source: Int
        var segment: Int
        /// The start of the segment within its source.
        var offset: MediaTime
        /// The start of the segment within one repetition of all sources.
        var start: MediaTime
        /// Whether a discontinuity precedes the segment, unless it is the first of the broadcast.
        var startsDiscontinuity: Bool
    }

    let entries: [Entry]
    /// The length of one repetition.
    let length: MediaTime
    /// The number of discontinuities before each segment of one repetition.
    ///
    /// The last element is the number in the whole repetition.
    private let discontinuitiesBefore: [Int]
    /// The longest duration of a segment.
    let longest: MediaTime

    init(sources: [SourceSurvey], track: Int, loop: Programme.Loop) {
        var entries: [Entry] = []
        var counts = [0]
        var start = MediaTime.zero
        var longest = MediaTime.zero
        for (source, survey) in sources.enumerated() {
            let strip = Strip(survey.tracks[track], length: survey.tracks[0].duration)
            for (segment, offset) in strip.starts.enumerated() {
                let jumps = loop == .discontinuity && segment == 0
                entries.append(
                    Entry(
                        source: source, segment: segment, offset: offset, start: start + offset,
                        startsDiscontinuity: jumps))
                counts.append((counts.last ?? 0) + (jumps ? 1 : 0))
            }
            start += strip.length
            longest = max(longest, strip.longest)
        }
        self.entries = entries
        length = start
        discontinuitiesBefore = counts
        self.longest = longest
    }

    func entry(_ index: Int) -> Entry { entries[index % entries.count] }

    func start(of index: Int) -> MediaTime {
        let (loop, entry) = index.quotientAndRemainder(dividingBy: entries.count)
        return length * loop + entries[entry].start
    }

    func duration(of index: Int) -> MediaTime {
        let entry = index % entries.count
        return (entry + 1 < entries.count ? entries[entry + 1].start : length)
            - entries[entry].start
    }

    /// Returns the index of the segment at a position, which must not be negative.
    func index(at position: MediaTime) -> Int {
        let loop = position.count(of: length)
        let rest = position - length * loop
        let entry = Search.last(in: 0..<entries.count) { entries[$0].start <= rest } ?? 0
        return loop * entries.count + entry
    }

    /// Returns the index of the first segment that starts at a given position or later.
    func firstIndex(from position: MediaTime) -> Int {
        guard position > .zero else { return 0 }
        let index = index(at: position)
        return start(of: index) == position ? index : index + 1
    }

    /// Returns whether a discontinuity comes before a segment.
    func startsDiscontinuity(_ index: Int) -> Bool {
        index > 0 && entry(index).startsDiscontinuity
    }

    /// Returns the number of discontinuities at the starts of the segments before a given index.
    func discontinuities(before index: Int) -> Int {
        let (loop, entry) = index.quotientAndRemainder(dividingBy: entries.count)
        let count =
            loop * (discontinuitiesBefore.last ?? 0) + discontinuitiesBefore[entry]
        // A discontinuity at the first segment of the broadcast does not count.
        return count - (index > 0 && entries[0].startsDiscontinuity ? 1 : 0)
    }
}
