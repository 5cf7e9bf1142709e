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
    ///   update may skip date ranges as well, it may omit attributes that earlier tags stated.
    /// - Returns: The changes.
    func breaches(skipping skipped: SkippedSegments?) -> [PlaylistBreach] {
        guard !old.dateRanges.isEmpty, old.dateRanges != newer.dateRanges else { return [] }
        let skipsRanges = skipped?.recentlyRemovedDateRanges != nil
        let (known, given) = (Self.attributes(in: old), Self.attributes(in: newer))
        lazy var dates = Self.dates(in: old)
        lazy var spans = SegmentSpans(in: newer, before: old.sequenceNumbers.upperBound)
        /// Returns whether a date range of the older version covers a segment of both versions.
        func isListed(_ id: String) -> Bool { dates[id].map(spans.overlap) ?? false }
        var (change, removal): (PlaylistBreach?, PlaylistBreach?)
        var visited: Set<String> = []
        for id in old.dateRanges.lazy.map(\.id) where visited.insert(id).inserted {
            guard let others = given[id] else {
                if removal == nil, isListed(id) { removal = .removedDateRange(id: id) }
                continue
            }
            guard change == nil else { continue }
            let changed = known[id, default: [:]].filter { name, values in
                guard let found = others[name] else { return !skipsRanges && isListed(id) }
                return !found.allSatisfy { $0.isStated(in: values) }
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

    /// Returns the dates of each range with a start, by its identifier, in milliseconds since 1970.
    ///
    /// Of a range without a known end, only the start counts: a planned duration need not be kept.
    private static func dates(in playlist: MediaPlaylist) -> [String: Range<Int64>] {
        var dates: [String: Range<Int64>] = [:]
        for range in playlist.dateRanges.joinedByID.endingOnNext {
            guard let start = range.startDate, start.millisecondsSince1970 < .max else { continue }
            let first = start.millisecondsSince1970
            let end = range.endDate?.millisecondsSince1970
            let last = end ?? start.milliseconds(after: range.duration ?? .zero)
            dates[range.id] = first..<max(first + 1, last)
        }
        return dates
    }
}

/// The value of an attribute of a date range; equal values may be written differently.
private enum StatedValue: Hashable {
    case flag
    /// A date or a duration in milliseconds.
    case milliseconds(Int64)
    case bytes([UInt8])
    case words([String])
    /// A location without its query, because servers sign locations again for each version.
    case location(URIReference)
    case attribute(Attribute.Value)

    /// Creates the value of an attribute for which `DateRange` has no property.
    init(_ attribute: Attribute) {
        self = .attribute(attribute.value)
        guard case .quoted(let text) = attribute.value, attribute.name.hasPrefix("X-") else {
            return
        }
        let isAsset = ["X-ASSET-URI", "X-ASSET-LIST"].contains(attribute.name)
        guard isAsset || text.contains("://") else { return }
        var location = URIReference(text)
        guard location.authority != nil || isAsset && location.scheme == nil else { return }
        location.query = nil
        self = .location(location)
    }

    /// Returns whether a set has this value, or the same date or duration rounded differently.
    func isStated(in values: Set<StatedValue>) -> Bool {
        if values.contains(self) { return true }
        guard case .milliseconds(let count) = self else { return false }
        let rounding = Int64(SegmentDate.rounding)
        return (-rounding...rounding).contains { error in
            let (near, overflow) = count.addingReportingOverflow(error)
            return !overflow && values.contains(.milliseconds(near))
        }
    }
}

extension DateRange {
    /// The attributes that the tag states besides the identifier, with their names.
    fileprivate var statedAttributes: [(name: String, value: StatedValue)] {
        let known: [(String, StatedValue?)] = [
            ("CLASS", rangeClass.map { .words([$0]) }),
            ("START-DATE", startDate.map { .milliseconds($0.millisecondsSince1970) }),
            ("CUE", cue.isEmpty ? nil : .words(cue)),
            ("END-DATE", endDate.map { .milliseconds($0.millisecondsSince1970) }),
            ("DURATION", duration.map { .milliseconds($0.value(timescale: 1000)) }),
            ("PLANNED-DURATION", plannedDuration.map { .milliseconds($0.value(timescale: 1000)) }),
            ("END-ON-NEXT", endsOnNext ? .flag : nil),
            ("SCTE35-CMD", scte35Command.map { .bytes($0) }),
            ("SCTE35-OUT", scte35Out.map { .bytes($0) }),
            ("SCTE35-IN", scte35In.map { .bytes($0) }),
        ]
        return known.compactMap { name, value in value.map { (name, $0) } }
            + otherAttributes.map { ($0.name, StatedValue($0)) }
    }
}
