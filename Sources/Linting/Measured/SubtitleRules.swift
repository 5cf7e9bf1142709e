import Formats
import Playlists
import VirtualTime

/// The rules that compare subtitle cues with the times of the programme.
struct SubtitleRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    let stream: MeasuredStream
    /// The media clock of the programme; `nil` when no video or audio was read.
    let clock: ProgrammeClock?
    private var url: String { playlist.url }

    private static let tolerance = MediaTime.milliseconds(500)
    private static let fineTolerance = MediaTime.milliseconds(100)

    func check(_ log: inout BreachLog) {
        let isSegmented = media.segments.count > 1
        for segment in stream.segments where !segment.isLost {
            checkFile(segment, isSegmented, &log)
        }
        guard let clock else { return }
        let places = CuePlaces(stream, media, clock)
        guard checkSamples(places, &log), checkSegments(places, &log) else { return }
        checkEnd(places, &log)
        checkOffsets(places, &log)
        if isSegmented { checkOverlaps(places.places, &log) }
    }

    /// Finds cues after the programme's end, if their segment also has a cue before that end.
    private func checkEnd(_ places: CuePlaces, _ log: inout BreachLog) {
        guard let end = places.programmeEnd, media.hasEndList else { return }
        for place in places.places where place.cues.contains(where: { $0.start < end }) {
            guard let late = place.cues.first(where: { $0.start > end + Self.fineTolerance }) else {
                continue
            }
            log.note(
                "vtt.cue-beyond-end", in: url, line: playlist.line(ofSegment: place.index),
                column: 1,
                "the cue at \(late.cue.start) s of"
                    + " \(SafeText.quoted(media.segments[place.index].uri)) starts"
                    + " \(late.start - end) s after the end of the programme",
                expected: "cues within the programme")
        }
    }

    /// Finds an fMP4 segment whose samples are earlier or later than the segment on the timeline.
    ///
    /// Samples that cover only a part of the segment are accepted, and the last samples may end
    /// after the segment.
    ///
    /// - Returns: Whether the samples of all segments have the times of their segments.
    private func checkSamples(_ places: CuePlaces, _ log: inout BreachLog) -> Bool {
        for place in places.places {
            guard let samples = place.samples else { continue }
            let late = min(
                samples.lowerBound - place.range.lowerBound,
                samples.upperBound - place.range.upperBound)
            let early = min(
                place.range.lowerBound - samples.lowerBound,
                place.range.upperBound - samples.upperBound)
            let distance = max(late, early)
            guard distance > Self.tolerance else { continue }
            log.note(
                "vtt.timestamp-map-off", in: url, line: playlist.line(ofSegment: place.index),
                column: 1,
                "the samples of \(SafeText.quoted(media.segments[place.index].uri)) are"
                    + " \(distance) s \(late > early ? "late" : "early")",
                expected: "samples with the times of their segment")
            return false
        }
        return true
    }

    /// Finds cues that are displayed outside the time ranges of their segments.
    ///
    /// - Returns: Whether the time maps are accurate enough for the other rules about cues. It is
    ///   `false` when a cue is far from its segment.
    private func checkSegments(_ places: CuePlaces, _ log: inout BreachLog) -> Bool {
        for place in places.places {
            let (start, end) = (place.range.lowerBound, place.range.upperBound)
            let programme = places.programmeEnd ?? end
            let outside = place.cues.first {
                // This cue is skipped, because another rule reports cues after the end of the
                // programme.
                if $0.start > programme, place.cues.contains(where: { $0.start < programme }) {
                    return false
                }
                return $0.end < start - Self.fineTolerance || $0.start > end + Self.fineTolerance
            }
            guard let outside else { continue }
            let isLate = outside.start > end
            let distance = isLate ? outside.start - end : start - outside.end
            let isFar = distance > Self.tolerance
            log.note(
                isFar ? "vtt.timestamp-map-off" : "vtt.cue-outside-segment", in: url,
                line: playlist.line(ofSegment: place.index), column: 1,
                "the cue at \(outside.cue.start) s of"
                    + " \(SafeText.quoted(media.segments[place.index].uri)) is shown"
                    + " \(distance) s \(isLate ? "after the end" : "before the start") of its"
                    + " segment",
                expected: isFar && place.hasMap
                    ? "X-TIMESTAMP-MAP that places cues within their segments"
                    : "cues that are shown within their segment")
            // The other rules about cues are not checked, because a wrong time map moves the cues
            // out of every segment.
            if isFar { return false }
        }
        return true
    }

    /// Compares the time maps with each other and with the start of the programme.
    ///
    /// Time maps are compared only between discontinuities, because the offsets of cues may differ
    /// before and after an advertisement.
    private func checkOffsets(_ places: CuePlaces, _ log: inout BreachLog) {
        let domains = places.mappedDomains
        // Cue times that are counted from the start of their segment have no common offset.
        let common = CuePlaces.usualOffset(of: domains.joined())
        for domain in domains {
            // The segments between two discontinuities may be too few to have a usual offset. If
            // one of these segments has the usual offset of the playlist, all of them are compared
            // with that offset.
            let agrees = domain.contains { place in
                common.map { (place.offset - $0).magnitude <= Self.fineTolerance } ?? false
            }
            guard let usual = CuePlaces.usualOffset(of: domain) ?? (agrees ? common : nil) else {
                continue
            }
            for place in domain { compare(place, with: usual, &log) }
        }
        checkStart(domains, &log)
    }

    /// Reports a segment whose cues are later or earlier than the usual offset requires.
    private func compare(
        _ place: CuePlaces.Place, with usual: MediaTime, _ log: inout BreachLog
    ) {
        let error = place.offset - usual
        guard error.magnitude > Self.fineTolerance else { return }
        log.note(
            "vtt.timestamp-map-off", in: url, line: playlist.line(ofSegment: place.index),
            column: 1,
            "X-TIMESTAMP-MAP of \(SafeText.quoted(media.segments[place.index].uri)) shows cues"
                + " \(error.magnitude) s \(error > .zero ? "later" : "earlier") than that of the"
                + " other segments",
            expected: "one relation of the times of cues to the programme")
    }

    /// Returns whether a playlist may start after the start of the programme.
    ///
    /// The window of a live playlist usually does.
    static func mayStartLate(_ media: MediaPlaylist) -> Bool {
        media.playlistType == nil && media.mediaSequence != 0
    }

    /// Finds cue times that do not count from the programme's start and are not media clock times.
    ///
    /// Only the cues before the first discontinuity are checked. After an advertisement, cue times
    /// may continue the cue times before the advertisement.
    private func checkStart(_ domains: [[CuePlaces.Place]], _ log: inout BreachLog) {
        if Self.mayStartLate(media) { return }
        // A single segment among others does not show whether cue times are counted from the start
        // of their segment.
        guard let first = domains.first, first[0].domain == 0,
            first.count > 1 || domains.count == 1,
            let usual = CuePlaces.usualOffset(of: first)
        else { return }
        // An offset of zero in the time map is correct, because the cue times are then times of the
        // media clock.
        guard let shift = stream.segments.lazy.compactMap(\.cueShift).first, shift != .zero,
            usual.magnitude > Self.tolerance, usual.magnitude < .seconds(60)
        else { return }
        log.note(
            "vtt.cues-beside-start", in: url, line: playlist.line(ofSegment: first[0].index),
            column: 1,
            "a cue with the time zero would be shown \(usual.magnitude) s"
                + " \(usual > .zero ? "after" : "before") the start of the programme",
            expected: "X-TIMESTAMP-MAP that names the timestamp at which the programme starts")
    }

    /// Finds cues that extend into a neighbouring segment but are not repeated in that segment.
    private func checkOverlaps(_ places: [CuePlaces.Place], _ log: inout BreachLog) {
        for (one, next) in zip(places, places.dropFirst())
        where next.index == one.index + 1 && next.domain == one.domain
            && one.samples == nil && next.samples == nil
        {
            let border = next.range.lowerBound
            func crosses(_ cue: CuePlaces.Cue) -> Bool {
                cue.start < border - Self.fineTolerance && cue.end > border + Self.fineTolerance
            }
            func note(_ cue: CuePlaces.Cue, in owner: CuePlaces.Place, notIn other: CuePlaces.Place)
            {
                log.note(
                    "vtt.cue-missing-in-overlap", in: url,
                    line: playlist.line(ofSegment: owner.index), column: 1,
                    "the cue at \(cue.cue.start) s of"
                        + " \(SafeText.quoted(media.segments[owner.index].uri)) is shown in the time"
                        + " of \(SafeText.quoted(media.segments[other.index].uri)), which does not"
                        + " have it", expected: "a cue in each segment in whose time it is shown")
            }
            if let cue = one.cues.first(where: { crosses($0) && !next.contains($0) }) {
                note(cue, in: one, notIn: next)
            }
            if let cue = next.cues.first(where: { crosses($0) && !one.contains($0) }) {
                note(cue, in: next, notIn: one)
            }
        }
    }

    private func checkFile(
        _ segment: MeasuredSegment, _ isSegmented: Bool, _ log: inout BreachLog
    ) {
        let line = playlist.line(ofSegment: segment.index)
        let uri = SafeText.quoted(media.segments[segment.index].uri)
        // Without a time map, cue times are counted from the timestamp zero of the media.
        let start = clock?.time(at: .zero) ?? .zero
        let isLate = start.magnitude > Self.tolerance
        if isSegmented || isLate, segment.cueShift == nil, segment.track(.text) == nil,
            !segment.cues.isEmpty,
            !segment.problems.contains(where: { $0.code == "vtt.malformed-timestamp-map" })
        {
            let words = isLate ? ", and the programme starts at the timestamp \(start) s" : ""
            log.note(
                "vtt.no-timestamp-map", in: url, line: line, column: 1,
                "\(uri) has no X-TIMESTAMP-MAP\(words)", expected: "X-TIMESTAMP-MAP after WEBVTT")
        }
        if let pair = zip(segment.cues, segment.cues.dropFirst()).first(where: {
            $0.1.start < $0.0.start
        }) {
            log.note(
                "vtt.cue-backwards", in: url, line: line, column: 1,
                "the cue at \(pair.1.start) s of \(uri) follows that at \(pair.0.start) s",
                expected: "cues in the order of their starts")
        }
        var known: Set<String> = []
        if let twice = segment.cues.first(where: { !$0.id.isEmpty && !known.insert($0.id).inserted }
        ) {
            log.note(
                "vtt.cue-duplicate-id", in: url, line: line, column: 1,
                "\(uri) has two cues \"\(SafeText.quoted(twice.id))\"",
                expected: "identifiers that are unique")
        }
    }
}
