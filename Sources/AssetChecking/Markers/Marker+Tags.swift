import Containers
import Formats
import HeadlessPlayback
import Playlists
import Sessions

extension Marker {
    /// Returns the markers for a cue tag of a playlist.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - place: The start of the following segment.
    /// - Returns: The markers; empty for a tag within a break.
    static func markers(of tag: CueMarker, at place: MediaTime) -> [Marker] {
        let source = tag.kind.rawValue
        var markers: [Marker] = []
        if let splice = tag.splice, tag.kind != .outContinued {
            markers = Self.markers(
                of: Result { () throws(SpliceError) in try SpliceInformation(text: splice) },
                at: place, source: source)
        }
        if let isOut = tag.isOut, !markers.contains(where: { $0.kind == (isOut ? .out : .in) }) {
            var marker = Marker(
                isOut ? .out : .in, at: place, source: source,
                text: (isOut ? "a break begins" : "a break ends") + tag.attributesInWords)
            marker.duration = tag.duration
            markers.insert(marker, at: 0)
        }
        for index in markers.indices {
            markers[index].duration = markers[index].duration ?? tag.duration
        }
        return markers
    }
}

extension CueMarker {
    /// The attributes after a colon; empty for a tag without attributes.
    fileprivate var attributesInWords: String {
        guard let value, value.contains("=") else { return "" }
        return ": " + SafeText.quoted(value)
    }
}

/// The positions of a playlist's dates on the presentation timeline.
///
/// Reference: rfc8216bis, section 4.4.4.6 (EXT-X-PROGRAM-DATE-TIME).
struct ProgramDates {
    private var anchors: [(date: Int64, place: MediaTime)] = []
    private var isSorted = true

    /// Reads the dates of a playlist.
    init(_ media: RenditionMedia) {
        for listed in media.segments {
            guard let date = listed.segment.programDateTime else { continue }
            let place = media.timeline.interval(of: listed.number).lowerBound
            isSorted = isSorted && (anchors.last?.date ?? .min) <= date.millisecondsSince1970
            anchors.append((date.millisecondsSince1970, place))
        }
    }

    /// Returns the position of a date; `nil` in a playlist without dates.
    func place(of date: DateTime) -> MediaTime? {
        let wanted = date.millisecondsSince1970
        guard let first = anchors.first else { return nil }
        // Dates may jump back at inserted content, so the latest matching date counts.
        let index =
            isSorted
            ? anchors.firstPlace { $0.date > wanted } - 1
            : anchors.lastIndex { $0.date <= wanted } ?? -1
        guard index >= 0 else {
            return first.place - Self.span(first.date, minus: wanted)
        }
        let place = anchors[index].place + Self.span(wanted, minus: anchors[index].date)
        guard index + 1 < anchors.count else { return place }
        return min(place, anchors[index + 1].place)
    }

    private static func span(_ date: Int64, minus other: Int64) -> MediaTime {
        let (span, overflow) = date.subtractingReportingOverflow(other)
        return .milliseconds(overflow ? .max : span)
    }
}

extension Marker {
    /// Returns the markers for the date ranges of a playlist.
    ///
    /// Tags with the same identifier form one range. A range without a date, or in a playlist
    /// without dates, has no position.
    ///
    /// - Parameters:
    ///   - ranges: The ranges of the playlist.
    ///   - dates: The positions of its dates.
    /// - Returns: The markers, and the identifiers of ranges without a position.
    static func markers(
        of ranges: [DateRange], _ dates: ProgramDates
    ) -> (markers: [Marker], unplaced: [String]) {
        var merged: [DateRange] = []
        var places: [String: Int] = [:]
        for range in ranges {
            if let place = places[range.id] {
                merged[place].take(range)
            } else {
                places[range.id] = merged.count
                merged.append(range)
            }
        }
        merged.endEachOnNext()
        var markers: [Marker] = []
        var unplaced: [String] = []
        for range in merged {
            if let start = range.startDate.flatMap(dates.place) {
                markers += range.markers(from: start, dates)
            } else {
                unplaced.append(range.id)
            }
        }
        return (markers, unplaced)
    }
}

