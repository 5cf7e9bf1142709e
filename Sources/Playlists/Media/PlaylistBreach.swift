import Formats
package import VirtualTime

/// A forbidden change between two versions of a media playlist.
///
/// Reference: rfc8216bis, section 6.2.1 (General Server Responsibilities).
package enum PlaylistBreach: Equatable, Sendable {
    /// The media sequence number decreased.
    case sequenceFell(from: Int, to: Int)
    /// The discontinuity sequence number did not grow by the number of removed discontinuities.
    case discontinuitySequence(expected: Int, found: Int)
    /// The target duration changed.
    case targetDuration(from: MediaTime?, to: MediaTime?)
    /// The location or byte range of the segment with this media sequence number changed.
    ///
    /// A changed signature is not a change of the location, unless only signatures distinguish the
    /// segments.
    case location(sequence: Int)
    /// A tag of the segment with this media sequence number changed.
    case tag(String, sequence: Int)
    /// The partial segment at an index of a segment differs between the versions.
    case part(index: Int, sequence: Int)
    /// Partial segments were removed near the live edge, or from the end of a segment.
    case removedParts(count: Int, sequence: Int)
    /// The part target duration changed.
    case partTarget(from: MediaTime, to: MediaTime)
    /// The playlist type changed.
    case type
    /// Segments were removed from an `EVENT` or `VOD` playlist.
    case removal(count: Int)
    /// Segments were removed from the end.
    case endRemoval(count: Int)
    /// Segments were removed, so an unfinished playlist lasts under three target durations.
    case shortWindow(MediaTime)
    /// The playlist changed after `EXT-X-ENDLIST`.
    case changeAfterEnd
    /// An attribute of a date range changed or was removed.
    case dateRange(id: String, attribute: String)
    /// A date range was removed although segments within its dates are still listed.
    case removedDateRange(id: String)
    /// A delta update skips a segment that starts closer to the end than the skip boundary.
    case skip(distance: MediaTime, boundary: MediaTime)
}

extension MediaPlaylist {
    /// Returns the forbidden changes from this version to a later one.
    ///
    /// The media sequence numbers must not have restarted between the two versions.
    ///
    /// - Parameters:
    ///   - newer: The later version, without skipped segments.
    ///   - skipped: The segments that the delta update with the later version skipped; `nil` if the
    ///     later version was not received as a delta update.
    /// - Returns: The changes, at most one of each case.
    package func breaches(
        by newer: MediaPlaylist, skipping skipped: SkippedSegments? = nil
    ) -> [PlaylistBreach] {
        VersionComparison(old: self, newer: newer, skipped: skipped).breaches
    }
}

/// Two versions of a media playlist, which are compared for forbidden changes.
private struct VersionComparison {
    let old: MediaPlaylist
    let newer: MediaPlaylist
    let skipped: SkippedSegments?

    /// Returns whether only signatures distinguish the segments of the earlier version.
    ///
    /// - Parameter known: The result of an earlier call, which this method sets.
    /// - Returns: Whether all segments have the same location apart from their signatures.
    private func isNamedBySignatures(_ known: inout Bool?) -> Bool {
        if let known { return known }
        let segments = old.segments
        let isNamed =
            segments.count > 1
            && segments.allSatisfy {
                $0.byteRange == segments[0].byteRange
                    && SigningParameter.areEqual($0.uri, segments[0].uri)
            }
        known = isNamed
        return isNamed
    }

