import VirtualTime

/// Two versions of a media playlist, which are compared by their date ranges.
///
/// Later tags may add attributes to a date range and must keep the known ones. A date range may be
/// removed only when it no longer applies.
///
/// Reference: rfc8216bis, sections 4.4.5.1 (EXT-X-DATERANGE) and 6.2.1 (General Server
/// Responsibilities).
struct DateRangeComparison {
    /// The values of the attributes in all tags of a date range, by the name of the attribute.
    private typealias Attributes = [String: Set<StatedValue>]

    let old: MediaPlaylist
    let newer: MediaPlaylist

    /// Returns the forbidden changes, at most one of each case.
    ///
    /// - Parameter skipped: The segments that the delta update with the newer version skips. If the
    ///   update may skip date ranges as well, it states the removed ones, and it may omit
    ///   attributes that earlier tags stated.
    /// - Returns: The changes.
    func breaches(skipping skipped: SkippedSegments?) -> [PlaylistBreach] {
        guard !old.dateRanges.isEmpty, old.dateRanges != newer.dateRanges else { return [] }
        let skipsRanges = skipped?.recentlyRemovedDateRanges != nil
        let (known, given) = (Self.attributes(in: old), Self.attributes(in: newer))
        var (change, removal): (PlaylistBreach?, PlaylistBreach?)
        for range in old.dateRanges {
            let (id, attributes) = (range.id, known[range.id, default: [:]])
            guard let others = given[id] else {
                if removal == nil, !skipsRanges, listsStart(of: id) {
                    removal = .removedDateRange(id: id)
                }
                continue
            }
            guard change == nil else { continue }
            let changed = attributes.filter { name, values in
                guard let found = others[name] else { return !skipsRanges && listsStart(of: id) }
                return !found.isSubset(of: values)
            }
            change = changed.keys.min().map { .dateRange(id: id, attribute: $0) }
        }
        return [change, removal].compactMap(\.self)
    }

    private static func attributes(in playlist: MediaPlaylist) -> [String: Attributes] {
        var attributes: [String: Attributes] = [:]
        for range in playlist.dateRanges {
            for (name, value) in range.statedAttributes {
                attributes[range.id, default: [:]][name, default: []].insert(value)
            }
        }
        return attributes
    }

    /// Returns whether a date range of the older version starts in a segment of both versions.
    ///
    /// The first segment of the newer version does not count: due to rounding, the date range may
    /// have started in a removed segment.
    private func listsStart(of id: String) -> Bool {
        let start = old.dateRanges.lazy.filter { $0.id == id }.compactMap(\.startDate).first
        guard let start = start?.millisecondsSince1970 else { return false }
        let (known, given) = (old.sequenceNumbers, newer.sequenceNumbers)
        var date = SegmentDate()
        for number in given where number < known.upperBound {
            let segment = newer.segments[number - given.lowerBound]
            date.advance(to: segment, number: number)
            guard number > given.lowerBound, let milliseconds = date.milliseconds else { continue }
            let (offset, overflow) = start.subtractingReportingOverflow(milliseconds)
            if !overflow, offset >= 0, .milliseconds(offset) < segment.duration { return true }
        }
        return false
    }
}

/// The value of an attribute of a date range; equal values may be written differently.
private enum StatedValue: Hashable {
    case flag
    case number(Int64)
    case bytes([UInt8])
    case words([String])
    case attribute(Attribute.Value)
}

extension DateRange {
    /// The attributes that the tag states besides the identifier, with their names.
    fileprivate var statedAttributes: [(name: String, value: StatedValue)] {
        let known: [(String, StatedValue?)] = [
            ("CLASS", rangeClass.map { .words([$0]) }),
            ("START-DATE", startDate.map { .number($0.millisecondsSince1970) }),
            ("CUE", cue.isEmpty ? nil : .words(cue)),
            ("END-DATE", endDate.map { .number($0.millisecondsSince1970) }),
            ("DURATION", duration.map { .number($0.ticks) }),
            ("PLANNED-DURATION", plannedDuration.map { .number($0.ticks) }),
            ("END-ON-NEXT", endsOnNext ? .flag : nil),
            ("SCTE35-CMD", scte35Command.map { .bytes($0) }),
            ("SCTE35-OUT", scte35Out.map { .bytes($0) }),
            ("SCTE35-IN", scte35In.map { .bytes($0) }),
        ]
        return known.compactMap { name, value in value.map { (name, $0) } }
            + otherAttributes.map { ($0.name, .attribute($0.value)) }
    }
}
