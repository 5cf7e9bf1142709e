import Formats
import Playlists
import VirtualTime

/// Compares each media playlist of video or audio with a reference playlist.
///
/// The reference is the playlist with which most others agree. It is selected separately for each
/// compared property, so that a mistake in the first playlist is reported for this playlist, and
/// not for all others.
struct PlaylistComparison {
    /// A difference between a playlist and the reference playlist.
    private struct Difference {
        let code: String
        let line: Int?
        var column: Int?
        let problem: String
        let expected: String
    }

    /// A comparison that returns the difference between two playlists; `nil` if they agree.
    private typealias Subject = (LintedPlaylist, LintedPlaylist) -> Difference?

    private static let dateTolerance: Int64 = 1000
    private static let boundaryTolerance = MediaTime.milliseconds(100)
    /// The maximum number of playlists that are considered as the reference playlist.
    private static let mostCandidates = 24

    private let streams: [LintedPlaylist]
    private let variants: [LintedPlaylist]
    /// Whether the windows of ended playlists begin with different segments.
    private let hasDifferentWindows: Bool

    /// Prepares the comparison of playlists.
    ///
    /// - Parameters:
    ///   - streams: The media playlists of video and audio.
    ///   - windows: The windows of the ended playlists, which are compared where they overlap.
    init(_ streams: [LintedPlaylist], _ windows: EndedWindows<LintedPlaylist.Key>) {
        self.streams = streams.filter { $0.media != nil }.map(windows.shortened)
        hasDifferentWindows = !windows.isEmpty
        variants = self.streams.filter {
            if case .variant = $0.role { return true }
            return false
        }
    }

    func check(_ log: inout BreachLog) {
        guard streams.count > 1 else { return }
        let ended = streams.filter { $0.media?.hasEndList == true }
        compare(streams, &log, by: Self.targetDuration)
        compare(streams, &log, by: Self.playlistType)
        compare(ended, &log, by: Self.duration)
        compare(ended, &log, by: Self.discontinuities)
        let whole = variants.filter { $0.media?.hasEndList == true }
        compare(whole, &log, by: Self.boundaries)
        compare(whole, &log, by: Self.cues)
        checkDates(&log)
        checkRanges(&log)
    }

    /// A playlist with the most common duration, and its name; `nil` if there is no playlist.
    var usualLength: (media: MediaPlaylist, name: String)? {
        guard let model = reference(of: streams, by: Self.duration), let media = model.media
        else { return nil }
        return (media, model.shortName)
    }

    // MARK: The reference playlist

    private func compare(
        _ playlists: [LintedPlaylist], _ log: inout BreachLog, by subject: Subject
    ) {
        guard playlists.count > 1, let model = reference(of: playlists, by: subject) else { return }
        for playlist in playlists where playlist.url != model.url {
            guard let difference = subject(playlist, model) else { continue }
            log.note(
                difference.code, in: playlist.url, line: difference.line, column: difference.column,
                difference.problem, expected: difference.expected)
        }
    }

    /// Returns the playlist with which most others agree; of several such playlists, the first.
    private func reference(
        of playlists: [LintedPlaylist], by subject: Subject
    ) -> LintedPlaylist? {
        var best: (playlist: LintedPlaylist, count: Int)?
        for candidate in playlists.prefix(Self.mostCandidates) {
            let count = playlists.count { $0.url == candidate.url || subject($0, candidate) == nil }
            if count > best?.count ?? 0 { best = (candidate, count) }
            // More than half of the playlists agree, so no other candidate is tried.
            if count * 2 > playlists.count { break }
        }
        return best?.playlist ?? playlists.first
    }

    // MARK: Compared properties

    private static func targetDuration(
        _ playlist: LintedPlaylist, _ model: LintedPlaylist
    ) -> Difference? {
        guard let own = playlist.media?.targetDuration, let other = model.media?.targetDuration,
            own != other
        else { return nil }
        let tag = playlist.text.first(.targetDuration)
        return Difference(
            code: "set.target-duration", line: tag?.line, column: tag?.column,
            problem:
                "the target duration is \(own) s, and that of \(model.shortName) is \(other) s",
            expected: "one target duration")
    }

    private static func playlistType(
        _ playlist: LintedPlaylist, _ model: LintedPlaylist
    ) -> Difference? {
        let (own, other) = (playlist.media?.playlistType, model.media?.playlistType)
        guard own != other else { return nil }
        let tag = playlist.text.first(.playlistType)
        func word(_ kind: MediaPlaylist.Kind?) -> String { kind?.rawValue ?? "not stated" }
        return Difference(
            code: "set.playlist-type", line: tag?.line ?? 1, column: tag?.column,
            problem: "the type is \(word(own)), and that of \(model.shortName) is \(word(other))",
            expected: "one type")
    }

