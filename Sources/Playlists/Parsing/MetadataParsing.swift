import VirtualTime

extension PlaylistParser {
    /// Reads the media metadata tags.
    ///
    /// Reference: rfc8216bis, section 4.4.5 (Media Metadata Tags).
    mutating func readMetadata(_ tag: Tag, _ range: Range<Int>) throws(PlaylistError) {
        switch tag {
        case .dateRange: try readDateRange(range)
        case .skip: try readSkip(range)
        case .preloadHint: try readPreloadHint(range)
        default: try readRenditionReport(range)
        }
    }

    private mutating func readDateRange(_ range: Range<Int>) throws(PlaylistError) {
        guard media.playlist.dateRanges.count < limits.items else {
            throw exceeded("date ranges", limits.items)
        }
        var attributes = try attributes(.dateRange, range)
        guard let id = try attributes.string("ID") else {
            return try keep(.dateRange, lacking: "ID", in: attributes)
        }
        var dates = DateRange(id: id, startDate: nil)
        dates.rangeClass = try attributes.string("CLASS")
        dates.startDate = try attributes.value("START-DATE", quoted: true, DateTime.init)
        dates.cue = try attributes.list("CUE")
        dates.endDate = try attributes.value("END-DATE", quoted: true, DateTime.init)
        dates.duration = try attributes.time("DURATION")
        dates.plannedDuration = try attributes.time("PLANNED-DURATION")
        dates.endsOnNext = try attributes.flag("END-ON-NEXT")
        dates.scte35Command = try attributes.value("SCTE35-CMD", Numeral.bytes)
        dates.scte35Out = try attributes.value("SCTE35-OUT", Numeral.bytes)
        dates.scte35In = try attributes.value("SCTE35-IN", Numeral.bytes)
        dates.otherAttributes = try attributes.rest()
        try note(attributes)
        check(dates)
        media.playlist.dateRanges.append(dates)
    }

    private mutating func check(_ range: DateRange) {
        let tag = Tag.dateRange.rawValue
        if range.startDate?.hasTimeZone == false { note(.missingTimeZone, tag: tag, "START-DATE") }
        if range.endDate?.hasTimeZone == false { note(.missingTimeZone, tag: tag, "END-DATE") }
        if let start = range.startDate, let end = range.endDate,
            end.millisecondsSince1970 < start.millisecondsSince1970
        {
            note(.inconsistentAttributes, tag: tag, "END-DATE before START-DATE")
        }
        if range.endsOnNext, range.rangeClass == nil {
            note(.inconsistentAttributes, tag: tag, "END-ON-NEXT without CLASS")
        }
        if range.endsOnNext, range.duration != nil || range.endDate != nil {
            note(.inconsistentAttributes, tag: tag, "END-ON-NEXT with DURATION or END-DATE")
        }
    }

    private mutating func readSkip(_ range: Range<Int>) throws(PlaylistError) {
        if media.playlist.skipped != nil { return try keep(.skip, because: .duplicateTag) }
        var attributes = try attributes(.skip, range)
        guard let count = try attributes.integer("SKIPPED-SEGMENTS") else {
            throw attributes.missing("SKIPPED-SEGMENTS", expected: "an integer")
        }
        var skipped = SkippedSegments(count: count)
        if let removed = try attributes.string("RECENTLY-REMOVED-DATERANGES") {
            skipped.recentlyRemovedDateRanges = removed.split(separator: "\t").map(String.init)
        }
        require(version: skipped.recentlyRemovedDateRanges == nil ? 9 : 10, for: .skip)
        skipped.otherAttributes = try attributes.rest()
        try note(attributes)
        if !media.playlist.segments.isEmpty { note(.tooLate, tag: Tag.skip.rawValue) }
        media.playlist.skipped = skipped
    }

    private mutating func readPreloadHint(_ range: Range<Int>) throws(PlaylistError) {
        guard media.playlist.preloadHints.count < limits.renditions else {
            throw exceeded("preload hints", limits.renditions)
        }
        var attributes = try attributes(.preloadHint, range)
        guard let type = try attributes.word("TYPE") else {
            return try keep(.preloadHint, lacking: "TYPE", in: attributes)
        }
        guard let kind = PreloadHint.Kind(rawValue: type) else {
            return try keep(.preloadHint, because: .unknownValue, excerpt(type))
        }
        guard let uri = try attributes.string("URI") else {
            return try keep(.preloadHint, lacking: "URI", in: attributes)
        }
        var hint = PreloadHint(kind, uri: uri)
        hint.byteRangeStart = Int64(try attributes.integer("BYTERANGE-START") ?? 0)
        hint.byteRangeLength = try attributes.integer("BYTERANGE-LENGTH").map { Int64($0) }
        hint.otherAttributes = try attributes.rest()
        try note(attributes)
        media.playlist.preloadHints.append(hint)
    }

    private mutating func readRenditionReport(_ range: Range<Int>) throws(PlaylistError) {
        guard media.playlist.renditionReports.count < limits.renditions else {
            throw exceeded("rendition reports", limits.renditions)
        }
        var attributes = try attributes(.renditionReport, range)
        guard let uri = try attributes.string("URI") else {
            return try keep(.renditionReport, lacking: "URI", in: attributes)
        }
        var report = RenditionReport(uri: uri)
        report.lastMediaSequence = try attributes.integer("LAST-MSN")
        report.lastPart = try attributes.integer("LAST-PART")
        report.otherAttributes = try attributes.rest()
        try note(attributes)
        media.playlist.renditionReports.append(report)
    }
}
