import Formats
import HeadlessPlayback
import RunResults
import Sessions
import VirtualTime

/// The cue points as a human-readable table.
extension CuePointComparison {
    private static let mostRows = 200

    /// The text of the table, with one line for each cue point.
    ///
    /// If there are more than `mostRows` cue points, only the first `mostRows` incorrect ones are
    /// shown. If each variant stream has its own line, the line of the cue point shows the worst
    /// result.
    var table: String {
        var text = TextTable(
            columns: ["time", "type", "name", "passed", "keyframe", "boundary", "markers"])
        let shown =
            findings.count <= Self.mostRows
            ? findings : Array(findings.filter { !isRight($0) }.prefix(Self.mostRows))
        for finding in shown {
            text.add(
                [
                    finding.place, SafeText.quoted(finding.cuePoint.type),
                    SafeText.quoted(finding.cuePoint.name ?? ""),
                    passed(finding, finding.passings), worst(finding.keyframes, finding.time),
                    worst(finding.boundaries, finding.time), markers(finding),
                ], mark: isRight(finding) ? " " : "!")
            guard verifier.reportsEachVariant else { continue }
            for stream in asset.survey.variants { text.add(row(of: finding, in: stream)) }
        }
        let hidden = findings.count - shown.count
        let rest = hidden > 0 ? "  \(hidden) of \(findings.count) cue points are not shown\n" : ""
        return text.text + rest
    }

    /// Returns the table row of a cue point for one variant stream.
    private func row(of finding: CuePointFinding, in stream: Int) -> [String] {
        let name = asset.survey.streams[stream].name
        let play = play(of: stream)
        let passings = finding.passings.filter { $0.play == play }
        return [
            "", "", name, passed(finding, passings),
            worst(finding.keyframes.filter { $0.stream == stream }, finding.time),
            worst(finding.boundaries.filter { $0.stream == stream }, finding.time),
            markers(finding, in: stream),
        ]
    }

    private func passed(
        _ finding: CuePointFinding, _ passings: some Collection<CuePointFinding.Passing>
    ) -> String {
        if finding.isAfterEnd { return "after the end" }
        let counts = Set(passings.map(\.count)).sorted()
        let place =
            passings.first.flatMap { passing in
                passing.passages.first.map {
                    " (\(plays[passing.play].passages[$0].passage.words))"
                }
            } ?? ""
        return counts.map { $0 == 0 ? "never" : $0 == 1 ? "once" : "\($0) times" }
            .joined(separator: ", ") + place
    }

    /// Returns the distances of a cue point to the nearest keyframe and boundary of one stream.
    ///
    /// The result also contains the markers of the stream that match the cue point.
    func surroundings(
        of finding: CuePointFinding, in stream: Int
    ) -> SessionHistory.Surroundings {
        SessionHistory.Surroundings(
            keyframe: worst(finding.keyframes.filter { $0.stream == stream }, finding.time),
            boundary: worst(finding.boundaries.filter { $0.stream == stream }, finding.time),
            markers: markers(finding, in: stream))
    }

    private func worst(
        _ distances: some Collection<CuePointFinding.Distance>, _ time: MediaTime?
    ) -> String {
        guard let time else { return "" }
        let spans = distances.compactMap { $0.nearest.map { $0 - time } }
        guard spans.count == distances.count,
            let worst = spans.max(by: { max($0, -$0) < max($1, -$1) })
        else { return distances.isEmpty ? "" : "none" }
        return Self.signed(worst)
    }

    /// Returns the sources of a cue point's matching markers, in all streams or in the given one.
    private func markers(_ finding: CuePointFinding, in stream: Int? = nil) -> String {
        var sources: [String] = []
        for group in finding.markers.map({ groups[$0] }) {
            for member in group.members
            where stream.map(member.streams.contains) ?? true
                && !sources.contains(member.marker.source)
            {
                sources.append(member.marker.source)
            }
        }
        return sources.isEmpty
            ? (finding.isMarkerUnreadable ? "unreadable" : finding.needsMarker ? "none" : "")
            : sources.joined(separator: ", ")
    }
}
