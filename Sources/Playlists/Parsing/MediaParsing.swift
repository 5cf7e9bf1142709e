import VirtualTime

/// A media playlist while it is parsed.
struct MediaDraft {
    var playlist = MediaPlaylist.Properties()
    /// Whether the first tag of a segment was read, so that the header is complete.
    var hasBegun = false
    var statesMediaSequence = false
    var statesDiscontinuitySequence = false
    /// The segment whose URI has not been read yet.
    var pending = PendingSegment()
    /// The properties that apply to the next segments until a tag changes them.
    var scope = Shared<SegmentScope>.plain
    var discontinuities = 0
    var total = MediaTime.zero
    /// The URIs of all segments, concatenated.
    var uris: [UInt8] = []
    /// The byte position at which the line with the first segment's URI ends.
    var firstURIEnd = 0
    var partCount = 0
    var cueCount = 0
    /// The URI of the last part with a byte range, and the end of that range.
    var lastPartRange: (uri: String, end: Int64)?
    /// The number of the first line that has a URI without `EXTINF`.
    var firstUnlistedLine: Int?
    /// The number of the first line with a part, reported if `EXT-X-PART-INF` is missing.
    var firstPartLine: Int?
}

/// The properties of a segment that are read before its URI.
struct PendingSegment {
    var duration: MediaTime?
    var line = 0
    var byteRange: (length: Int64, offset: Int64?)?
    var byteRangeLine = 0
    var startsDiscontinuity = false
    var isGap = false
    /// Whether any property of `extras` is set.
    var hasExtras = false
    var extras = SegmentExtras()
}

extension PlaylistParser {
    mutating func readMedia(_ tag: Tag, _ value: Range<Int>?) throws(PlaylistError) {
        let range = value ?? line.range.upperBound..<line.range.upperBound
        if tag.beginsSegments { media.hasBegun = true }
        switch tag {
        case .information: try readInformation(range)
        case .targetDuration, .mediaSequence, .discontinuitySequence, .endList, .playlistType,
            .iFramesOnly, .partInformation, .serverControl, .allowCache:
            try readMediaHeader(tag, range)
        case .dateRange, .skip, .preloadHint, .renditionReport:
            try readMetadata(tag, range)
        case .cueOut, .cueOutContinued, .cueIn, .oatclsSCTE35, .scte35, .splicePoint, .cue,
            .asset:
            try readCue(tag, value)
        default: try readSegmentTag(tag, range)
        }
    }

    /// Reads `EXTINF`.
    private mutating func readInformation(_ range: Range<Int>) throws(PlaylistError) {
        dropPendingSegment()
        let owner = source.bytes
        let bytes = owner.span
        var comma = range.lowerBound
        var isFractional = false
        while comma < range.upperBound, bytes[comma] != 0x2C {
            if bytes[comma] == 0x2E { isFractional = true }
            comma += 1
        }
        var (start, end) = (range.lowerBound, comma)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        if start != range.lowerBound || end != comma {
            note(.whitespace, tag: Tag.information.rawValue)
        }
        var duration: MediaTime
        do throws(NumeralError) {
            duration = try Numeral.time(bytes.extracting(start..<end))
        } catch .tooLarge {
            duration = MediaSegment.longestDuration + .seconds(1)
        } catch {
            throw malformed(.information, start..<end, expected: "a number of seconds", error)
        }
        if isFractional { require(version: 3, for: .information) }
        if comma == range.upperBound {
            note(.missingComma, tag: Tag.information.rawValue)
        } else if comma + 1 < range.upperBound {
            media.pending.hasExtras = true
            media.pending.extras.title = source.text(comma + 1..<range.upperBound)
        }
        if duration > MediaSegment.longestDuration {
            let text = excerpt(source.text(start..<end))
            note(.excessiveDuration, tag: Tag.information.rawValue, text)
            duration = MediaSegment.longestDuration
        }
        if let target = media.playlist.targetDuration, duration > target,
            Numeral.rounded(duration, writtenAs: bytes.extracting(start..<end)) > target
        {
            note(.longerThanTargetDuration, tag: Tag.information.rawValue, duration.description)
        }
        media.pending.duration = duration
        media.pending.line = line.number
    }

