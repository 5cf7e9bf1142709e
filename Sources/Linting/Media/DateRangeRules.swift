import Containers
import Formats
import Playlists
import VirtualTime

/// The rules about date ranges and interstitials.
struct DateRangeRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    private var text: PlaylistText { playlist.text }
    private var url: String { playlist.url }

    private static let dateTolerance: Int64 = 1
    private static let plannedTolerance = MediaTime.seconds(1)
    /// The tolerated distance of a break from a segment's start, in milliseconds.
    private static let boundaryTolerance: Int64 = 100

    /// A tag, its date range, and the range that all tags with its ID declare together.
    private struct Written {
        let range: DateRange
        let tag: WrittenTag
        let whole: DateRange
        /// Whether no earlier tag has the ID.
        let isFirst: Bool
    }

    func check(_ log: inout BreachLog) {
        let tags = Self.usable(text.tags(.dateRange))
        guard tags.count == media.dateRanges.count, !tags.isEmpty else { return }
        let joined = media.dateRanges.joinedByID
        let whole = Dictionary(uniqueKeysWithValues: joined.map { ($0.id, $0) })
        var known: Set<String> = []
        let all = zip(media.dateRanges, tags).map { range, tag in
            Written(
                range: range, tag: tag, whole: whole[range.id] ?? range,
                isFirst: known.insert(range.id).inserted)
        }
        for item in all {
            checkTimes(item, &log)
            checkSplices(item, &log)
            checkValues(item, &log)
            guard item.whole.rangeClass == Interstitial.dateRangeClass else { continue }
            let rules = InterstitialRules(url: url)
            if item.isFirst { rules.checkAssets(of: item.whole, item.tag, &log) }
            rules.checkValues(of: item.tag, &log)
        }
        checkIdentity(all, &log)
        checkClasses(all, &log)
        checkPlaces(all, &log)
    }

    /// Returns the tags from which the parser creates date ranges.
    static func usable(_ tags: [WrittenTag]) -> [WrittenTag] {
        tags.filter { $0["ID"]?.isQuoted == true }
    }

    private func checkTimes(_ item: Written, _ log: inout BreachLog) {
        let (range, tag, whole) = (item.range, item.tag, item.whole)
        // A further tag of the same date range need not repeat START-DATE (RFC 8216, section 8.10).
        if tag["START-DATE"] == nil, whole.startDate == nil {
            log.note(
                "range.start-missing", in: url, line: tag.line,
                "the date range \(SafeText.quoted(range.id)) has no START-DATE",
                expected: "START-DATE")
        }
        for name in ["DURATION", "PLANNED-DURATION"] {
            guard let value = tag[name]?.value, value.hasPrefix("-") else { continue }
            log.note(
                "range.negative", in: url, line: tag.line, column: tag.column(of: name),
                "\(name) is \(SafeText.quoted(value))", expected: "zero or more seconds")
        }
        // The parser finds an end before the start that the same tag states.
        if let start = whole.startDate, let end = range.endDate,
            end.millisecondsSince1970 < start.millisecondsSince1970
        {
            if range.startDate == nil {
                log.note(
                    "range.end-before-start", in: url, line: tag.line,
                    column: tag.column(of: "END-DATE"),
                    "the date range \(SafeText.quoted(range.id)) ends before its start, which another"
                        + " tag states", expected: "a date after \(start.text)")
            }
        } else if let start = whole.startDate, let end = range.endDate,
            let duration = whole.duration
        {
            let stated = start.millisecondsSince1970 + duration.value(timescale: 1000)
            let error = end.millisecondsSince1970 - stated
            if error.magnitude > Self.dateTolerance.magnitude {
                log.note(
                    "range.end-not-start-plus-duration", in: url, line: tag.line,
                    column: tag.column(of: "END-DATE"),
                    "END-DATE is \(MediaTime.milliseconds(Int64(error.magnitude))) s"
                        + " \(error < 0 ? "before" : "after") START-DATE plus DURATION",
                    expected: DateTime(millisecondsSince1970: stated).text)
            }
        }
        if let planned = whole.plannedDuration, let duration = range.duration {
            let error = duration - planned
            if max(error, -error) > Self.plannedTolerance {
                log.note(
                    "range.planned-differs", in: url, line: tag.line,
                    column: tag.column(of: "DURATION"),
                    "the range lasts \(duration) s, and \(planned) s were planned",
                    expected: "durations near each other")
            }
        }
    }

    private func checkValues(_ item: Written, _ log: inout BreachLog) {
        let (range, tag) = (item.range, item.tag)
        func note(_ code: String, _ name: String, _ problem: String, _ expected: String) {
            log.note(
                code, in: url, line: tag.line, column: tag.column(of: name), problem,
                expected: expected)
        }
        if range.id.isEmpty {
            note("attr.malformed", "ID", "ID is empty", "an ID that identifies the date range")
        }
        if tag["END-ON-NEXT"]?.value == "NO" {
            note(
                "attr.malformed", "END-ON-NEXT", "END-ON-NEXT is not YES", "YES, or no END-ON-NEXT")
        }
        if range.cue.contains("PRE"), range.cue.contains("POST") {
            note(
                "ad.attribute-values", "CUE", "CUE has both PRE and POST", "PRE or POST, not both")
        }
    }

    private func checkSplices(_ item: Written, _ log: inout BreachLog) {
        let (range, tag, whole) = (item.range, item.tag, item.whole)
        let sections = [
            ("SCTE35-CMD", range.scte35Command), ("SCTE35-OUT", range.scte35Out),
            ("SCTE35-IN", range.scte35In),
        ]
        for (name, bytes) in sections {
            guard let bytes else { continue }
            guard let fault = SpliceFault(bytes, of: name) else { continue }
            log.note(
                "range.scte35-unreadable", in: url, line: tag.line, column: tag.column(of: name),
                fault.problem, expected: fault.expected)
        }
        checkLength(item, &log)
        guard media.hasEndList else { return }
        if range.scte35Out != nil, whole.plannedDuration == nil, whole.duration == nil,
            whole.endDate == nil, !whole.endsOnNext, whole.scte35In == nil
        {
            log.note(
                "range.scte35-out-without-in", in: url, line: tag.line,
                column: tag.column(of: "SCTE35-OUT"),
                "the break \(SafeText.quoted(range.id)) has no end",
                expected: "SCTE35-IN, DURATION or END-DATE")
        }
        if range.scte35In != nil, whole.scte35Out == nil {
            log.note(
                "range.scte35-in-without-out", in: url, line: tag.line,
                column: tag.column(of: "SCTE35-IN"),
                "the break \(SafeText.quoted(range.id)) has no start",
                expected: "SCTE35-OUT on a range with this ID")
        }
    }

    /// Compares the duration of a break with that in its SCTE 35 message.
    ///
    /// The message states a planned duration. After SCTE35-IN, DURATION may be the actual one.
    private func checkLength(_ item: Written, _ log: inout BreachLog) {
        let duration = item.whole.scte35In == nil ? item.range.duration : nil
        guard let bytes = item.range.scte35Out, let stated = item.whole.plannedDuration ?? duration
        else { return }
        var lengths = SpliceLengths()
        lengths.add(try? SpliceInformation(bytes))
        guard let length = lengths.contradiction(to: stated) else { return }
        log.note(
            "cue.range-differs", in: url, line: item.tag.line,
            column: item.tag.column(of: "SCTE35-OUT"),
            "SCTE35-OUT states \(length) s, and the date range \(stated) s",
            expected: "one duration for the break")
    }

    private func checkIdentity(_ all: [Written], _ log: inout BreachLog) {
        var known: [String: [String: (value: String, line: Int)]] = [:]
        for item in all {
            let id = item.range.id
            let different = item.tag.attributes.first { attribute in
                known[id]?[attribute.name].map { $0.value != attribute.value } ?? false
            }
            let other = different.flatMap { known[id]?[$0.name] }
            // A later tag may add an attribute, and the tags after it must keep the value of the
            // attribute.
            for attribute in item.tag.attributes where known[id]?[attribute.name] == nil {
                known[id, default: [:]][attribute.name] = (attribute.value, item.tag.line)
            }
            guard let different, let other else { continue }
            log.note(
                "range.same-id-differs", in: url, line: item.tag.line,
                column: item.tag.column(of: different.name),
                "the ID \(SafeText.quoted(item.range.id)) is used twice, and \(different.name)"
                    + " differs from that in line \(other.line)",
                expected: "the same attributes, or another ID")
        }
    }

    private func checkClasses(_ all: [Written], _ log: inout BreachLog) {
        let open = Set(all.filter { $0.range.endsOnNext }.compactMap(\.range.rangeClass))
        let dated = all.filter { $0.range.startDate != nil && $0.range.rangeClass != nil }
        let byClass = Dictionary(grouping: dated) { $0.range.rangeClass ?? "" }
        for name in open.sorted() {
            let members = byClass[name, default: []].sorted { start(of: $0) < start(of: $1) }
            for (one, next) in zip(members, members.dropFirst())
            where one.range.id != next.range.id {
                // A range with END-ON-NEXT ends at the start of a later range, so it overlaps a
                // range that starts at the same time.
                let isOpen = one.range.endsOnNext && start(of: one) == start(of: next)
                guard isOpen || end(of: one).map({ $0 > start(of: next) }) ?? false else {
                    continue
                }
                log.note(
                    "range.class-overlap", in: url, line: next.tag.line,
                    "the range starts before the end of \(SafeText.quoted(one.range.id)), of the"
                        + " same class", expected: "ranges of the class one after another")
            }
        }
    }

    private func start(of item: Written) -> Int64 {
        item.range.startDate?.millisecondsSince1970 ?? 0
    }

    private func end(of item: Written) -> Int64? {
        item.range.endDate?.millisecondsSince1970
            ?? item.range.duration.map { start(of: item) + $0.value(timescale: 1000) }
    }

    // MARK: Positions of date ranges

    private func checkPlaces(_ all: [Written], _ log: inout BreachLog) {
        let calendar = PlaylistCalendar(media)
        guard let first = calendar.starts.first, let end = calendar.end else {
            if let tag = all.first?.tag, media.segments.count > 0 {
                log.note(
                    "range.no-date", in: url, line: tag.line,
                    "date ranges have no place, since the playlist has no dates",
                    expected: "EXT-X-PROGRAM-DATE-TIME")
            }
            return
        }
        guard media.hasEndList else { return }
        for item in all {
            guard let start = item.range.startDate?.millisecondsSince1970 else { continue }
            if start < first || start > end {
                log.note(
                    "range.outside-playlist", in: url, line: item.tag.line,
                    column: item.tag.column(of: "START-DATE"),
                    "the range \(SafeText.quoted(item.range.id)) starts"
                        + " \(start < first ? "before the first" : "after the last") segment",
                    expected: "a date within the playlist")
                continue
            }
            guard item.range.scte35Out != nil, let distance = calendar.distance(to: start),
                distance > Self.boundaryTolerance
            else { continue }
            log.note(
                "ad.not-on-boundary", in: url, line: item.tag.line,
                column: item.tag.column(of: "START-DATE"),
                "the break \(SafeText.quoted(item.range.id)) starts"
                    + " \(MediaTime.milliseconds(distance)) s from the next start of a segment",
                expected: "a segment that starts there")
        }
    }
}