    private static func longestTarget(_ one: MediaPlaylist, _ other: MediaPlaylist) -> MediaTime {
        max(one.targetDuration ?? .seconds(1), other.targetDuration ?? .seconds(1))
    }

    private static func duration(
        _ playlist: LintedPlaylist, _ model: LintedPlaylist
    ) -> Difference? {
        guard let own = playlist.media, let other = model.media else { return nil }
        let error = own.duration - other.duration
        // The playlists of an asset may end at slightly different times, so a difference of less
        // than half the target duration does not count.
        guard error.magnitude >= longestTarget(own, other).half else { return nil }
        return Difference(
            code: "set.duration", line: playlist.text.lastLine,
            problem:
                "the playlist has \(own.duration) s, and \(model.shortName) \(other.duration) s",
            expected: "one length")
    }

    private struct Mark {
        let index: Int
        let time: MediaTime
    }

    private static func marks(of media: MediaPlaylist) -> [Mark] {
        var marks: [Mark] = []
        var time = MediaTime.zero
        for (index, segment) in media.segments.enumerated() {
            // A discontinuity before the first listed segment does not separate two listed
            // segments.
            if segment.startsDiscontinuity, index > 0 {
                marks.append(Mark(index: index, time: time))
            }
            time += segment.duration
        }
        return marks
    }

    private static func discontinuities(
        _ playlist: LintedPlaylist, _ model: LintedPlaylist
    ) -> Difference? {
        guard let own = playlist.media, let other = model.media else { return nil }
        let target = longestTarget(own, other)
        func has(_ marks: [Mark], _ time: MediaTime) -> Bool {
            let place = marks.partitioningIndex { $0.time > time - target.half }
            return place < marks.count && marks[place].time < time + target.half
        }
        let (marks, others) = (marks(of: own), marks(of: other))
        let expected = "discontinuities at the same places"
        if let place = marks.first(where: { !has(others, $0.time) }) {
            return Difference(
                code: "set.discontinuities",
                line: playlist.text.segment(place.index)?.discontinuity,
                problem: "the discontinuity at \(place.time) s is not in \(model.shortName)",
                expected: expected)
        }
        guard let place = others.first(where: { !has(marks, $0.time) }) else {
            return discontinuityNumbers(playlist, model, marks, others)
        }
        var end = MediaTime.zero
        let index = own.segments.firstIndex { segment in
            end += segment.duration
            return end > place.time
        }
        return Difference(
            code: "set.discontinuities", line: index.flatMap { playlist.line(ofDuration: $0) },
            problem: "the discontinuity of \(model.shortName) at \(place.time) s is missing",
            expected: expected)
    }

    /// Compares the discontinuity sequence numbers of playlists with the same discontinuities.
    private static func discontinuityNumbers(
        _ playlist: LintedPlaylist, _ model: LintedPlaylist, _ marks: [Mark], _ others: [Mark]
    ) -> Difference? {
        guard let own = playlist.media, let other = model.media, marks.count == others.count,
            !own.segments.isEmpty, !other.segments.isEmpty
        else { return nil }
        let start = Mark(index: 0, time: .zero)
        for (mark, place) in zip([start] + marks, [start] + others) {
            let number = own.segments[mark.index].discontinuitySequence
            let usual = other.segments[place.index].discontinuitySequence
            guard number != usual else { continue }
            let tag = playlist.text.first(.discontinuitySequence)
            let line = max(1, playlist.text.segment(mark.index)?.discontinuity ?? 1)
            return Difference(
                code: "set.discontinuities", line: tag?.line ?? line, column: tag?.column,
                problem:
                    "the discontinuity sequence number at \(mark.time) s is \(number), and that of"
                    + " \(model.shortName) is \(usual)",
                expected: "the same discontinuity sequence numbers")
        }
        return nil
    }

    private static func boundaries(
        _ playlist: LintedPlaylist, _ model: LintedPlaylist
    ) -> Difference? {
        guard let own = playlist.media, let other = model.media else { return nil }
        var (time, otherTime) = (MediaTime.zero, MediaTime.zero)
        for index in 0..<min(own.segments.count, other.segments.count) {
            let error = time - otherTime
            if max(error, -error) > boundaryTolerance {
                return Difference(
                    code: "set.boundaries", line: playlist.line(ofDuration: index),
                    problem:
                        "the segment starts at \(time) s, and that of \(model.shortName) at"
                        + " \(otherTime) s", expected: "the same boundaries in all variants")
            }
            time += own.segments[index].duration
            otherTime += other.segments[index].duration
        }
        return nil
    }

