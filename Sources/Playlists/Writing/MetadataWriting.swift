extension PlaylistWriter {
    mutating func write(_ range: DateRange) {
        var attributes = self.attributes(.dateRange)
        attributes.string("ID", range.id)
        attributes.string("CLASS", range.rangeClass)
        attributes.string("START-DATE", range.startDate?.text)
        attributes.list("CUE", range.cue)
        attributes.string("END-DATE", range.endDate?.text)
        attributes.time("DURATION", range.duration)
        attributes.time("PLANNED-DURATION", range.plannedDuration)
        attributes.flag("END-ON-NEXT", range.endsOnNext)
        attributes.bytes("SCTE35-CMD", range.scte35Command)
        attributes.bytes("SCTE35-OUT", range.scte35Out)
        attributes.bytes("SCTE35-IN", range.scte35In)
        attributes.rest(range.otherAttributes)
        line(attributes)
    }

    mutating func write(_ skipped: SkippedSegments) {
        var attributes = self.attributes(.skip)
        attributes.integer("SKIPPED-SEGMENTS", skipped.count)
        attributes.string(
            "RECENTLY-REMOVED-DATERANGES",
            skipped.recentlyRemovedDateRanges?.joined(separator: "\t"))
        attributes.rest(skipped.otherAttributes)
        line(attributes)
    }

    mutating func write(_ hint: PreloadHint) {
        var attributes = self.attributes(.preloadHint)
        attributes.word("TYPE", hint.kind.rawValue)
        attributes.string("URI", hint.uri)
        if hint.byteRangeStart != 0 {
            attributes.word("BYTERANGE-START", String(hint.byteRangeStart))
        }
        attributes.word("BYTERANGE-LENGTH", hint.byteRangeLength.map { String($0) })
        attributes.rest(hint.otherAttributes)
        line(attributes)
    }

    mutating func write(_ report: RenditionReport) {
        var attributes = self.attributes(.renditionReport)
        attributes.string("URI", report.uri)
        attributes.integer("LAST-MSN", report.lastMediaSequence)
        attributes.integer("LAST-PART", report.lastPart)
        attributes.rest(report.otherAttributes)
        line(attributes)
    }
}