/// The dates at which the segments of a playlist start.
struct PlaylistCalendar {
    /// The start dates of the segments, in milliseconds since 1970; empty if there are no dates.
    private(set) var starts: [Int64] = []
    /// The end date of the last segment, in milliseconds since 1970; `nil` if there are no dates.
    private(set) var end: Int64?
    /// The start dates in ascending order, for binary searches.
    private var ordered: [Int64] = []

    /// Creates a calendar without dates.
    init() {}

    /// The dates from the start of the second segment to the start of the last one.
    ///
    /// The value is `nil` if there are no such dates, or if they do not ascend.
    var inner: Range<Int64>? {
        guard starts.count > 2, starts == ordered, starts[1] < starts[starts.count - 1] else {
            return nil
        }
        return starts[1]..<starts[starts.count - 1]
    }

    /// Returns the timeline position of a date; `nil` when no segment contains the date.
    func place(of date: Int64, in media: MediaPlaylist) -> MediaTime? {
        var start = MediaTime.zero
        for (index, segment) in media.segments.enumerated() where index < starts.count {
            let (offset, overflow) = date.subtractingReportingOverflow(starts[index])
            if !overflow, offset >= 0, MediaTime.milliseconds(offset) < segment.duration {
                return start + .milliseconds(offset)
            }
            start += segment.duration
        }
        return nil
    }

