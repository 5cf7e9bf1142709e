import VirtualTime

extension MediaPlaylist {
    /// Returns the playlist as a file, with a line feed after every line.
    ///
    /// Tags have a fixed order; comments and unknown tags stay with the segment after them. The
    /// format can revoke a key, but not an initialization section or a bitrate. When the file is
    /// parsed, a segment without them therefore inherits them from the previous segment.
    public func text() -> String {
        var writer = PlaylistWriter()
        writer.write(self)
        return writer.output.text
    }
}

extension PlaylistWriter {
    mutating func write(_ playlist: MediaPlaylist) {
        common(
            version: playlist.version, hasIndependentSegments: playlist.hasIndependentSegments,
            start: playlist.start, definitions: playlist.definitions)
        header(of: playlist)
        lines(playlist.headerLines)
        for range in playlist.dateRanges { write(range) }
        if let skipped = playlist.skipped { write(skipped) }
        var last = Shared<SegmentScope>.plain
        var isFirst = playlist.skipped == nil
        let owner = playlist.segments
        let segments = owner.span
        for index in segments.indices {
            write(index, of: segments, after: last, isFirst: isFirst)
            last = segments[index].scope
            isFirst = false
        }
        if let tail = playlist.tail { write(tail, isFirst: isFirst) }
        for hint in playlist.preloadHints { write(hint) }
        for report in playlist.renditionReports { write(report) }
        if playlist.hasEndList { line(.endList) }
    }

    private mutating func header(of playlist: MediaPlaylist) {
        if let duration = playlist.targetDuration {
            line(.targetDuration, duration.decimalSeconds)
        }
        line(.mediaSequence, playlist.mediaSequence)
        if playlist.discontinuitySequence != 0 {
            line(.discontinuitySequence, playlist.discontinuitySequence)
        }
        if let kind = playlist.playlistType { line(.playlistType, kind.rawValue) }
        if playlist.isIFramesOnly { line(.iFramesOnly) }
        if let allows = playlist.allowsCache { line(.allowCache, allows ? "YES" : "NO") }
        if let control = playlist.serverControl {
            var attributes = self.attributes(.serverControl)
            attributes.flag("CAN-BLOCK-RELOAD", control.canBlockReload)
            attributes.time("CAN-SKIP-UNTIL", control.canSkipUntil)
            attributes.flag("CAN-SKIP-DATERANGES", control.canSkipDateRanges)
            attributes.time("HOLD-BACK", control.holdBack)
            attributes.time("PART-HOLD-BACK", control.partHoldBack)
            attributes.rest(control.otherAttributes)
            line(attributes)
        }
        if let information = playlist.partInformation {
            var attributes = self.attributes(.partInformation)
            attributes.time("PART-TARGET", information.targetDuration)
            attributes.rest(information.otherAttributes)
            line(attributes)
        }
    }

    /// Writes a segment of a list; the fields of the segment are read in place, not copied.
    private mutating func write(
        _ index: Int, of segments: Span<MediaSegment>, after last: Shared<SegmentScope>,
        isFirst: Bool
    ) {
        let start = output.byteCount
        if !segments[index].scope.isSame(as: last) { write(segments[index].scope.value) }
        tags(
            startsDiscontinuity: segments[index].startsDiscontinuity, isGap: segments[index].isGap)
        let extras = segments[index].extras
        if let extras { tags(extras) }
        if let range = segments[index].byteRange { line(.byteRange, range.lengthAtOffset) }
        // If no tag precedes the comments of the first segment, a parser would read the comments as
        // part of the header. In that case, the comments are written after `EXTINF`.
        let isLate = isFirst && output.byteCount == start
        if !isLate, let extras { lines(extras.value.precedingLines) }
        output.append("#EXTINF:")
        output.append(segments[index].duration)
        output.append(",")
        if let title = extras?.value.title { output.append(title) }
        output.append("\n")
        if isLate, let extras { lines(extras.value.precedingLines) }
        output.append(segments[index].location)
        output.append("\n")
    }

    /// Writes the tags of a segment's rare properties.
    ///
    /// If only the length of the output is kept, no tags are written, and their stored length in
    /// bytes is added.
    private mutating func tags(_ extras: Shared<SegmentExtras>) {
        let count = extras.value.tagByteCount.value
        if !output.keepsText, count > 0 {
            output.count(Int(count))
        } else {
            tags(extras.value)
        }
    }

    mutating func write(_ tail: SegmentTail, isFirst: Bool) {
        write(tail.scope.value)
        tags(startsDiscontinuity: tail.startsDiscontinuity, isGap: tail.isGap)
        tags(tail.extras)
        lines(tail.precedingLines)
    }

    private mutating func tags(startsDiscontinuity: Bool, isGap: Bool) {
        if startsDiscontinuity { line(.discontinuity) }
        if isGap { line(.gap) }
    }

    fileprivate mutating func tags(_ extras: SegmentExtras) {
        if let date = extras.programDateTime { line(.programDateTime, date.text) }
        for marker in extras.cueMarkers {
            output.append("#")
            output.append(marker.kind.rawValue)
            if let value = marker.value {
                output.append(":")
                output.append(value)
            }
            output.append("\n")
        }
        for part in extras.parts { write(part) }
    }

    /// Writes the tags that replace the properties in effect with the given properties.
    private mutating func write(_ next: SegmentScope) {
        if let section = next.initializationSection, section != scope.initializationSection {
            write(keys: section.statedKeys)
            var attributes = self.attributes(.map)
            attributes.string("URI", section.uri)
            attributes.range("BYTERANGE", section.byteRange)
            attributes.rest(section.otherAttributes)
            line(attributes)
            scope.initializationSection = section
        }
        write(keys: next.keys)
        if let bitrate = next.bitrate, bitrate != scope.bitrate {
            line(.bitrate, bitrate)
            scope.bitrate = bitrate
        }
    }

    /// Writes the tags that change the keys in effect.
    private mutating func write(keys next: [EncryptionKey]?) {
        guard scope.keys != next, next != nil || scope.keys?.isEmpty == false else { return }
        let keys = next ?? []
        var result = scope.keys ?? []
        var changes: [EncryptionKey] = []
        for key in keys where !result.contains(key) {
            changes.append(key)
            if let index = result.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
                result[index] = key
            } else {
                result.append(key)
            }
        }
        if changes.isEmpty || result != keys {
            var attributes = self.attributes(.key)
            attributes.word("METHOD", "NONE")
            line(attributes)
            changes = keys
        }
        for key in changes { write(key, as: .key) }
        scope.keys = keys
    }

    private mutating func write(_ part: PartialSegment) {
        var attributes = self.attributes(.part)
        attributes.time("DURATION", part.duration)
        attributes.string("URI", part.uri)
        attributes.range("BYTERANGE", part.byteRange)
        attributes.flag("INDEPENDENT", part.isIndependent)
        attributes.flag("GAP", part.isGap)
        attributes.rest(part.otherAttributes)
        line(attributes)
    }
}

extension MediaSegment {
    /// Stores the total length of the tags for the segment's parts and other rare properties.
    ///
    /// The stored length avoids repeated counting when a segment is listed in many versions of a
    /// playlist. A change of one of these properties removes the stored length.
    package mutating func countTags() {
        guard var values = extras?.value else { return }
        var writer = PlaylistWriter(keepsText: false)
        writer.tags(values)
        values.tagByteCount.value = UInt32(clamping: writer.output.byteCount)
        extras = Shared(values)
    }
}
