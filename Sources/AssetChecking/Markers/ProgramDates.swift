import HeadlessPlayback
import Playlists
import Sessions

/// The program dates of a playlist, with their positions on the presentation timeline.
///
/// Reference: rfc8216bis, section 4.4.4.6 (EXT-X-PROGRAM-DATE-TIME).
struct ProgramDates {
    private var anchors: [(date: Int64, place: MediaTime)] = []
    /// The starts of the segments and the end of the last one, in ascending order.
    private var boundaries: [MediaTime] = []
    private let end: MediaTime
    private var isSorted = true

    /// Collects the program dates of a playlist.
    init(_ media: RenditionMedia) {
        end = media.timeline.end
        for listed in media.segments {
            let place = media.timeline.interval(of: listed.number).lowerBound
            boundaries.append(place)
            guard let date = listed.segment.programDateTime else { continue }
            isSorted = isSorted && (anchors.last?.date ?? .min) <= date.millisecondsSince1970
            anchors.append((date.millisecondsSince1970, place))
        }
        boundaries.append(end)
    }

    /// Returns the position of a date; `nil` if the playlist has no dates.
    func place(of date: DateTime) -> MediaTime? {
        let wanted = date.millisecondsSince1970
        guard let first = anchors.first else { return nil }
        // Dates may jump back at inserted content, so the last program date that is not later than
        // the requested date is used.
        let index =
            isSorted
            ? anchors.firstPlace { $0.date > wanted } - 1
            : anchors.lastIndex { $0.date <= wanted } ?? -1
        guard index >= 0 else {
            return first.place - Self.span(first.date, minus: wanted)
        }
        let place = anchors[index].place + Self.span(wanted, minus: anchors[index].date)
        guard index + 1 < anchors.count else { return place }
        return min(place, anchors[index + 1].place)
    }

    /// Moves the marker of an interstitial to the position that `CUE` or `X-SNAP` states.
    ///
    /// With `OUT` in `X-SNAP`, the interstitial starts at the nearest boundary of a segment.
    ///
    /// Reference: rfc8216bis, section 4.4.5.1 (EXT-X-DATERANGE) and appendix D (Interstitials).
    func move(_ marker: inout Marker, of range: DateRange) {
        guard marker.kind == .interstitial else { return }
        if range.cue.contains("PRE") {
            marker.place = .zero
        } else if range.cue.contains("POST") {
            marker.place = end
            marker.isAtEnd = true
        } else if range.interstitial?.snaps.contains("OUT") ?? false,
            marker.place >= .zero, marker.place <= end,
            let boundary = boundaries.nearest(to: marker.place)
        {
            marker.boundary = boundary
        }
    }

    private static func span(_ date: Int64, minus other: Int64) -> MediaTime {
        let (span, overflow) = date.subtractingReportingOverflow(other)
        return .milliseconds(overflow ? .max : span)
    }
}

extension Marker {
    /// Returns the markers for the date ranges of a playlist.
    ///
    /// Tags with the same identifier form one range. A range has no position if it has no date or
    /// if the playlist has no program dates.
    ///
    /// - Parameters:
    ///   - ranges: The date ranges of the playlist.
    ///   - dates: The program dates of the playlist, with their positions.
    /// - Returns: The markers, the identifiers of ranges without a position, and the identifiers of
    ///   interstitials, which may have markers of breaks.
    static func markers(
        of ranges: [DateRange], _ dates: ProgramDates
    ) -> (markers: [Marker], unplaced: [String], interstitials: Set<String>) {
        let merged = ranges.joinedByID
        var markers: [Marker] = []
        var unplaced: [String] = []
        for range in merged.endingOnNext {
            if let start = range.startDate.flatMap(dates.place) {
                var own = range.markers(from: start, place: dates.place)
                for index in own.indices { dates.move(&own[index], of: range) }
                markers += own
            } else {
                unplaced.append(range.id)
            }
        }
        let interstitials = merged.filter { $0.interstitial != nil }.map(\.id)
        return (markers, unplaced, Set(interstitials))
    }
}