    /// The forbidden changes, at most one of each case.
    var breaches: [PlaylistBreach] {
        var breaches: [PlaylistBreach] = []
        let (known, given) = (old.sequenceNumbers, newer.sequenceNumbers)
        if old.hasEndList, old != newer { breaches.append(.changeAfterEnd) }
        if newer.targetDuration != old.targetDuration {
            breaches.append(.targetDuration(from: old.targetDuration, to: newer.targetDuration))
        }
        if newer.playlistType != old.playlistType { breaches.append(.type) }
        if let part = old.partInformation?.targetDuration,
            let other = newer.partInformation?.targetDuration, part != other
        {
            breaches.append(.partTarget(from: part, to: other))
        }
        guard !known.isEmpty else { return breaches }
        guard given.lowerBound >= known.lowerBound else {
            return breaches + [.sequenceFell(from: known.lowerBound, to: given.lowerBound)]
        }
        if given.upperBound < known.upperBound, !old.hasEndList {
            breaches.append(.endRemoval(count: known.upperBound - given.upperBound))
        }
        let common = known.clamped(to: given)
        // Segments are compared in place, since a copy retains all of their storage.
        let (listed, newerListed) = (old.segments, newer.segments)
        let own = listed.span
        let others = newerListed.span
        var namedBySignatures: Bool?
        for number in common {
            let (place, other) = (number - known.lowerBound, number - given.lowerBound)
            guard
                own[place].location != others[other].location
                    || own[place].byteRange != others[other].byteRange,
                own[place].byteRange != others[other].byteRange
                    || !SigningParameter.areEqual(own[place].uri, others[other].uri)
                    || isNamedBySignatures(&namedBySignatures)
                        && !SigningParameter.areEqual(
                            own[place].uri, others[other].uri,
                            unlike: own[place > 0 ? place - 1 : 1].uri)
            else { continue }
            breaches.append(.location(sequence: number))
            break
        }
        var dates = DateComparison(newer: newer)
        for number in known.prefix(while: { $0 < common.lowerBound }) {
            dates.pass(own[number - known.lowerBound], number: number)
        }
        for number in common {
            let (place, other) = (number - known.lowerBound, number - given.lowerBound)
            let keepsDate = dates.keepsDate(of: own[place], in: others[other], number: number)
            if keepsDate, own[place].duration == others[other].duration,
                own[place].isGap == others[other].isGap,
                own[place].startsDiscontinuity == others[other].startsDiscontinuity,
                own[place].scope.isSame(as: others[other].scope),
                own[place].changedCue(in: others[other]) == nil
            {
                continue
            }
            let tag =
                keepsDate
                ? own[place].changedTag(in: others[other], isFirst: number == given.lowerBound)
                : "EXT-X-PROGRAM-DATE-TIME"
            guard let tag else { continue }
            breaches.append(.tag(tag, sequence: number))
            break
        }
        breaches += partBreaches
        breaches += DateRangeComparison(old: old, newer: newer).breaches(skipping: skipped)
        breaches += skipBreach
        let removed = given.lowerBound - known.lowerBound
        guard removed > 0 else { return breaches + discontinuityBreach(removed: 0) }
        if old.playlistType != nil { breaches.append(.removal(count: removed)) }
        if removed <= old.segments.count { breaches += discontinuityBreach(removed: removed) }
        if let target = newer.targetDuration, !newer.hasEndList {
            let remaining = newer.duration
            if remaining < target + target + target { breaches.append(.shortWindow(remaining)) }
        }
        return breaches
    }

    /// The skipped segments that are closer to the end than the skip boundary; empty if none are.
    ///
    /// A segment that starts before the boundary and ends after it may be skipped. The parts after
    /// the last segment count as part of the playlist.
    ///
    /// Reference: rfc8216bis, section 6.2.5.1 (Playlist Delta Updates).
    private var skipBreach: [PlaylistBreach] {
        let control = newer.serverControl ?? old.serverControl
        guard let count = skipped?.count, count > 0, count <= newer.segments.count,
            let boundary = control?.canSkipUntil
        else { return [] }
        let listed = newer.segments[(count - 1)...].reduce(MediaTime.zero) { $0 + $1.duration }
        let distance = listed + newer.trailingParts.duration
        let isWithin = distance + .milliseconds(10) < boundary
        return isWithin ? [.skip(distance: distance, boundary: boundary)] : []
    }

    private func discontinuityBreach(removed: Int) -> [PlaylistBreach] {
        let count = old.segments[..<removed].count(where: \.startsDiscontinuity)
        let expected = old.discontinuitySequence.addingClamped(count)
        let found = newer.discontinuitySequence
        return found == expected ? [] : [.discontinuitySequence(expected: expected, found: found)]
    }

    /// The distance from the end within which parts must stay listed.
    ///
    /// The unit is half a target duration.
    ///
    /// `EXT-X-PART` tags should stay listed for three target durations. However, some servers list
    /// the parts of only the last two segments, and segments may be shorter than the target
    /// duration. Therefore, one and a half target durations are accepted.
    private static let halvesWithParts = 3

    /// The forbidden changes of partial segments: the oldest difference and the oldest removal.
    ///
    /// Reference: rfc8216bis, section 6.2.2 (Live Playlists).
    private var partBreaches: [PlaylistBreach] {
        guard old.partInformation != nil else { return [] }
        let (known, given) = (old.sequenceNumbers, newer.sequenceNumbers)
        let open = known.upperBound
        var found: [PlaylistBreach] = []
        if open == given.upperBound {
            found += compare(
                old.trailingParts, newer.trailingParts, of: open, lasting: .zero, after: .zero)
        }
        var rest = newer.trailingParts.duration
        // The segments are compared from the last to the first.
        for number in given.reversed() {
            let place = number - given.lowerBound
            if number <= open {
                let own =
                    number == open
                    ? old.trailingParts : old.segments[number - known.lowerBound].parts
                // Only the last segments list parts, so the search ends at the first segment
                // without parts.
                if own.isEmpty, number < open { break }
                found += compare(
                    own, newer.segments[place].parts, of: number,
                    lasting: newer.segments[place].duration, after: rest)
            }
            rest += newer.segments[place].duration
        }
        let change = found.last { if case .part = $0 { true } else { false } }
        let removal = found.last { if case .removedParts = $0 { true } else { false } }
        return [change, removal].compactMap(\.self)
    }

