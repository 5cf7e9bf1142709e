import Formats
import Playlists
package import Presentation
package import VirtualTime

/// Makes cue points from the marks in a broadcast's playlists: date ranges and cue tags.
///
/// Each mark makes one cue point, however often it is listed. Marks with the same meaning at the
/// same position make one cue point together: for example, `EXT-X-CUE-OUT` and `SCTE35-OUT` of the
/// same break. A date range has a position once the media at its date is listed. If the range
/// changes later, it does not make the same cue point again. Marks before the position at which
/// playback joined the broadcast make no cue point. The time to read a version of a playlist
/// depends on how many of its segments and date ranges are new. The memory in use depends on the
/// number of marks in the window.
package struct ListedMarkers {
    /// A date range that a playlist lists.
    private struct Known {
        /// The range, with the attributes of all tags that have its identifier.
        var range: DateRange
        /// The most recently read tag of the range.
        var latest: DateRange
        /// The position at which the range starts.
        ///
        /// It is `nil` while the playlist does not list the media at the start date of the range.
        var start: MediaTime?
        /// The markers that were made from the range.
        var made: [Marker] = []
        /// Whether the reason why the range makes no cue point was already reported.
        var isStated = false
        /// The number of the last playlist version that listed the range.
        var version: Int
    }

    /// The variant stream whose tags were read last, and its first segment with unread tags.
    private struct Place {
        let stream: Int
        let next: SegmentNumber
    }

    private let sources: Set<CuePointSource>
    /// The position at which playback joined the broadcast; `nil` before it joined.
    private var join: MediaTime?
    /// The end of the segments whose tags were read.
    private var reach = MediaTime.zero
    private var place: Place?
    /// The groups of markers that made cue points, in the order of their positions.
    private var groups: [MarkerGroup] = []
    private var ranges: [String: Known] = [:]
    private var version = 0

    /// Creates a reader that has not read any playlist.
    ///
    /// - Parameter sources: The kinds of marks from which cue points are made.
    package init(_ sources: Set<CuePointSource>) { self.sources = sources }

    /// The number of stored groups of markers and date ranges; the playlist's window limits it.
    package var count: Int { groups.count + ranges.count }

    /// Records the position at which playback joins the broadcast; further calls have no effect.
    ///
    /// - Parameter position: The position of the join.
    package mutating func join(at position: MediaTime) {
        guard join == nil else { return }
        join = position
        reach = position
    }

    /// Reads the markers that a version of the playlist has added.
    ///
    /// - Parameters:
    ///   - window: The window of the version.
    ///   - stream: The number of the variant stream to which the playlist belongs.
    /// - Returns: The markers; none before playback joined the broadcast.
    package mutating func take(_ window: LiveWindow, of stream: Int) -> AddedMarkers {
        var added = AddedMarkers(from: window.start)
        guard !sources.isEmpty, let join else { return added }
        version += 1
        let found = tags(of: window, stream) + markers(of: window, &added)
        var markers: [Marker] = []
        for marker in found where marker.place >= join {
            if marker.kind == .unreadable {
                added.troubles.append(
                    MarkerTrouble("\(marker.source) cannot be read: \(marker.text)"))
            } else {
                markers.append(marker)
            }
        }
        for group in MarkerGroup.join([markers], tolerance: MarkerGroup.tolerance)
        where insert(group) {
            added.cuePoints.append(CuePoint(group))
        }
        drop(before: window.start)
        return added
    }

    // MARK: Tags

    /// Returns the markers for the cue tags of new segments.
    private mutating func tags(of window: LiveWindow, _ stream: Int) -> [Marker] {
        guard sources.contains(.cueOut) || sources.contains(.scte35) else { return [] }
        var markers: [Marker] = []
        var number = firstUnread(of: window, stream)
        while let next = number, let segment = window.segment(next) {
            let start = window.interval(of: next)?.lowerBound ?? window.end
            for tag in segment.cueMarkers where sources.include(tag) {
                markers += Marker.markers(of: tag, at: start)
            }
            number = next.advanced(by: 1)
        }
        place = Place(stream: stream, next: window.next)
        reach = max(reach, window.end)
        // The playhead reaches the parts of a segment before the playlist lists the whole segment,
        // so the tags before these parts are read now.
        let hasParts = window.tuning.loadsParts && !window.playlist.trailingParts.isEmpty
        guard hasParts || window.hasEnded else { return markers }
        for tag in window.playlist.tail?.cueMarkers ?? [] where sources.include(tag) {
            let known = Marker.markers(of: tag, at: window.end)
            markers += window.hasEnded ? known : known.filter { $0.kind != .unreadable }
        }
        return markers
    }

    /// Returns the first segment with unread tags; `nil` if the tags of all segments were read.
    private func firstUnread(of window: LiveWindow, _ stream: Int) -> SegmentNumber? {
        if let place, place.stream == stream, place.next.epoch == window.first.epoch {
            return max(place.next, window.first)
        }
        // Segments of two variant streams start at slightly different positions. So a segment
        // counts as read if more than half of it precedes `reach`, the end of the segments that
        // were read.
        guard let number = window.number(at: reach), let interval = window.interval(of: number)
        else { return nil }
        let isRead = reach - interval.lowerBound > interval.upperBound - reach
        return isRead && place != nil ? number.advanced(by: 1) : number
    }

    // MARK: Date ranges

    /// Returns the markers for date ranges that are new, have changed, or have obtained a position.
    private mutating func markers(
        of window: LiveWindow, _ added: inout AddedMarkers
    ) -> [Marker] {
        var markers: [Marker] = []
        for range in window.playlist.dateRanges.endingOnNext where sources.include(range) {
            var known = ranges[range.id] ?? Known(range: range, latest: range, version: version)
            let isSettled = known.start != nil && known.latest == range
            known.version = version
            if !isSettled {
                known.range.take(range)
                known.latest = range
                markers += Self.markers(of: &known, in: window, &added)
            }
            ranges[range.id] = known
        }
        return markers
    }

    /// Returns the markers that a date range makes, except the markers that it made before.
    private static func markers(
        of known: inout Known, in window: LiveWindow, _ added: inout AddedMarkers
    ) -> [Marker] {
        if known.start == nil {
            let date = known.range.startDate?.millisecondsSince1970
            let start = date.flatMap(window.position(ofDate:))
            if let start, start < window.edge || window.hasEnded && start <= window.end {
                known.start = start
            } else if start == nil || window.hasEnded, !known.isStated {
                known.isStated = true
                let reason =
                    date == nil
                    ? "it has no START-DATE"
                    : start == nil
                        ? "no segment has EXT-X-PROGRAM-DATE-TIME"
                        : "the broadcast ends before it"
                added.troubles.append(
                    MarkerTrouble(
                        "EXT-X-DATERANGE \(SafeText.quoted(known.range.id)) has no position:"
                            + " \(reason)", losesCuePoint: date != nil && start == nil))
            }
        }
        guard let start = known.start else { return [] }
        let all = known.range.markers(from: start) {
            window.position(ofDate: $0.millisecondsSince1970)
        }
        let new = all.filter { marker in
            !known.made.contains {
                let isEvent = marker.kind == .segmentation || marker.kind == .event
                return $0.kind == marker.kind && (!isEvent || $0.text == marker.text)
            }
        }
        known.made += new
        return new
    }

    // MARK: The window

    /// Records a group of markers, and returns whether the group was new.
    ///
    /// A group with the meaning and the position of a recorded group is not new.
    private mutating func insert(_ group: MarkerGroup) -> Bool {
        guard let marker = group.members.first?.marker else { return false }
        let earliest = group.place - MarkerGroup.tolerance
        var index = groups.firstPlace { $0.place >= earliest }
        while index < groups.count, groups[index].place <= group.place + MarkerGroup.tolerance {
            if groups[index].means(marker, within: MarkerGroup.tolerance) { return false }
            index += 1
        }
        groups.insert(group, at: groups.firstPlace { $0.place > group.place })
        return true
    }

    /// Removes the markers and date ranges that are no longer in the window.
    private mutating func drop(before start: MediaTime) {
        let limit = start - MarkerGroup.tolerance
        let count = groups.firstPlace { $0.place >= limit }
        if count > 0 { groups.removeFirst(count) }
        guard ranges.contains(where: { $0.value.version != version }) else { return }
        // A range that the newest version does not list is kept while its start is in the window.
        ranges = ranges.filter { _, known in
            known.version == version || known.start.map { $0 >= limit } ?? false
        }
    }
}