    private static func cues(_ playlist: LintedPlaylist, _ model: LintedPlaylist) -> Difference? {
        guard let own = playlist.media, let other = model.media else { return nil }
        let mine = MarkedBreak.breaks(of: own).breaks
        let others = MarkedBreak.breaks(of: other).breaks
        for (one, next) in zip(mine, others) {
            let words = difference(one, next, model.shortName)
            guard let words else { continue }
            return Difference(
                code: "set.cues", line: playlist.text.segment(one.segment)?.cue, problem: words,
                expected: "the same breaks in all variants")
        }
        guard mine.count != others.count else { return nil }
        return Difference(
            code: "set.cues", line: playlist.text.lastLine,
            problem: "\(Self.count(mine.count)) marked, and \(model.shortName) marks"
                + " \(others.isEmpty ? "none" : "\(others.count)")",
            expected: "the same breaks in all variants")
    }

    private static func count(_ number: Int) -> String {
        number == 0 ? "no break is" : number == 1 ? "1 break is" : "\(number) breaks are"
    }

    /// Returns a description of the difference between two breaks; `nil` if the breaks agree.
    private static func difference(
        _ one: MarkedBreak, _ other: MarkedBreak, _ name: String
    ) -> String? {
        func isFar(_ one: MediaTime?, _ other: MediaTime?) -> Bool {
            guard let one, let other else { return (one == nil) != (other == nil) }
            return max(one - other, other - one) > boundaryTolerance
        }
        func words(_ time: MediaTime?) -> String { time.map { "\($0) s" } ?? "no time" }
        if isFar(one.start, other.start) {
            return "CUE-OUT is at \(one.start) s, and that of \(name) at \(other.start) s"
        }
        if isFar(one.stated, other.stated) {
            return "CUE-OUT at \(one.start) s states \(words(one.stated)), and that of \(name)"
                + " \(words(other.stated))"
        }
        guard isFar(one.end, other.end) else { return nil }
        return "CUE-IN of the break at \(one.start) s is at \(words(one.end)), and that of \(name)"
            + " at \(words(other.end))"
    }

    // MARK: Dates

    private func checkDates(_ log: inout BreachLog) {
        var calendars: [String: PlaylistCalendar] = [:]
        for playlist in streams {
            calendars[playlist.url] = playlist.media.map(PlaylistCalendar.init)
        }
        let dated = streams.filter { calendars[$0.url]?.starts.isEmpty == false }
        guard let first = dated.first else { return }
        for playlist in streams where calendars[playlist.url]?.starts.isEmpty == true {
            guard playlist.media?.segments.isEmpty == false else { continue }
            log.note(
                "set.dates", in: playlist.url,
                line: playlist.text.first(.targetDuration)?.line ?? 1,
                "the playlist has no dates, and \(first.shortName) has",
                expected: "EXT-X-PROGRAM-DATE-TIME in all playlists")
        }
        compare(dated.filter { $0.media?.hasEndList == false }, &log, by: Self.liveDates)
        compare(dated.filter { $0.media?.hasEndList == true }, &log) { playlist, model in
            guard let own = playlist.media, let media = model.media,
                let calendar = calendars[playlist.url], let other = calendars[model.url]
            else { return nil }
            // Dates are compared at the segments of `own` that have a date.
            var walk = CalendarWalk(media, other)
            var time = MediaTime.zero
            for (index, segment) in own.segments.enumerated() {
                defer { time += segment.duration }
                guard segment.programDateTime != nil, let date = walk.date(at: time) else {
                    continue
                }
                let error = calendar.starts[index] - date
                guard error.magnitude > Self.dateTolerance.magnitude else { continue }
                return Difference(
                    code: "set.dates", line: playlist.text.segment(index)?.date,
                    problem:
                        "the date is \(MediaTime.milliseconds(Int64(clamping: error.magnitude))) s"
                        + " \(error < 0 ? "before" : "after") that of \(model.shortName) at"
                        + " \(time) s", expected: "one date for one place")
            }
            return nil
        }
    }

    /// Compares the dates that two live playlists cover.
    ///
    /// Positions are not compared, because the timelines of live playlists have no common start.
    private static func liveDates(
        _ playlist: LintedPlaylist, _ model: LintedPlaylist
    ) -> Difference? {
        guard let distance = model.media.flatMap({ playlist.media?.distance(toDatesOf: $0) }) else {
            return nil
        }
        return Difference(
            code: "set.dates", line: playlist.text.segment(0)?.date,
            problem: "the dates are \(distance) s away from those of \(model.shortName)",
            expected: "dates of the same time")
    }