    /// Compares the partial segments of one segment.
    ///
    /// - Parameters:
    ///   - own: The parts in the older version.
    ///   - new: The parts in the newer version.
    ///   - number: The media sequence number of the segment.
    ///   - length: The duration of the segment in the newer version; zero if it is unfinished.
    ///   - rest: The duration of the media after the segment in the newer version.
    /// - Returns: The forbidden change; empty if there is none.
    private func compare(
        _ own: [PartialSegment], _ new: [PartialSegment], of number: Int,
        lasting length: MediaTime, after rest: MediaTime
    ) -> [PlaylistBreach] {
        guard let last = own.last else { return [] }
        let isWhole = number < old.sequenceNumbers.upperBound
        // Parts are removed in the order in which they are listed. If the segment was unfinished in
        // the older version, later parts may have replaced all parts of that version. The newer
        // parts count as such later parts if they and the older parts together are not longer than
        // the segment, with half a part allowed for rounding.
        let first = new.first.flatMap { part in
            own.firstIndex { $0.uri == part.uri && $0.byteRange == part.byteRange }
                ?? own.firstIndex { $0.isSame(as: part) }
        }
        let hasLaterParts =
            !isWhole && !new.contains { $0.isSame(as: last) }
            && (own.duration + new.duration) * 2 <= length * 2 + last.duration
        let removed = new.isEmpty ? own.count : first ?? (hasLaterParts ? own.count : 0)
        let kept = own.dropFirst(removed)
        let changed =
            zip(kept.indices, new).first { !own[$0].isUnchanged(in: $1) }?.0
            ?? (isWhole && new.count > kept.count ? own.count : nil)
        if let changed { return [.part(index: changed, sequence: number)] }
        let target = newer.targetDuration ?? .zero
        let edge = MediaTime(ticks: (target * Self.halvesWithParts).ticks / 2)
        let isAtEdge = rest + new.duration < edge
        let lost = new.isEmpty ? 0 : max(0, kept.count - new.count)
        let count = lost + (isAtEdge ? removed : 0)
        // After the end of the broadcast, a server may remove parts at any position.
        guard count > 0, !newer.hasEndList else { return [] }
        return [.removedParts(count: count, sequence: number)]
    }
}

extension [PartialSegment] {
    /// The duration of all parts.
    fileprivate var duration: MediaTime { reduce(.zero) { $0 + $1.duration } }
}

extension PartialSegment {
    /// Returns whether another part has the same location and bytes.
    fileprivate func isSame(as other: PartialSegment) -> Bool {
        byteRange == other.byteRange && SigningParameter.areEqual(uri, other.uri)
    }

    /// Returns whether the part is the same in a newer version, apart from its signature.
    fileprivate func isUnchanged(in newer: PartialSegment) -> Bool {
        if self == newer { return true }
        var other = newer
        other.uri = uri
        return self == other && isSame(as: newer)
    }
}

extension MediaSegment {
    /// Returns the tag that differs in a later version of the segment; `nil` when none differs.
    ///
    /// - Parameters:
    ///   - newer: The segment in a later version of the playlist.
    ///   - isFirst: Whether `newer` is the first segment of that version. In that case, the tag
    ///     `EXT-X-DISCONTINUITY` may be absent, because the discontinuity sequence number may
    ///     already count its discontinuity.
    /// - Returns: The name of the tag. Date tags are not compared.
    fileprivate func changedTag(in newer: MediaSegment, isFirst: Bool) -> String? {
        if newer.duration != duration { return "EXTINF" }
        if newer.isGap != isGap { return "EXT-X-GAP" }
        if newer.startsDiscontinuity != startsDiscontinuity, !isFirst {
            return "EXT-X-DISCONTINUITY"
        }
        if let cue = changedCue(in: newer) { return cue }
        if newer.scope.isSame(as: scope) { return nil }
        if !keys.areUnchanged(in: newer.keys) { return "EXT-X-KEY" }
        let (section, other) = (initializationSection, newer.initializationSection)
        // An initialization section after `METHOD=NONE` counts as equal to a section that no key
        // tag precedes, because neither is encrypted. The key tag may have been removed together
        // with an earlier segment.
        let isSame =
            (section == nil) == (other == nil) && section?.byteRange == other?.byteRange
            && SigningParameter.areEqual(section?.uri ?? "", other?.uri ?? "")
            && (section?.keys ?? []).areUnchanged(in: other?.keys ?? [])
        return isSame ? nil : "EXT-X-MAP"
    }
}

extension [EncryptionKey] {
    /// Returns whether the keys are the same in a newer version, apart from their signatures.
    fileprivate func areUnchanged(in newer: [EncryptionKey]) -> Bool {
        if self == newer { return true }
        return count == newer.count
            && zip(self, newer).allSatisfy { key, newer in
                var other = newer
                other.uri = key.uri
                return key == other && (key.uri == nil) == (newer.uri == nil)
                    && SigningParameter.areEqual(key.uri ?? "", newer.uri ?? "")
            }
    }
}