    init(_ media: MediaPlaylist) {
        let places = media.datedSegments
        guard let anchor = places.first, let date = media.segments[anchor].programDateTime else {
            return
        }
        let owner = media.segments
        let segments = owner.span
        var lead = MediaTime.zero
        for index in 0..<anchor { lead += segments[index].duration }
        var base = date.millisecondsSince1970
        guard base.magnitude < 1 << 50 else { return }
        var offset = -lead
        var rest = places[...]
        starts.reserveCapacity(segments.count)
        for index in segments.indices {
            if index == rest.first {
                rest = rest.dropFirst()
                if let date = segments[index].programDateTime,
                    date.millisecondsSince1970.magnitude < 1 << 50
                {
                    base = date.millisecondsSince1970
                    offset = .zero
                }
            }
            starts.append(base + offset.value(timescale: 1000))
            offset += segments[index].duration
        }
        end = base + offset.value(timescale: 1000)
        // Nearly all playlists list ascending dates already, so sorting is rarely needed.
        ordered = zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 } ? starts : starts.sorted()
    }

    /// Returns the distance of a date from the nearest start of a segment, in milliseconds.
    func distance(to date: Int64) -> Int64? {
        let place = ordered.partitioningIndex { $0 >= date }
        return ordered[max(0, place - 1)..<min(ordered.count, place + 1)].map {
            Int64(clamping: ($0 - date).magnitude)
        }.min()
    }
}