    // MARK: Date ranges

    /// Compares the date ranges of all variants, and of other playlists that have date ranges.
    private func checkRanges(_ log: inout BreachLog) {
        guard streams.contains(where: { $0.media?.dateRanges.isEmpty == false }) else { return }
        let concerned = streams.filter { playlist in
            if case .variant = playlist.role { return true }
            return playlist.media?.dateRanges.isEmpty == false
        }
        compare(concerned.filter { $0.media?.hasEndList == false }, &log, by: Self.liveRanges)
        // A window may lack a date range that was removed together with the segments of its time.
        if hasDifferentWindows {
            return compare(
                concerned.filter { $0.media?.hasEndList == true }, &log, by: Self.liveRanges)
        }
        compare(concerned.filter { $0.media?.hasEndList == true }, &log) { playlist, model in
            guard let ranges = playlist.media?.dateRanges, let others = model.media?.dateRanges
            else { return nil }
            let (own, ids) = (Set(ranges.map(\.id)), Set(others.map(\.id)))
            if let missing = own.symmetricDifference(ids).min() {
                return Self.difference(
                    of: playlist, from: model, lacks: !own.contains(missing), missing)
            }
            let byID = Dictionary(grouping: others, by: \.id)
            let different = Dictionary(grouping: ranges, by: \.id).filter {
                byID[$0.key] != $0.value
            }
            guard let id = different.keys.min() else { return nil }
            let tag = playlist.text.tags(.dateRange).first { $0["ID"]?.value == id }
            return Difference(
                code: "set.date-ranges", line: tag?.line,
                problem:
                    "the date range \"\(SafeText.quoted(id))\" has other attributes than in"
                    + " \(model.shortName)", expected: "the same attributes in all playlists")
        }
    }

    private static func difference(
        of playlist: LintedPlaylist, from model: LintedPlaylist, lacks: Bool, _ id: String
    ) -> Difference {
        let tag = playlist.text.first(.dateRange) ?? playlist.text.first(.targetDuration)
        return Difference(
            code: "set.date-ranges", line: tag?.line,
            problem:
                "the date range \"\(SafeText.quoted(id))\" is \(lacks ? "only in" : "not in")"
                + " \(model.shortName)", expected: "the same date ranges in all playlists")
    }

    /// Compares the date ranges that start while both of two live playlists list segments.
    ///
    /// The first and the last segments of the playlists do not count: a date range may be added or
    /// removed together with such a segment, and the playlists may be loaded at different times.
    private static func liveRanges(
        _ playlist: LintedPlaylist, _ model: LintedPlaylist
    ) -> Difference? {
        guard let own = playlist.media, let other = model.media else { return nil }
        let (ids, otherIDs) = (Set(own.dateRanges.map(\.id)), Set(other.dateRanges.map(\.id)))
        guard ids != otherIDs, let dates = PlaylistCalendar(own).inner,
            let otherDates = PlaylistCalendar(other).inner
        else { return nil }
        let common = dates.clamped(to: otherDates)
        func missing(from known: Set<String>, of ranges: [DateRange]) -> String? {
            ranges.first { range in
                guard let start = range.startDate else { return false }
                return common.contains(start.millisecondsSince1970) && !known.contains(range.id)
            }?.id
        }
        if let id = missing(from: otherIDs, of: own.dateRanges) {
            return difference(of: playlist, from: model, lacks: false, id)
        }
        return missing(from: ids, of: other.dateRanges).map {
            difference(of: playlist, from: model, lacks: true, $0)
        }
    }
}

/// Finds the dates of a playlist at ascending positions on its timeline.
private struct CalendarWalk {
    private let media: MediaPlaylist
    private let calendar: PlaylistCalendar
    private var index = 0
    private var start = MediaTime.zero

    init(_ media: MediaPlaylist, _ calendar: PlaylistCalendar) {
        self.media = media
        self.calendar = calendar
    }

    /// Returns the date at a position; `nil` after the end of the playlist.
    ///
    /// The position must not be before the position of the previous call.
    mutating func date(at time: MediaTime) -> Int64? {
        while index < media.segments.count {
            let duration = media.segments[index].duration
            // The boundaries of segments may differ by a frame between playlists.
            if start + duration > time + .milliseconds(50) {
                return calendar.starts[index] + (time - start).value(timescale: 1000)
            }
            start += duration
            index += 1
        }
        return nil
    }
}