    /// Completes the pending segment.
    mutating func readSegmentURI() throws(PlaylistError) {
        guard let duration = media.pending.duration else {
            return try dropSegmentURI()
        }
        guard media.playlist.segments.count < limits.segments else {
            throw exceeded("media segments", limits.segments)
        }
        let uri = try appendURI()
        let (byteRange, hasAssumedOffset) = try pendingByteRange(of: uri)
        if !waitingLines.isEmpty {
            media.pending.extras.precedingLines = takeWaitingLines()
            media.pending.hasExtras = true
        }
        // No segment is longer than a day, so the sum exceeds its limit before it can overflow.
        media.total += duration
        guard media.total <= .seconds(Int64(limits.hours) * 3600) else {
            throw exceeded("hours of media", limits.hours)
        }
        reserveSegments()
        media.playlist.segments.append(
            MediaSegment(
                location: PooledText(placed: uri), duration: duration, byteRange: byteRange,
                hasAssumedOffset: hasAssumedOffset, pending: media.pending,
                discontinuitySequence: media.discontinuities, scope: media.scope))
        media.pending = PendingSegment()
    }

    /// Drops a URI that lacks `EXTINF`, with its byte range and its declaration as a gap.
    ///
    /// The other tags before the URI then apply to the next segment.
    private mutating func dropSegmentURI() throws(PlaylistError) {
        // The dropped URI is lost media, which must be recorded. If the log is full, parsing fails.
        guard !log.isFull(of: .missingInformation) else {
            throw PlaylistError(.missingTag(Tag.information.rawValue), line: line.number)
        }
        media.firstUnlistedLine = media.firstUnlistedLine ?? line.number
        media.pending.byteRange = nil
        media.pending.isGap = false
        note(.missingInformation, excerpt(try uri()))
    }

    /// Appends the URI of the current line to `uris`, and returns its range in `uris`.
    ///
    /// The URI is not appended again if the previous segment is a byte range of the same resource.
    /// Both segments then have the same range.
    private mutating func appendURI() throws(PlaylistError) -> Range<Int> {
        let start = media.uris.count
        if line.hasBraces || source.isLatin1 {
            media.uris.append(contentsOf: try uri().utf8)
        } else {
            media.uris.append(contentsOf: source.bytes[line.range])
        }
        guard media.uris.count <= PooledText.maximumPoolSize else {
            throw exceeded("bytes of URIs", PooledText.maximumPoolSize)
        }
        let range = start..<media.uris.count
        if media.pending.byteRange != nil, let last = media.playlist.segments.last?.location.range,
            PooledText.areSameText(media.uris[last], media.uris[range])
        {
            media.uris.removeLast(range.count)
            return last
        }
        return range
    }

    /// Reserves storage for all segments, whose number is estimated from the first ones.
    ///
    /// A list that grows by doubling is copied often, and may be twice as large as its contents.
    private mutating func reserveSegments() {
        let sampleCount = 64
        let place = line.range.upperBound
        let count = media.playlist.segments.count
        if count == 0 { media.firstURIEnd = place }
        guard count == sampleCount else { return }
        let rest = source.bytes.count - place
        let expected = sampleCount * rest / max(1, place - media.firstURIEnd)
        let more = expected + expected / 64 + 1
        media.playlist.segments.reserveCapacity(min(count + more, limits.segments))
        let length = media.uris.count / count + 1
        media.uris.reserveCapacity(media.uris.count + min(more * length, rest))
    }

