package import Playlists
package import VirtualTime

/// The position of a rendition's first segment on the timeline of another rendition.
///
/// Media sequence numbers of different renditions are not comparable. They are used only if at
/// least one of the renditions has no dates. The position is then an estimate, which the timestamps
/// of the first obtained segment correct.
///
/// Reference: rfc8216bis, section 6.3.2 (Loading the Media Playlist File).
package struct LiveAlignment: Equatable, Sendable {
    /// A method that finds a position; the cases are ordered from the most to the least reliable.
    package enum Rung: String, CaseIterable, Sendable {
        /// Both renditions state dates.
        case dates
        /// Both renditions list segments with the same media sequence numbers.
        case sequence
        /// The first segment is assumed to follow the last segment of the other rendition.
        case contiguity
        /// The renditions are assumed to end at the same position.
        case end
    }

    /// The position of the first segment.
    package let start: MediaTime
    /// The method by which the position was found.
    package let rung: Rung

    /// Aligns a playlist with the window of another rendition.
    ///
    /// - Parameters:
    ///   - playlist: The first version of the rendition's playlist.
    ///   - window: The window of the other rendition.
    ///   - instant: The instant at which the playlist arrived. Media sequence numbers are then not
    ///     used if the playlist would end in the future; `nil` uses them in any case.
    package init(
        _ playlist: MediaPlaylist, with window: LiveWindow, at instant: Instant? = nil
    ) {
        if let position = Self.position(byDatesOf: playlist, in: window) {
            (start, rung) = (position, .dates)
            return
        }
        let (given, known) = (playlist.sequenceNumbers, window.playlist.sequenceNumbers)
        let common = given.clamped(to: known)
        var latestStart: MediaTime?
        if let instant {
            let elapsed = MediaTime(elapsed: window.updatedAt.duration(to: instant), rate: .normal)
            // The playlist may already list the segment that follows the window.
            let lead = max(
                SegmentPlacer.longestDrift, ReloadPace.target(of: playlist) + .seconds(1))
            latestStart = window.end + max(.zero, elapsed) + lead - playlist.duration
        }
        func isPossible(_ start: MediaTime) -> Bool { latestStart.map { start <= $0 } ?? true }
        if !common.isEmpty {
            let number = SegmentNumber(common.lowerBound, epoch: window.first.epoch)
            let before = playlist.segments[..<(common.lowerBound - given.lowerBound)]
            let position = window.interval(of: number)?.lowerBound ?? window.start
            let start = before.reduce(position) { $0 - $1.duration }
            if isPossible(start) {
                (self.start, rung) = (start, .sequence)
                return
            }
        } else if given.lowerBound == known.upperBound, isPossible(window.end) {
            (start, rung) = (window.end, .contiguity)
            return
        }
        (start, rung) = (window.end - playlist.duration, .end)
    }

    /// Aligns a playlist with the window from an earlier load of the same broadcast.
    ///
    /// - Parameters:
    ///   - playlist: The first version of the playlist after the new load.
    ///   - window: The window of the earlier load. If the playlist can be aligned neither by dates
    ///     nor by media sequence numbers, it starts at the end of this window, or later if segments
    ///     in between were never listed.
    package init(_ playlist: MediaPlaylist, continuing window: LiveWindow) {
        let aligned = Self(playlist, with: window)
        guard aligned.rung == .end else {
            self = aligned
            return
        }
        let (missing, overflow) = playlist.sequenceNumbers.lowerBound
            .subtractingReportingOverflow(window.playlist.sequenceNumbers.upperBound)
        let isLater = !overflow && missing > 0
        let hole = isLater ? window.playlist.span(to: playlist, missing: missing) : .zero
        start = window.end + min(hole, PlaylistReloader.longestHole)
        rung = .contiguity
    }

    private static func position(
        byDatesOf playlist: MediaPlaylist, in window: LiveWindow
    ) -> MediaTime? {
        var before = MediaTime.zero
        for segment in playlist.segments {
            if let date = segment.programDateTime?.millisecondsSince1970 {
                return window.dates.position(of: date, end: window.end).map { $0 - before }
            }
            before += segment.duration
        }
        return nil
    }
}
