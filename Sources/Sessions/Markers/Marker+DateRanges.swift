import Containers
import Formats
package import Playlists
package import VirtualTime

extension DateRange {
    /// The `SCTE35` attributes that have no effect, because their name or value is invalid.
    ///
    /// Client-defined names begin with `X-`, so every attribute whose name begins with `SCTE35` is
    /// meant to contain an SCTE 35 message.
    package var unreadableSplices: [Attribute] {
        otherAttributes.filter { $0.name.uppercased().hasPrefix("SCTE35") }
    }

    /// Returns the markers for the range.
    ///
    /// - Parameters:
    ///   - start: The position of the start of the range.
    ///   - place: Returns the position of a date; `nil` for media without dates.
    /// - Returns: The markers; at least one.
    package func markers(
        from start: MediaTime, place: (DateTime) -> MediaTime?
    ) -> [Marker] {
        let stated = endDate.flatMap(place).flatMap { $0 >= start ? $0 - start : nil }
        let length = duration ?? stated ?? plannedDuration
        var markers: [Marker] = []
        if let bytes = scte35Out {
            markers += self.markers(of: bytes, .out, at: start, "SCTE35-OUT", length)
        }
        if let bytes = scte35Command {
            markers += self.markers(of: bytes, nil, at: start, "SCTE35-CMD", length)
        }
        if let bytes = scte35In, let place = end(from: start, place) {
            markers += self.markers(of: bytes, .in, at: place, "SCTE35-IN", nil)
        }
        for attribute in unreadableSplices {
            let place = attribute.name == "SCTE35-IN" ? end(from: start, place) : nil
            markers += self.markers(ofUnreadable: attribute, at: place ?? start, length)
        }
        if markers.isEmpty {
            let kind: Marker.Kind =
                interstitial != nil
                ? .interstitial
                : rangeClass == Interstitial.dateRangeClass ? .unreadable : .dateRange
            var words = [rangeClass.map { "class \($0)" }, "id \(id)"].compactMap(\.self)
            words += otherAttributes.map { "\($0.name)=\($0.value.text)" }
            if kind == .unreadable {
                words.insert("an interstitial without X-ASSET-URI and X-ASSET-LIST", at: 0)
            }
            var marker = Marker(
                kind, at: start, source: "EXT-X-DATERANGE",
                text: SafeText.quoted(words.joined(separator: ", ")))
            marker.duration = length
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
            // The attribute determines that a break starts or ends here, regardless of the message
            // that it contains.
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

    /// Returns the markers for an attribute whose SCTE 35 message has no effect.
    private func markers(
        ofUnreadable attribute: Attribute, at place: MediaTime, _ length: MediaTime?
    ) -> [Marker] {
        let kind: Marker.Kind? =
            switch attribute.name {
            case "SCTE35-OUT": .out
            case "SCTE35-IN": .in
            default: nil
            }
        let source = "EXT-X-DATERANGE \(SafeText.quoted(attribute.name))"
        let isKnown = kind != nil || attribute.name == "SCTE35-CMD"
        let cause =
            isKnown ? "its value is not a hexadecimal-sequence" : "no attribute has this name"
        var markers = [
            Marker(
                .unreadable, at: place, source: source,
                text: SafeText.quoted("\(cause): \(attribute.value.text)"))
        ]
        if let kind {
            // As with an invalid message, the attribute determines that a break starts or ends.
            var marker = Marker(kind, at: place, source: source, text: SafeText.quoted("id \(id)"))
            if kind == .out { marker.duration = length }
            markers.insert(marker, at: 0)
        }
        return markers
    }

    /// Returns the end of the range: its end date, or an end that follows from a duration.
    ///
    /// This duration is the stated duration, the duration in the SCTE 35 messages, or the planned
    /// duration. A range without any of these ends at the next range of its class. That range is
    /// not known yet, so the result is `nil`.
    private func end(
        from start: MediaTime, _ place: (DateTime) -> MediaTime?
    ) -> MediaTime? {
        if let end = endDate.flatMap(place) { return end }
        if let duration { return start + duration }
        let times = [scte35Out, scte35In].map { bytes in
            bytes.flatMap { try? SpliceInformation($0) }?.splicePTS
        }
        if let out = times[0], let back = times[1] {
            let span = (back - out) & (1 << 33 - 1)
            return start + MediaTime(span, timescale: 90_000)
        }
        if endsOnNext, plannedDuration == nil { return nil }
        return start + (plannedDuration ?? .zero)
    }
}
