package import Playlists
package import VirtualTime

/// The segments that a live playlist lists, at their positions on the presentation timeline.
///
/// A segment keeps its position for as long as it is listed. Positions are measured from the start
/// of the first loaded version of the playlist. Holes represent segments that were never listed.
/// The memory use is limited by the number of listed segments.
package struct LiveWindow: Equatable, Sendable {
    /// The changes of the window that a new version of the playlist causes.
    package struct Change: Equatable, Sendable {
        /// The seekable range, if it changed.
        package var seekable: Range<MediaTime>?
        /// The interval of unlisted segments between the old and the new segments, if any.
        package var hole: Range<MediaTime>?
        /// The intervals of new segments that the playlist announces as missing.
        package var gaps: [Range<MediaTime>] = []
        /// Whether the playlist has ended with this version.
        package var hasEnded = false
    }

    /// The constants and choices of the simulated player.
    package let tuning: LiveTuning
    /// The newest version of the playlist.
    package private(set) var playlist: MediaPlaylist
    /// The number of the first listed segment.
    package private(set) var first: SegmentNumber
    /// The mapping between dates and positions.
    package private(set) var dates = DateMap()
    /// The seekable range of positions.
    ///
    /// Neither bound moves backwards.
    package private(set) var seekable: Range<MediaTime>
    /// The instant at which the newest version of the playlist arrived.
    package private(set) var updatedAt: Instant
    /// The starts of the listed segments, and the end of the last one.
    private var starts: [MediaTime]

    /// Creates the window for the first version of a playlist.
    ///
    /// - Parameters:
    ///   - tuning: The constants and choices of the simulated player.
    ///   - update: The version of the playlist.
    ///   - instant: The instant at which the version arrived.
    ///   - start: The position of the first segment.
    package init(
        _ tuning: LiveTuning, _ update: LiveUpdate, at instant: Instant,
        start: MediaTime = .zero
    ) {
        self.tuning = tuning
        playlist = update.playlist
        first = SegmentNumber(update.playlist.sequenceNumbers.lowerBound, epoch: update.epoch)
        updatedAt = instant
        starts = [start]
        seekable = start..<start
        starts.reserveCapacity(playlist.segments.count + 1)
        for segment in playlist.segments {
            starts.append(starts[starts.count - 1] + segment.duration)
        }
        addDates(from: 0)
        seekable = start..<max(start, seekableEnd)
    }

    /// Creates an empty window, for the time before the first version of the playlist arrives.
    package init(_ tuning: LiveTuning) {
        self.init(tuning, LiveUpdate(MediaPlaylist()), at: .start)
    }

    // MARK: Bounds

    /// The start of the first listed segment.
    package var start: MediaTime { starts[0] }

    /// The end of the last listed segment.
    package var end: MediaTime { starts[starts.count - 1] }

    /// The live edge: the end of the last listed segment, or of the last part if parts are loaded.
    package var edge: MediaTime {
        guard tuning.loadsParts, playlist.partInformation != nil else { return end }
        return playlist.trailingParts.reduce(end) { $0 + $1.duration }
    }

    /// The number of the segment after the last listed segment.
    package var next: SegmentNumber { first.advanced(by: playlist.segments.count) }

    /// Whether the playlist is complete, so that no segment will be added.
    package var hasEnded: Bool { playlist.hasEndList }

    /// Returns whether the window is long enough for a DVR stream.
    ///
    /// The length of the seekable range counts, not the length of the listed segments. An `EVENT`
    /// playlist is always long enough.
    ///
    /// - Parameter threshold: The shortest seekable length of a DVR stream.
    /// - Returns: Whether the window is long enough.
    package func isDVR(from threshold: MediaTime) -> Bool {
        playlist.playlistType == .event || seekable.upperBound - seekable.lowerBound >= threshold
    }

    /// Returns the live edge at an instant after the newest version of the playlist arrived.
    ///
    /// Some players assume that the edge moves with the clock until the next version; others do
    /// not.
    package func edge(at instant: Instant) -> MediaTime {
        guard tuning.extrapolatesEdge, !hasEnded else { return edge }
        let elapsed = MediaTime(elapsed: updatedAt.duration(to: instant), rate: .normal)
        return edge + max(.zero, elapsed)
    }

    // MARK: Segments

    /// Returns the interval of a listed segment; `nil` for any other segment.
    package func interval(of number: SegmentNumber) -> Range<MediaTime>? {
        index(of: number).map { starts[$0]..<starts[$0 + 1] }
    }

    /// Returns the segment with a given number; `nil` when the playlist does not list it.
    package func segment(_ number: SegmentNumber) -> MediaSegment? {
        index(of: number).map { playlist.segments[$0] }
    }

    /// Returns the number of the listed segment at a position, or of the first one after it.
    ///
    /// The result is `nil` for a position at the end of the window or after it.
    package func number(at position: MediaTime) -> SegmentNumber? {
        let index = playlist.segments.indices.firstPlace { starts[$0 + 1] > position }
        return index < playlist.segments.count ? first.advanced(by: index) : nil
    }

    private func index(of number: SegmentNumber) -> Int? {
        guard number.epoch == first.epoch else { return nil }
        let (index, overflow) = number.sequence.subtractingReportingOverflow(first.sequence)
        return !overflow && playlist.segments.indices.contains(index) ? index : nil
    }

    // MARK: Versions

    /// Replaces the playlist with a newer version that a reloader has accepted.
    ///
    /// - Parameters:
    ///   - update: The version of the playlist.
    ///   - instant: The instant at which the version arrived.
    /// - Returns: The changes.
    package mutating func take(_ update: LiveUpdate, at instant: Instant) -> Change {
        var change = Change()
        change.hasEnded = update.playlist.hasEndList && !playlist.hasEndList
        let newFirst = SegmentNumber(
            update.playlist.sequenceNumbers.lowerBound, epoch: update.epoch)
        let isFirst = playlist.segments.isEmpty
        let placed = placed(update, from: newFirst, isFirst: isFirst)
        if !isFirst, placed.added < update.playlist.segments.count {
            let start = placed.starts[placed.added]
            if start > end, placed.added == 0 { change.hole = end..<start }
        }
        playlist = update.playlist
        first = newFirst
        starts = placed.starts
        updatedAt = instant
        addDates(from: placed.added)
        dates.drop(before: start)
        for index in placed.added..<playlist.segments.count where playlist.segments[index].isGap {
            change.gaps.append(starts[index]..<starts[index + 1])
        }
        change.seekable = moveSeekable()
        return change
    }

    /// Returns the positions of the segments in a playlist, and the index of the first new segment.
    private func placed(
        _ update: LiveUpdate, from newFirst: SegmentNumber, isFirst: Bool
    ) -> (starts: [MediaTime], added: Int) {
        let segments = update.playlist.segments
        var result: [MediaTime] = []
        result.reserveCapacity(segments.count + 1)
        let isSameEpoch = newFirst.epoch == first.epoch
        let (shift, overflow) = newFirst.sequence.subtractingReportingOverflow(first.sequence)
        if isFirst || !isSameEpoch || overflow || shift > playlist.segments.count {
            result.append(isFirst ? start : end + max(.zero, update.hole))
            for segment in segments { result.append(result[result.count - 1] + segment.duration) }
            return (result, 0)
        }
        if shift < 0 {
            // The version starts before the previous version, or lists removed segments again.
            let count = min(-shift, segments.count)
            var position = start
            for segment in segments[..<count].reversed() {
                position = position - segment.duration
                result.append(position)
            }
            result.reverse()
        }
        let kept = starts[max(0, shift)...].prefix(max(0, segments.count + 1 - result.count))
        result += kept
        let added = result.count - 1
        for segment in segments[min(max(0, added), segments.count)...] {
            result.append(result[result.count - 1] + segment.duration)
        }
        return (result, max(0, added))
    }

    private mutating func addDates(from index: Int) {
        for index in index..<max(index, playlist.segments.count) {
            let segment = playlist.segments[index]
            guard let date = segment.programDateTime else { continue }
            dates.add(date, at: starts[index], isJump: segment.startsDiscontinuity)
        }
        // The date of a segment that is not complete yet is stated before its first part.
        if tuning.loadsParts, !playlist.trailingParts.isEmpty, let tail = playlist.tail,
            let date = tail.programDateTime
        {
            dates.add(date, at: end, isJump: tail.startsDiscontinuity)
        }
    }

    // MARK: Seekable range

    private var seekableEnd: MediaTime {
        hasEnded ? end : edge - LiveHoldBack(tuning, playlist).distance
    }

    private mutating func moveSeekable() -> Range<MediaTime>? {
        let lower = max(seekable.lowerBound, start)
        let range = lower..<max(lower, seekable.upperBound, seekableEnd)
        guard range != seekable else { return nil }
        seekable = range
        return range
    }
}

