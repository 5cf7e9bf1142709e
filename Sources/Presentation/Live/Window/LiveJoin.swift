import Playlists
package import VirtualTime

/// The position at which playback of a live stream starts.
///
/// Reference: rfc8216bis, sections 6.3.3 (Playing the Media Playlist File) and 4.4.2.2
/// (EXT-X-START).
package struct LiveJoin: Equatable, Sendable {
    /// The position at which playback starts.
    package var position: MediaTime
    /// The target distance from the live edge.
    package var latency: MediaTime
    /// Whether the playback rate may change to keep the target distance.
    package var isRateAdjustable: Bool

    /// Creates a start position with its target distance from the live edge.
    package init(position: MediaTime, latency: MediaTime, isRateAdjustable: Bool) {
        self.position = position
        self.latency = latency
        self.isRateAdjustable = isRateAdjustable
    }
}

extension LiveWindow {
    /// Returns the position at which playback starts.
    ///
    /// - Parameters:
    ///   - date: The current date of the device, in milliseconds since 1970; `nil` when unknown.
    ///   - wanted: The requested distance from the live edge; `nil` if the app requests none.
    /// - Returns: The position, within the window.
    package func join(date: Int64? = nil, wanted: MediaTime? = nil) -> LiveJoin {
        let holdBack = LiveHoldBack(tuning, playlist)
        let ahead = distanceAhead(date: date)
        let (live, length) = (edge + ahead, edge - start)
        var latency = holdBack.distance + ahead
        var position = live - latency
        var isPrecise = false
        // A broadcast that has ended is played from its start.
        if hasEnded { position = start }
        if tuning.usesStartPoint, let point = playlist.start {
            let offset = point.offset
            position = clamped(offset < .zero ? end + offset : start + offset)
            latency = live - position
            isPrecise = point.isPrecise
        } else if !hasEnded, let point = playlist.start, point.offset < .zero {
            latency = min(latency, live - (end + point.offset))
            position = live - latency
        }
        if let wanted, !hasEnded {
            latency = wanted
            if playlist.start == nil || !tuning.usesStartPoint { position = live - wanted }
        }
        if tuning.joinsBehindTarget, !hasEnded {
            let part = tuning.loadsParts ? ReloadPace.partTarget(of: playlist) : nil
            position = min(position, edge - (part ?? ReloadPace.target(of: playlist)))
        }
        latency = max(ahead, min(latency, length + ahead))
        position = clamped(position)
        if tuning.joinsAtSegments, !isPrecise { position = joint(at: position) }
        return LiveJoin(
            position: position, latency: latency,
            isRateAdjustable: holdBack.isStated || wanted != nil)
    }

    /// Returns the time from the date at the end of the playlist to the current date, or zero.
    ///
    /// The result is zero if the player ignores dates, a date is unknown, or the broadcast has
    /// ended.
    private func distanceAhead(date: Int64?) -> MediaTime {
        guard tuning.datesLatency, !hasEnded, let date, let last = dates.date(at: edge) else {
            return .zero
        }
        let (span, overflow) = date.subtractingReportingOverflow(last)
        return overflow ? .zero : max(.zero, .milliseconds(span))
    }

    private func clamped(_ position: MediaTime) -> MediaTime {
        max(start, min(position, edge))
    }

    /// Returns the start of the last independent part at or before a position.
    ///
    /// Without such a part, the result is the start of the segment at the position.
    private func joint(at position: MediaTime) -> MediaTime {
        guard let number = number(at: min(position, end - MediaTime(ticks: 1))),
            let interval = interval(of: number), let segment = segment(number)
        else { return position }
        if position >= end {
            return independent(playlist.trailingParts, from: end, upTo: position)
                ?? joint(before: end)
        }
        return independent(segment.parts, from: interval.lowerBound, upTo: position)
            ?? interval.lowerBound
    }

    private func joint(before end: MediaTime) -> MediaTime {
        interval(of: next.advanced(by: -1))?.lowerBound ?? end
    }

    private func independent(
        _ parts: [PartialSegment], from start: MediaTime, upTo position: MediaTime
    ) -> MediaTime? {
        guard tuning.loadsParts else { return nil }
        var (time, found) = (start, MediaTime?.none)
        for part in parts where time <= position {
            if part.isIndependent { found = time }
            time += part.duration
        }
        return found
    }
}
