import Formats
package import HeadlessPlayback
import Sessions

/// The markers of an asset, as text, as JSON and as cue points.
package struct MarkerListing {
    private let survey: AssetSurvey
    private let groups: [MarkerGroup]
    private let isComplete: Bool
    private let tolerance: MediaTime

    /// The maximum number of unreadable markers that are described one by one.
    private static let mostDescribed = 64

    /// Groups the equal markers that announce the same position in an asset.
    ///
    /// - Parameters:
    ///   - survey: The survey of the asset.
    ///   - tolerance: The largest distance at which markers still belong to the same position.
    ///   - isComplete: Whether the complete asset could be read; otherwise there may be more
    ///     markers.
    package init(_ survey: AssetSurvey, tolerance: MediaTime, isComplete: Bool = true) {
        self.survey = survey
        self.isComplete = isComplete
        self.tolerance = tolerance
        groups = survey.markers(tolerance: tolerance)
    }

    /// The cue points that correspond to the markers.
    package var cuePoints: CuePointCollection {
        survey.cuePoints(tolerance: tolerance)
    }

    /// Descriptions of the markers after the end of the asset; such markers are not cue points.
    package var wordsBehindEnd: [String] {
        survey.markersBehindEnd(tolerance: tolerance).filter { $0.kind != .unreadable }.map {
            "\($0.kind.rawValue) at \($0.place)"
        }
    }

    /// Descriptions of the unreadable markers; such markers are not cue points.
    ///
    /// If there are more than `mostDescribed`, the last description states the number of the
    /// remaining markers.
    package var wordsOfUnreadable: [String] {
        let unreadable = groups.filter { $0.kind == .unreadable }
        let members = unreadable.flatMap { group in group.members.map { (group.place, $0) } }
        var words = members.prefix(Self.mostDescribed).map { place, member in
            let text = SafeText.quoted(member.marker.text, limit: 300)
            return "the marker at \(place) cannot be read: \(text):"
                + " \(member.marker.source)\(streams(of: member))"
        }
        let more = members.count - words.count
        if more > 0 { words.append("\(more.counted("more marker")) cannot be read") }
        return words
    }

    /// The markers as text, each with its sources below it.
    package var text: String {
        guard !groups.isEmpty else {
            return isComplete ? "no markers\n" : "no markers in the parts that could be read\n"
        }
        var table = TextTable(columns: ["time", "marker", "length", "meaning", "sources"])
        for group in groups {
            for (index, row) in rows(of: group).enumerated() {
                let isFirst = index == 0
                table.add(
                    [isFirst ? "\(group.place)" : "", isFirst ? group.kind.rawValue : ""] + row)
            }
        }
        return table.text
            + (isComplete ? "" : "there may be more in the parts that could not be read\n")
    }

    /// Returns the table rows of a marker group: a row for each pair of duration and text.
    ///
    /// Each row also lists the sources of the markers that have this duration and text.
    private func rows(of group: MarkerGroup) -> [[String]] {
        var rows: [[String]] = []
        for member in group.members {
            let length = member.marker.duration.map { "\($0)" } ?? ""
            let text = SafeText.quoted(member.marker.text, limit: 300)
            let source = member.marker.source + streams(of: member)
            if let known = rows.firstIndex(where: { $0[0] == length && $0[1] == text }) {
                rows[known][2] += ", \(source)"
            } else {
                rows.append([length, text, source])
            }
        }
        return rows
    }

    /// Returns the names of the streams that have a marker, as text.
    ///
    /// The text is empty if all variant streams have the marker.
    private func streams(of member: MarkerGroup.Member) -> String {
        let variants = survey.variants
        let holders = member.streams.filter { survey.streams[$0].role == .variant }
        if holders.count == variants.count { return "" }
        return " (only \(member.streams.map { survey.streams[$0].name }.joined(separator: ", ")))"
    }

    /// Returns the markers and the streams as one JSON object on one line.
    package func json(title: String) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("asset", title)
            json.member("duration", survey.duration)
            json.member("isComplete", isComplete)
            json.key("streams")
            json.array { json in for stream in survey.streams { json.value(stream) } }
            json.key("markers")
            json.array { json in
                for group in groups { json.value(group, streams: survey.streams) }
            }
        }
        json.endLine()
        return json.bytes
    }
}

extension JSONText {
    fileprivate mutating func value(_ stream: StreamSurvey) {
        object { json in
            json.member("name", stream.name)
            json.member("role", stream.role.rawValue)
            if stream.bandwidth > 0 { json.member("bandwidth", stream.bandwidth) }
            json.member("duration", stream.end)
            json.member("segments", max(0, stream.boundaries.count - 1))
            if !stream.isComplete { json.member("complete", false) }
            json.member("keyframes", stream.keyframes.count)
            json.key("discontinuities")
            json.array { json in for place in stream.discontinuities { json.value(place) } }
            json.member("markers", stream.markers.count)
        }
    }

    fileprivate mutating func value(_ group: MarkerGroup, streams: [StreamSurvey]) {
        object { json in
            json.member("time", group.place)
            json.member("kind", group.kind.rawValue)
            if let duration = group.duration { json.member("duration", duration) }
            if let name = group.name { json.member("name", name) }
            json.key("sources")
            json.array { json in
                for member in group.members { json.value(member, streams: streams) }
            }
        }
    }

    private mutating func value(_ member: MarkerGroup.Member, streams: [StreamSurvey]) {
        let marker = member.marker
        object { json in
            json.member("source", marker.source)
            json.member("time", marker.place)
            json.member("text", marker.text)
            if let duration = marker.duration { json.member("duration", duration) }
            if let event = marker.eventID { json.member("event", event) }
            if let content = marker.contentID { json.member("content", content) }
            json.key("streams")
            json.array { json in for place in member.streams { json.value(streams[place].name) } }
        }
    }
}