extension [DateRange] {
    /// Sets the end dates of ranges that end at the start of the next range of their class.
    fileprivate mutating func endEachOnNext() {
        var starts: [String: [Int64]] = [:]
        for range in self {
            guard let name = range.rangeClass, let start = range.startDate else { continue }
            starts[name, default: []].append(start.millisecondsSince1970)
        }
        for name in starts.keys { starts[name]?.sort() }
        for index in indices where self[index].endsOnNext {
            guard let start = self[index].startDate, let name = self[index].rangeClass,
                let dates = starts[name]
            else { continue }
            let next = dates.firstPlace { $0 > start.millisecondsSince1970 }
            guard next < dates.count else { continue }
            self[index].endDate = DateTime(millisecondsSince1970: dates[next])
        }
    }
}

extension DateRange {
    /// Adds the attributes of a later tag with the same identifier.
    fileprivate mutating func take(_ other: DateRange) {
        startDate = startDate ?? other.startDate
        rangeClass = rangeClass ?? other.rangeClass
        endDate = endDate ?? other.endDate
        duration = duration ?? other.duration
        plannedDuration = plannedDuration ?? other.plannedDuration
        endsOnNext = endsOnNext || other.endsOnNext
        scte35Command = scte35Command ?? other.scte35Command
        scte35Out = scte35Out ?? other.scte35Out
        scte35In = scte35In ?? other.scte35In
        for attribute in other.otherAttributes where self[attribute: attribute.name] == nil {
            otherAttributes.append(attribute)
        }
    }

    fileprivate func markers(from start: MediaTime, _ dates: ProgramDates) -> [Marker] {
        let length = duration ?? plannedDuration
        var markers: [Marker] = []
        if let bytes = scte35Out {
            markers += self.markers(of: bytes, .out, at: start, "SCTE35-OUT", length)
        }
        if let bytes = scte35Command {
            markers += self.markers(of: bytes, nil, at: start, "SCTE35-CMD", length)
        }
        if let bytes = scte35In {
            let place = end(from: start, dates)
            markers += self.markers(of: bytes, .in, at: place, "SCTE35-IN", nil)
        }
        if markers.isEmpty {
            let isInterstitial = interstitial != nil
            var words = [rangeClass.map { "class \($0)" }, "id \(id)"].compactMap(\.self)
            words += otherAttributes.map { "\($0.name)=\($0.value.text)" }
            var marker = Marker(
                isInterstitial ? .interstitial : .dateRange, at: start, source: "EXT-X-DATERANGE",
                text: SafeText.quoted(words.joined(separator: ", ")))
            marker.duration = length ?? endDate.flatMap(dates.place).map { $0 - start }
            markers.append(marker)
        }
        for index in markers.indices {
            markers[index].name = markers[index].name ?? SafeText.quoted(id)
        }
        return markers
    }

    private func markers(
        of bytes: [UInt8], _ kind: Marker.Kind?, at place: MediaTime, _ attribute: String,
        _ length: MediaTime?
    ) -> [Marker] {
        var markers = Marker.markers(
            of: Result { () throws(SpliceError) in try SpliceInformation(bytes) }, at: place,
            source: "EXT-X-DATERANGE \(attribute)")
        if let kind, !markers.contains(where: { $0.kind == kind }) {
            // The attribute defines the range, regardless of its message.
            markers.insert(
                Marker(
                    kind, at: place, source: "EXT-X-DATERANGE \(attribute)",
                    text: SafeText.quoted("id \(id)")), at: 0)
        }
        for index in markers.indices where markers[index].kind == .out || kind == nil {
            markers[index].duration = markers[index].duration ?? length
        }
        return markers
    }

    /// Returns the end of the range, from its dates, its messages or its plan.
    private func end(from start: MediaTime, _ dates: ProgramDates) -> MediaTime {
        if let end = endDate.flatMap(dates.place) { return end }
        if let duration { return start + duration }
        let times = [scte35Out, scte35In].map { bytes in
            bytes.flatMap { try? SpliceInformation($0) }?.splicePTS
        }
        if let out = times[0], let back = times[1] {
            let span = (back - out) & (1 << 33 - 1)
            return start + MediaTime(span, timescale: 90_000)
        }
        return start + (plannedDuration ?? .zero)
    }
}
