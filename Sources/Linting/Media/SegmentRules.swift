import Formats
import Playlists
import VirtualTime

/// The rules about the segments of a media playlist.
struct SegmentRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    private var text: PlaylistText { playlist.text }
    private var url: String { playlist.url }

    /// The largest error of a segment's date that counts as a rounding error.
    private static let dateTolerance = MediaTime.seconds(1)
    /// The smallest jump of dates at a discontinuity that indicates separate content.
    ///
    /// A smaller jump counts as a mistake, because no advertising break is that short.
    private static let leastJoin = MediaTime.seconds(10)

    func check(_ log: inout BreachLog) {
        checkRepetitions(&log)
        checkMaps(&log)
        checkDates(&log)
        // A span gives access to its elements without the retain and release of a copy.
        let owner = media.segments
        let segments = owner.span
        for index in segments.indices {
            if segments[index].duration == .zero, !segments[index].isGap {
                log.note(
                    "segment.zero-duration", in: url, line: playlist.line(ofDuration: index),
                    "the segment lasts 0 s", expected: "a duration")
            }
            guard index > 0, let range = segments[index].byteRange,
                let before = segments[index - 1].byteRange, range.lowerBound < before.upperBound,
                range != before, segments[index - 1].uri == segments[index].uri
            else { continue }
            let line = playlist.line(ofDuration: index)
            let expected = "an offset of \(before.upperBound) or more"
            if range.overlaps(before) {
                let shared = range.clamped(to: before)
                log.note(
                    "segment.byterange-overlap", in: url, line: line,
                    "bytes \(shared.lowerBound) to \(shared.upperBound - 1) are in the segment"
                        + " before too", expected: expected)
            } else if segments[index].discontinuitySequence
                == segments[index - 1].discontinuitySequence
            {
                // After a discontinuity, a resource may be played from an earlier byte.
                log.note(
                    "segment.byterange-overlap", in: url, line: line,
                    "the bytes from \(range.lowerBound) on precede those of the segment before",
                    expected: expected)
            }
        }
    }

    private func checkRepetitions(_ log: inout BreachLog) {
        for repetition in media.repetitions() {
            let (index, first) = (repetition.index, repetition.earlier)
            let line = playlist.line(ofSegment: first).map { " in line \($0)" } ?? ""
            log.note(
                "segment.repeated", in: url, line: playlist.line(ofSegment: index), column: 1,
                "\(SafeText.quoted(media.segments[index].uri)) is listed before\(line)",
                expected: "each segment once")
        }
    }

    private func checkMaps(_ log: inout BreachLog) {
        var last: WrittenTag?
        var hasChange = false
        var hasPart = false
        for tag in text.tags {
            switch tag.tag {
            case .key: hasChange = true
            case .part: hasPart = true
            case .map:
                if let last {
                    let isUsed = last.segmentsBefore < tag.segmentsBefore || hasPart
                    let isMarked = text.segments.dropFirst(last.segmentsBefore).prefix(
                        tag.segmentsBefore - last.segmentsBefore + 1
                    ).contains { $0.discontinuity > last.line }
                    if !isUsed {
                        log.note(
                            "segment.map-unused", in: url, line: last.line,
                            "another EXT-X-MAP follows before any segment",
                            expected: "one EXT-X-MAP before a segment")
                    } else if last.value == tag.value, !isMarked, !hasChange {
                        log.note(
                            "segment.map-repeated", in: url, line: tag.line,
                            "EXT-X-MAP repeats that of line \(last.line)",
                            expected: "EXT-X-MAP where it changes")
                    }
                }
                last = tag
                hasChange = false
                hasPart = false
            default: break
            }
        }
        if let last, last.segmentsBefore == text.segments.count, media.hasEndList {
            log.note(
                "segment.map-unused", in: url, line: last.line, "no segment follows EXT-X-MAP",
                expected: "a segment after it")
        }
        var known: Set<String> = []
        let owner = media.segments
        let segments = owner.span
        for index in segments.indices {
            guard let section = segments[index].initializationSection,
                section.keys.contains(where: {
                    $0.method == .aes128 && $0.initializationVector == nil
                }), known.insert(section.uri).inserted
            else { continue }
            let tag = text.tags(.map).first { $0["URI"]?.value == section.uri }
            log.note(
                "segment.map-key-without-iv", in: url, line: tag?.line ?? 1,
                "the initialization section is under AES-128, and its key has no IV",
                expected: "IV on the EXT-X-KEY before EXT-X-MAP")
        }
    }

    // MARK: Dates

    private struct Dated {
        let index: Int
        let date: Int64
        let start: MediaTime
        /// The largest error of `start` that the rounding of the durations explains.
        let error: MediaTime
        let domain: Int
    }

    /// Returns the additional error to tolerate if all dates are whole seconds; otherwise zero.
    ///
    /// Rounding changes the distance between two dates by up to a second. `DateSum` always
    /// tolerates half a second, so the result is the other half.
    private func rounding(ofDatesAt places: [Int]) -> MediaTime {
        let isWhole = places.allSatisfy { place in
            let date = media.segments[place].programDateTime?.millisecondsSince1970
            return date.map { $0 % 1000 == 0 } ?? true
        }
        return isWhole ? .milliseconds(500) : .zero
    }

    /// Whether any `EXTINF` duration has no decimals, and may be rounded to a whole second.
    ///
    /// The errors of such rounding accumulate, and do not count as drift up to half a second for
    /// each segment.
    private var hasWholeDurations: Bool {
        var scan = PlaylistScan(playlist.bytes)
        while let line = scan.next() {
            guard case .tag(.information) = line.content, let value = line.value else { continue }
            let duration = scan.text(value).prefix { $0 != "," }
            if !duration.contains(".") { return true }
        }
        return false
    }

    private func checkDates(_ log: inout BreachLog) {
        var start = MediaTime.zero
        var roundingError = MediaTime.zero
        var last: Dated?
        var jumps: [(dated: Dated, error: MediaTime)] = []
        var continues = 0
        let owner = media.segments
        let segments = owner.span
        var next = 0
        let datedSegments = media.datedSegments
        let isRounded = datedSegments.count > 1 && hasWholeDurations
        // The error of rounded durations is also large enough for the rounding of dates.
        var sum = DateSum(rounding: isRounded ? .zero : rounding(ofDatesAt: datedSegments))
        let restarted = sum
        for (number, index) in datedSegments.enumerated() {
            while next < index {
                let duration = segments[next].duration
                start += duration
                roundingError += max(
                    duration.roundingError, isRounded ? .wholeSecondError : .zero)
                next += 1
            }
            let place = start
            guard let date = segments[index].programDateTime?.millisecondsSince1970 else {
                continue
            }
            let dated = Dated(
                index: index, date: date, start: place, error: roundingError,
                domain: segments[index].discontinuitySequence)
            defer { last = dated }
            guard let last else { continue }
            let line = text.segment(index)?.date
            let (distance, overflow) = date.subtractingReportingOverflow(last.date)
            guard !overflow, distance.magnitude < 1 << 40 else {
                sum = restarted
                continue
            }
            let error = MediaTime.milliseconds(distance) - (place - last.start)
            let size = error < .zero ? -error : error
            if distance >= 0, last.domain == dated.domain, size <= Self.dateTolerance {
                let drift = sum.add(
                    last.date, date, after: place - last.start, error: dated.error - last.error,
                    number: number)
                if let drift {
                    let first = datedSegments[number - drift.count]
                    log.note(
                        "segment.date-drift", in: url, line: line,
                        "the date is \(drift.distance) s after that in line"
                            + " \(text.segment(first)?.date ?? 0), and \(drift.duration) s of"
                            + " segments are between them",
                        expected: "dates as far apart as the segments are long")
                }
                continue
            }
            sum = restarted
            if distance < 0 {
                log.note(
                    "segment.date-backwards", in: url, line: line,
                    "the date is \(MediaTime.milliseconds(-distance)) s before that of the segment"
                        + " in line \(text.segment(last.index)?.location ?? 0)",
                    expected: "a later date")
            } else if last.domain == dated.domain, size > Self.dateTolerance {
                log.note(
                    "segment.date-drift", in: url, line: line,
                    "the date is \(MediaTime.milliseconds(distance)) s after the last one, and"
                        + " \(place - last.start) s of segments are between them",
                    expected: "dates as far apart as the segments are long")
            } else if last.domain != dated.domain {
                if size > Self.dateTolerance {
                    jumps.append((dated, error))
                } else {
                    continues += 1
                }
            }
        }
        // A large jump is not reported if the dates jump at each discontinuity, because the
        // playlist was then joined from separate content.
        for jump in jumps where continues > 0 || jump.error.magnitude < Self.leastJoin {
            let size = jump.error < .zero ? -jump.error : jump.error
            log.note(
                "segment.date-jump", in: url, line: text.segment(jump.dated.index)?.date,
                "the date is \(size) s too \(jump.error < .zero ? "early" : "late") after the"
                    + " discontinuity",
                expected: "a date that continues")
        }
    }
}