// MARK: Measured positions

extension LiveWindow {
    /// Moves all positions so that a segment starts at the position at which it was measured.
    ///
    /// The seekable range moves with the next version of the playlist.
    ///
    /// - Parameters:
    ///   - number: The segment; a segment that is not listed has no effect.
    ///   - position: The measured position of the segment.
    package mutating func move(_ number: SegmentNumber, to position: MediaTime) {
        guard let interval = interval(of: number), interval.lowerBound != position else { return }
        let distance = position - interval.lowerBound
        for index in starts.indices { starts[index] = starts[index] + distance }
    }
}

// MARK: Dates

extension LiveWindow {
    /// Returns the position of a date; `nil` without any date.
    ///
    /// The position is computed from the last listed segment with this date or an earlier one. If
    /// there is none, it is computed from the dates of segments that have left the window. A date
    /// in a gap before a later segment is converted to the start of the later segment. The position
    /// of a date after the last segment is computed from the date of that segment.
    ///
    /// - Parameter date: The date, in milliseconds since 1970.
    /// - Returns: The position.
    package func position(ofDate date: Int64) -> MediaTime? {
        func position(_ own: Int64, _ start: MediaTime) -> MediaTime {
            let (span, overflow) = date.subtractingReportingOverflow(own)
            return start + .milliseconds(overflow ? .max : span)
        }
        var later: MediaTime?
        if tuning.loadsParts, !playlist.trailingParts.isEmpty,
            let own = playlist.tail?.programDateTime?.millisecondsSince1970
        {
            if own <= date { return position(own, end) }
            later = end
        }
        for index in playlist.segments.indices.reversed() {
            guard let own = playlist.segments[index].programDateTime?.millisecondsSince1970
            else { continue }
            if own <= date {
                let found = position(own, starts[index])
                return later.map { min(found, $0) } ?? found
            }
            later = starts[index]
        }
        let found = dates.position(of: date, end: end)
        return later.flatMap { later in found.map { min($0, later) } } ?? found
    }
}
