package import VirtualTime

/// A forbidden change between two versions of a media playlist.
///
/// Reference: rfc8216bis, section 6.2.1 (General Server Responsibilities).
package enum PlaylistBreach: Equatable, Sendable {
    /// The media sequence number fell.
    case sequenceFell(from: Int, to: Int)
    /// The discontinuity sequence number did not grow by the number of removed discontinuities.
    case discontinuitySequence(expected: Int, found: Int)
    /// The target duration changed.
    case targetDuration(from: MediaTime?, to: MediaTime?)
    /// A segment has another location than the old segment with its media sequence number.
    case location(sequence: Int)
    /// A tag of a segment differs from the old segment with the same media sequence number.
    case tag(String, sequence: Int)
    /// The playlist type changed.
    case type
    /// Segments were removed from an `EVENT` or `VOD` playlist.
    case removal(count: Int)
    /// Segments were removed from the end.
    case endRemoval(count: Int)
    /// Segments were removed, and less than three target durations remain, without `EXT-X-ENDLIST`.
    case shortWindow(MediaTime)
    /// The playlist changed after `EXT-X-ENDLIST`.
    case changeAfterEnd
}

extension MediaPlaylist {
    /// Returns the forbidden changes from this version to a later one.
    ///
    /// The media sequence numbers must not have restarted between the two versions.
    ///
    /// - Parameter newer: The later version, without skipped segments.
    /// - Returns: The changes, at most one of each case.
    package func breaches(by newer: MediaPlaylist) -> [PlaylistBreach] {
        var breaches: [PlaylistBreach] = []
        let (known, given) = (sequenceNumbers, newer.sequenceNumbers)
        if hasEndList, self != newer { breaches.append(.changeAfterEnd) }
        if newer.targetDuration != targetDuration {
            breaches.append(.targetDuration(from: targetDuration, to: newer.targetDuration))
        }
        if newer.playlistType != playlistType { breaches.append(.type) }
        guard !known.isEmpty else { return breaches }
        guard given.lowerBound >= known.lowerBound else {
            return breaches + [.sequenceFell(from: known.lowerBound, to: given.lowerBound)]
        }
        if given.upperBound < known.upperBound {
            breaches.append(.endRemoval(count: known.upperBound - given.upperBound))
        }
        let common = known.clamped(to: given)
        // Segments are compared in place, since a copy retains all of their storage.
        let (listed, newerListed) = (segments, newer.segments)
        let own = listed.span
        let others = newerListed.span
        for number in common {
            let (place, other) = (number - known.lowerBound, number - given.lowerBound)
            guard
                own[place].location != others[other].location
                    || own[place].byteRange != others[other].byteRange
            else { continue }
            breaches.append(.location(sequence: number))
            break
        }
        for number in common {
            let (place, other) = (number - known.lowerBound, number - given.lowerBound)
            if own[place].duration == others[other].duration,
                own[place].isGap == others[other].isGap,
                own[place].startsDiscontinuity == others[other].startsDiscontinuity,
                own[place].programDateTime == others[other].programDateTime,
                own[place].scope.isSame(as: others[other].scope)
            {
                continue
            }
            let tag = own[place].changedTag(
                in: others[other], isFirst: number == given.lowerBound)
            guard let tag else { continue }
            breaches.append(.tag(tag, sequence: number))
            break
        }
        let removed = given.lowerBound - known.lowerBound
        guard removed > 0 else { return breaches + discontinuityBreach(newer, removed: 0) }
        if playlistType != nil { breaches.append(.removal(count: removed)) }
        if removed <= segments.count { breaches += discontinuityBreach(newer, removed: removed) }
        if let target = newer.targetDuration, !newer.hasEndList {
            let remaining = newer.duration
            if remaining < target + target + target { breaches.append(.shortWindow(remaining)) }
        }
        return breaches
    }

    private func discontinuityBreach(_ newer: MediaPlaylist, removed: Int) -> [PlaylistBreach] {
        let count = segments[..<removed].count(where: \.startsDiscontinuity)
        let expected = discontinuitySequence.addingClamped(count)
        let found = newer.discontinuitySequence
        return found == expected ? [] : [.discontinuitySequence(expected: expected, found: found)]
    }
}

extension MediaSegment {
    /// The difference, in milliseconds, up to which two dates count as one date that was rounded.
    private static let dateTolerance: UInt64 = 10

    /// Returns the tag that differs in a later version of the segment; `nil` when none differs.
    ///
    /// - Parameters:
    ///   - newer: The segment in a later version of the playlist.
    ///   - isFirst: Whether `newer` is the first segment of that version; its discontinuity may
    ///     then be counted in the discontinuity sequence number, so the tag `EXT-X-DISCONTINUITY`
    ///     may be absent.
    /// - Returns: The name of the tag.
    fileprivate func changedTag(in newer: MediaSegment, isFirst: Bool) -> String? {
        if newer.duration != duration { return "EXTINF" }
        if newer.isGap != isGap { return "EXT-X-GAP" }
        if newer.startsDiscontinuity != startsDiscontinuity, !isFirst {
            return "EXT-X-DISCONTINUITY"
        }
        if let date = programDateTime?.millisecondsSince1970,
            let other = newer.programDateTime?.millisecondsSince1970
        {
            let (span, overflow) = date.subtractingReportingOverflow(other)
            if overflow || span.magnitude > Self.dateTolerance { return "EXT-X-PROGRAM-DATE-TIME" }
        }
        if newer.scope.isSame(as: scope) { return nil }
        if newer.keys != keys { return "EXT-X-KEY" }
        let (section, other) = (initializationSection, newer.initializationSection)
        // An initialization section after `METHOD=NONE` counts as equal to one that no key tag
        // precedes: neither is encrypted. Which of the two applies depends on earlier segments.
        let isSame =
            section?.uri == other?.uri && section?.byteRange == other?.byteRange
            && (section?.keys ?? []) == (other?.keys ?? [])
        return isSame ? nil : "EXT-X-MAP"
    }
}
