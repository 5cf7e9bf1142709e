import VirtualTime

extension MediaPlaylist {
    /// Returns the playlist as a file, with a line feed after every line.
    ///
    /// Tags have a fixed order; comments and unknown tags stay with the segment after them. A key
    /// can be revoked, but an initialization section or a bitrate cannot: a segment without one
    /// inherits it from the previous segment when the file is parsed.
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
            write(segments[index], after: last, isFirst: isFirst)
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

    mutating func write(
        _ segment: MediaSegment, after last: Shared<SegmentScope>, isFirst: Bool
    ) {
        let start = output.byteCount
        if !segment.scope.isSame(as: last) { write(segment.scope.value) }
        tags(startsDiscontinuity: segment.startsDiscontinuity, isGap: segment.isGap)
        if let extras = segment.extras { tags(extras.value) }
        if let range = segment.byteRange { line(.byteRange, range.lengthAtOffset) }
        // Lines before the first tag of the first segment would be parsed as part of the header.
        let isLate = isFirst && output.byteCount == start
        if !isLate, let extras = segment.extras { lines(extras.value.precedingLines) }
        output.append("#EXTINF:")
        output.append(segment.duration)
        output.append(",")
        if let title = segment.extras?.value.title { output.append(title) }
        output.append("\n")
        if isLate, let extras = segment.extras { lines(extras.value.precedingLines) }
        output.append(segment.location)
        output.append("\n")
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

    private mutating func tags(_ extras: SegmentExtras) {
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

    /// Writes the changes from the current scope to another.
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
