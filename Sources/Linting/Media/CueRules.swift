import Containers
import Playlists
import VirtualTime

/// An advertising break marked by CUE tags, with times summed from `EXTINF` durations.
struct MarkedBreak: Equatable {
    /// The index of the first segment of the break.
    var segment: Int
    var start: MediaTime
    /// The end of the break that CUE-IN marks; `nil` if there is no CUE-IN.
    var end: MediaTime?
    /// The duration that CUE-OUT states; `nil` when CUE-OUT states none.
    var stated: MediaTime?

    /// Returns the breaks of a playlist, and the segments with a CUE-IN that ends no break.
    static func breaks(of media: MediaPlaylist) -> (breaks: [MarkedBreak], strayEnds: [Int]) {
        var breaks: [MarkedBreak] = []
        var stray: [Int] = []
        var time = MediaTime.zero
        var isOpen = false
        let owner = media.segments
        let segments = owner.span
        var next = 0
        for index in media.cueSegments {
            while next < index {
                time += segments[next].duration
                next += 1
            }
            for marker in segments[index].cueMarkers {
                switch marker.kind {
                case .out:
                    breaks.append(
                        MarkedBreak(segment: index, start: time, end: nil, stated: marker.duration))
                    isOpen = true
                case .in:
                    if isOpen {
                        breaks[breaks.count - 1].end = time
                    } else {
                        stray.append(index)
                    }
                    isOpen = false
                default: break
                }
            }
        }
        // After the last segment of an ended playlist, a CUE-IN ends a break at the end.
        if isOpen, media.hasEndList,
            media.tail?.cueMarkers.contains(where: { $0.kind == .in }) ?? false
        {
            breaks[breaks.count - 1].end = media.duration
        }
        return (breaks, stray)
    }
}

/// The rules about CUE tags, which mark advertising breaks.
struct CueRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    private static let tolerance = MediaTime.seconds(1)

    func check(_ log: inout BreachLog) {
        CueTagRules(playlist: playlist).check(&log)
        checkSplices(&log)
        let (breaks, strayEnds) = MarkedBreak.breaks(of: media)
        guard !breaks.isEmpty || !strayEnds.isEmpty else { return }
        // The window of a live playlist may contain only a part of a break.
        let isWhole = media.hasEndList
        let ranges = DatedRanges(media)
        if isWhole {
            // The first break of an ended broadcast may have started before its last window.
            let isCut = media.playlistType == nil && media.mediaSequence > 0
            let firstOut = breaks.first?.segment ?? media.segments.count
            for (place, index) in strayEnds.enumerated() {
                if isCut, place == 0, index <= firstOut { continue }
                log.note(
                    "cue.in-without-out", in: playlist.url, line: line(index),
                    "CUE-IN ends a break that did not start", expected: "CUE-OUT before it")
            }
        }
        for item in breaks {
            if let end = item.end, let stated = item.stated, stated > .zero {
                let length = end - item.start
                let error = length - stated
                // The end of the media may cut a break off.
                let isCut = error < .zero && end == media.duration
                if max(error, -error) > Self.tolerance, !isCut {
                    log.note(
                        "cue.duration-differs", in: playlist.url, line: line(item.segment),
                        "CUE-OUT states \(stated) s, and the break has \(length) s",
                        expected: "a CUE-IN after \(stated) s, or CUE-OUT:\(length)")
                }
            } else if item.end == nil, isWhole, !reachesEnd(item) {
                log.note(
                    "cue.out-without-in", in: playlist.url, line: line(item.segment),
                    "CUE-OUT at \(item.start) s has no CUE-IN", expected: "CUE-IN at its end")
            }
            checkRange(of: item, ranges, &log)
        }
    }

    private func line(_ segment: Int) -> Int? {
        let lines = playlist.text.segment(segment)
        return lines.map { $0.cue > 0 ? $0.cue : $0.information }
    }

    /// Finds tags that state another duration of a break than the SCTE 35 messages beside them.
    private func checkSplices(_ log: inout BreachLog) {
        for index in media.cueSegments {
            let markers = media.segments[index].cueMarkers
            var lengths = SpliceLengths()
            for marker in markers where !marker.continuesBreak {
                lengths.add(marker.splice.flatMap { try? SpliceInformation(text: $0) })
            }
            for marker in markers where marker.isOut == true {
                guard let stated = marker.duration, let length = lengths.contradiction(to: stated)
                else { continue }
                log.note(
                    "cue.range-differs", in: playlist.url, line: line(index),
                    "SCTE 35 states \(length) s, and \(marker.kind.rawValue) \(stated) s",
                    expected: "one duration for the break")
                break
            }
        }
    }

    private func reachesEnd(_ item: MarkedBreak) -> Bool {
        guard let stated = item.stated else { return false }
        return item.start + stated + Self.tolerance >= media.duration
    }

    /// The date ranges that mark breaks, sorted by start, and the start dates of the segments.
    private struct DatedRanges {
        let calendar: PlaylistCalendar
        let ranges: [(start: Int64, range: DateRange)]

        init(_ media: MediaPlaylist) {
            let breaks = media.dateRanges.joinedByID.filter { $0.scte35Out != nil }
            calendar = breaks.isEmpty ? PlaylistCalendar() : PlaylistCalendar(media)
            ranges = breaks.enumerated().compactMap { place, range in
                range.startDate.map { (place, $0.millisecondsSince1970, range) }
            }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map { ($0.1, $0.2) }
        }

        /// Returns the date ranges that start within a second of a segment's start.
        func ranges(at segment: Int) -> ArraySlice<(start: Int64, range: DateRange)> {
            guard calendar.starts.indices.contains(segment) else { return [] }
            let date = calendar.starts[segment]
            let first = ranges.partitioningIndex { $0.start >= date - 1000 }
            let end = ranges.partitioningIndex { $0.start > date + 1000 }
            return ranges[first..<end]
        }
    }

    private func checkRange(
        of item: MarkedBreak, _ ranges: DatedRanges, _ log: inout BreachLog
    ) {
        guard let stated = item.stated else { return }
        for (_, range) in ranges.ranges(at: item.segment) {
            guard let duration = range.duration ?? range.plannedDuration else { continue }
            let error = stated - duration
            guard max(error, -error) > Self.tolerance else { continue }
            let tag = playlist.text.tags(.dateRange).first { $0["ID"]?.value == range.id }
            log.note(
                "cue.range-differs", in: playlist.url, line: tag?.line ?? line(item.segment),
                "the date range states \(duration) s, and CUE-OUT \(stated) s",
                expected: "one duration for the break")
        }
    }
}
