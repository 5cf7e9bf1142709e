extension MediaPlaylist {
    /// Returns the complete playlist that a delta update represents.
    ///
    /// The properties of the update replace the properties of this playlist. Skipped segments are
    /// taken from this playlist; their keys and initialization section remain in effect after them.
    ///
    /// Reference: rfc8216bis, section 6.2.5.1 (Playlist Delta Updates).
    ///
    /// - Parameter delta: A later version of this playlist. A version that skips nothing is already
    ///   complete.
    /// - Returns: The playlist as it would be without skipping.
    /// - Throws: ``PlaylistError`` when this playlist lacks a segment that the update skips.
    public func merging(delta: MediaPlaylist) throws(PlaylistError) -> MediaPlaylist {
        guard let skipped = delta.skipped else { return delta }
        let kept = try segments(skippedBy: skipped, from: delta.mediaSequence)
        var merged = delta.properties
        merged.skipped = nil
        var inheritance = Inheritance(kept.last?.scope ?? .plain)
        merged.segments = []
        merged.segments.reserveCapacity(kept.count + delta.segments.count)
        merged.segments += kept
        merged.segments += delta.segments
        for index in kept.count..<merged.segments.count {
            let scope = inheritance.scope(merged.segments[index].scope)
            if !scope.isSame(as: merged.segments[index].scope) {
                merged.segments[index].scope = scope
            }
        }
        if let tail = merged.tail { merged.tail?.scope = inheritance.scope(tail.scope) }
        merged.pooledByteCount.value += properties.pooledByteCount.value
        merged.releaseRemovedURIs()
        merged.countDiscontinuities()
        if let removed = skipped.recentlyRemovedDateRanges {
            merged.dateRanges = dateRanges(updatedBy: delta.dateRanges, without: removed)
        }
        return MediaPlaylist(merged)
    }

    /// Returns the segments of this playlist that an update skips.
    private func segments(
        skippedBy skipped: SkippedSegments, from sequence: Int
    ) throws(PlaylistError) -> ArraySlice<MediaSegment> {
        guard self.skipped == nil else {
            throw PlaylistError(
                .deltaMismatch("the playlist it is merged into is a delta update itself"),
                line: nil)
        }
        let (start, isFar) = sequence.subtractingReportingOverflow(mediaSequence)
        guard !isFar, start >= 0, start <= segments.count, skipped.count <= segments.count - start
        else {
            throw PlaylistError(
                .deltaMismatch(
                    """
                    it skips \(skipped.count) segments from \(sequence), \
                    known are \(segments.count) from \(mediaSequence)
                    """), line: nil)
        }
        return segments[start..<start + skipped.count]
    }

    /// Sets the discontinuity sequence numbers of all segments, as the parser counts them.
    package mutating func countDiscontinuities() { properties.countDiscontinuities() }

    /// Returns the date ranges after an update: the retained ones, then the new ones.
    ///
    /// A range is retained if the update neither removes nor replaces it.
    private func dateRanges(
        updatedBy updates: [DateRange], without removed: [String]
    ) -> [DateRange] {
        let replaced = Set(removed).union(updates.map { $0.id })
        return dateRanges.filter { !replaced.contains($0.id) } + updates
    }
}

extension MediaPlaylist.Properties {
    /// Sets the discontinuity sequence numbers of all segments, as the parser counts them.
    mutating func countDiscontinuities() {
        var sequence = discontinuitySequence
        for index in segments.indices {
            if segments[index].startsDiscontinuity { sequence = sequence.addingClamped(1) }
            // An assignment would copy an array that another playlist shares, so only changed
            // numbers are assigned.
            if segments[index].discontinuitySequence != sequence {
                segments[index].discontinuitySequence = sequence
            }
        }
        if tail?.startsDiscontinuity == true { sequence = sequence.addingClamped(1) }
        tail?.discontinuitySequence = sequence
    }

    /// Moves the URIs of the listed segments out of text buffers that are mostly unused.
    ///
    /// The URIs move to a new buffer when more than half of the bytes in the old buffers belong to
    /// segments that were removed.
    fileprivate mutating func releaseRemovedURIs() {
        let listed = segments.reduce(0) { $0 + $1.location.range.count }
        guard pooledByteCount.value > 2 * listed else { return }
        segments.poolURIs()
        pooledByteCount.value = listed
    }
}

/// The keys, initialization section and bitrate that the listed segments inherit.
///
/// The segments that a delta update lists inherit the values in effect for the last segment that
/// the update skips.
private struct Inheritance {
    private let before: SegmentScope
    private var last: (delta: Shared<SegmentScope>, merged: Shared<SegmentScope>)

    init(_ before: Shared<SegmentScope>) {
        self.before = before.value
        last = (.plain, before)
    }

    /// Returns the properties that apply to a segment, including inherited properties.
    ///
    /// Keys, initialization section and bitrate are inherited from the last skipped segment, if the
    /// update does not state them.
    mutating func scope(_ delta: Shared<SegmentScope>) -> Shared<SegmentScope> {
        if delta.isSame(as: last.delta) { return last.merged }
        var value = delta.value
        value.keys = inherit(value.keys)
        if value.initializationSection == nil {
            value.initializationSection = before.initializationSection
        } else if value.initializationSection?.statedKeys == nil {
            value.initializationSection?.statedKeys = before.keys
        }
        value.bitrate = value.bitrate ?? before.bitrate
        last = (delta, Shared(value))
        return last.merged
    }

    /// Returns the keys in effect: the stated keys, and inherited keys of other key formats.
    private func inherit(_ stated: [EncryptionKey]?) -> [EncryptionKey]? {
        guard let stated else { return before.keys }
        guard !stated.isEmpty, var keys = before.keys else { return stated }
        for key in stated {
            if let index = keys.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
                keys[index] = key
            } else {
                keys.append(key)
            }
        }
        return keys
    }
}