    /// Returns the byte range of the pending segment; `nil` when it has none.
    ///
    /// A byte range without an offset follows the byte range of the previous segment if both
    /// segments have the same URI. Otherwise, the offset is assumed to be zero.
    private mutating func pendingByteRange(
        of uri: Range<Int>
    ) throws(PlaylistError) -> (range: Range<Int64>?, hasAssumedOffset: Bool) {
        guard let (length, offset) = media.pending.byteRange else { return (nil, false) }
        if let offset { return (offset..<offset + length, false) }
        guard let last = media.playlist.segments.last, last.location.range == uri,
            let range = last.byteRange
        else {
            log.note(
                .missingOffset, line: media.pending.byteRangeLine, tag: Tag.byteRange.rawValue,
                String(length))
            return (0..<length, true)
        }
        let (end, overflow) = range.upperBound.addingReportingOverflow(length)
        guard !overflow else {
            throw PlaylistError(
                .tooLarge(tag: Tag.byteRange.rawValue, value: String(length)),
                line: media.pending.byteRangeLine)
        }
        return (range.upperBound..<end, false)
    }

    /// Moves the comments of a playlist without listed or skipped segments to the header.
    ///
    /// The comments stay in the tail if the playlist states properties for a next segment.
    private func dropEmptyTail(of playlist: inout MediaPlaylist.Properties) {
        guard playlist.segments.isEmpty, playlist.skipped == nil, let tail = playlist.tail else {
            return
        }
        var comments = SegmentTail()
        comments.precedingLines = tail.precedingLines
        comments.discontinuitySequence = tail.discontinuitySequence
        guard tail == comments else { return }
        playlist.headerLines += tail.precedingLines
        playlist.tail = nil
    }

    /// Drops an `EXTINF` that no URI follows.
    ///
    /// The other tags of the pending segment then apply to the next segment.
    private mutating func dropPendingSegment() {
        guard media.pending.duration != nil else { return }
        log.note(.missingURI, line: media.pending.line, tag: Tag.information.rawValue)
        media.pending.duration = nil
        media.pending.extras.title = nil
        media.pending.hasExtras = media.pending.extras != SegmentExtras()
    }

    private mutating func readCue(_ tag: Tag, _ value: Range<Int>?) throws(PlaylistError) {
        guard let kind = CueMarker.Kind(rawValue: tag.rawValue) else { return }
        media.cueCount += 1
        guard media.cueCount <= limits.items else { throw exceeded("cue tags", limits.items) }
        media.pending.extras.cueMarkers.append(
            CueMarker(kind, value: value.map { source.text($0) }))
        media.pending.hasExtras = true
    }

    mutating func finishMedia() throws(PlaylistError) -> MediaPlaylist {
        dropPendingSegment()
        if media.playlist.segments.isEmpty, let line = media.firstUnlistedLine {
            throw PlaylistError(.missingTag(Tag.information.rawValue), line: line)
        }
        if media.pending.byteRange != nil {
            log.note(
                .missingURI, line: media.pending.byteRangeLine, tag: Tag.byteRange.rawValue)
        }
        let pending = media.pending
        // The playlist is moved, not copied, so that its list of segments is changed in place.
        var playlist = MediaPlaylist.Properties()
        swap(&playlist, &media.playlist)
        for index in playlist.segments.indices {
            playlist.segments[index].location.fill(from: media.uris)
        }
        var tail = SegmentTail()
        tail.extras = pending.extras
        tail.precedingLines = takeWaitingLines()
        tail.startsDiscontinuity = pending.startsDiscontinuity
        tail.isGap = pending.isGap
        if tail != SegmentTail() || media.scope != playlist.segments.last?.scope ?? .plain {
            tail.scope = media.scope
            tail.discontinuitySequence = media.discontinuities
            playlist.tail = tail
        }
        dropEmptyTail(of: &playlist)
        playlist.version = common.version ?? 1
        playlist.hasIndependentSegments = common.hasIndependentSegments
        playlist.start = common.start
        playlist.definitions = common.definitions
        if playlist.targetDuration == nil {
            note(.missingTargetDuration, tag: Tag.targetDuration.rawValue)
        }
        if playlist.partInformation == nil, let line = media.firstPartLine {
            log.note(.missingPartInformation, line: line, tag: Tag.part.rawValue)
        }
        checkVersion()
        playlist.problems.value = log.problems
        playlist.problemCount.value = log.count
        playlist.unlistedProblems.value = log.unlisted
        playlist.pooledByteCount.value = media.uris.count
        return MediaPlaylist(playlist)
    }
}
