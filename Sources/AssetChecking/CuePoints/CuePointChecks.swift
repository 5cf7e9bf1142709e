import Formats
import HeadlessPlayback
import RunResults
import Sessions

/// The checks that result from a comparison of cue points.
///
/// The checks of the expected cue points are first. The checks of markers without a cue point
/// follow.
struct CuePointChecks {
    private static let mostNamed = 3

    private let comparison: CuePointComparison
    private var checks: [Check] = []
    /// The checks that could not be made because media is lost.
    private(set) var consequences: [Consequence] = []
    /// The end of a message about a missing marker: the tags that are not read as markers.
    private let unreadTags: String

    private var verifier: AssetVerifier { comparison.verifier }
    private var survey: AssetSurvey { comparison.asset.survey }

    init(_ comparison: CuePointComparison) {
        self.comparison = comparison
        let names = comparison.asset.survey.namesOfUnreadTags()
        unreadTags = names.map { "; not read as a marker: \($0)" } ?? ""
        checks.reserveCapacity(2 * comparison.findings.count)
        for finding in comparison.findings { add(finding) }
        for index in comparison.unexpected {
            let group = comparison.groups[index]
            let place = "\(group.kind.rawValue) at \(group.place)"
            fail(
                "marker.unexpected", "marker \(index + 1), \(place), is expected",
                "marker \(index + 1), \(place), has no cue point: \(Self.words(of: group))",
                expected: "a cue point within \(verifier.tolerance) s, as others of its kind have",
                found: "none")
        }
        for (index, group) in comparison.groups.enumerated() where group.kind == .unreadable {
            let name = "marker \(index + 1) at \(group.place)"
            fail(
                group.isOfMedia ? "media.metadata-unreadable" : "range.scte35-unreadable",
                "\(name) can be read",
                "\(name) is unreadable: \(Self.words(of: group))", expected: "a message",
                found: Self.words(of: group))
        }
        for stream in survey.streams {
            for id in stream.unplacedDateRanges {
                fail(
                    "range.no-date",
                    SafeText.quoted("date range \(id) of \(stream.name) has a place"),
                    SafeText.quoted(
                        "date range \(id) of \(stream.name) has no place on the timeline"),
                    expected: "a START-DATE, and EXT-X-PROGRAM-DATE-TIME in the playlist",
                    found: "none")
            }
        }
    }

    /// Returns `others` followed by the checks in `checks`, and empties `checks`.
    ///
    /// The array is moved out of `checks`, because copying it would be slow.
    mutating func takeChecks(behind others: [Check]) -> [Check] {
        var taken: [Check] = []
        swap(&checks, &taken)
        taken.insert(contentsOf: others, at: 0)
        return taken
    }

    // MARK: Cue points

    private mutating func add(_ finding: CuePointFinding) {
        let title = finding.title()
        judgePassing(finding, title)
        guard !finding.isAfterEnd else { return }
        if let time = finding.time { judgeCuts(finding, title, time) }
        judgeMarkers(finding, title)
    }

    private mutating func judgeCuts(
        _ finding: CuePointFinding, _ title: String, _ time: MediaTime
    ) {
        if comparison.needsKeyframe(finding) {
            judge(
                finding.keyframes, of: finding, title, "ad.not-on-keyframe", "keyframe",
                "is at a keyframe", time)
        }
        if comparison.needsBoundary(finding) {
            judge(
                finding.boundaries, of: finding, title, "ad.not-on-boundary", "segment boundary",
                "is where a segment starts", time)
        }
    }

    private mutating func judgeMarkers(_ finding: CuePointFinding, _ title: String) {
        if !finding.markers.isEmpty { judgeProperties(finding, title) }
        guard finding.needsMarker else { return }
        let claim = "is marked in the asset"
        if finding.isMarkedBesideVariants {
            let holders = Set(finding.markers.flatMap { comparison.groups[$0].streams }).sorted()
            let names = Self.list(holders.map { survey.streams[$0].name })
            return fail(
                "marker.missing", "\(title) \(claim)",
                "\(title) is marked only in \(names), and in no variant stream",
                expected: "the tags of \(names) in the variant streams", found: "none there")
        }
        guard finding.markers.isEmpty else {
            checks.append(Check("marker.missing", of: title, claim, .passed))
            return
        }
        guard !finding.isMarkerUnreadable else {
            checks.append(
                Check(
                    "marker.missing", of: title, claim,
                    .skipped("a marker there, or a message before it, cannot be read")))
            return
        }
        let words = comparison.markerWords(of: finding)
        let time = comparison.markerPlace(of: finding)
        let nearest = comparison.nearestMarker(to: time, finding.markerKinds).map {
            "the nearest is at \($0), \(CuePointComparison.signed($0 - time)) s away"
        }
        fail(
            "marker.missing", "\(title) \(claim)",
            "\(title) has no marker (\(words ?? "any")): \(nearest ?? "the asset has none")"
                + unreadTags,
            expected: "\(words ?? "a marker") within \(verifier.tolerance) s",
            found: (nearest ?? "none in the asset") + unreadTags)
    }

    /// Checks that the markers of a cue point have the properties that the cue point states.
    private mutating func judgeProperties(_ finding: CuePointFinding, _ title: String) {
        guard !finding.cuePoint.markerProperties.isEmpty else { return }
        let (code, claim) = ("marker.differs", "agrees with its marker")
        guard !finding.differences.isEmpty else {
            checks.append(Check(code, of: title, claim, .passed))
            return
        }
        let found = finding.differences.map { difference in
            let values = difference.found.isEmpty ? "none" : Self.list(difference.found)
            return SafeText.quoted("\(difference.key) \(values)")
        }
        let expected = finding.differences.map { SafeText.quoted("\($0.key) \($0.expected)") }
        fail(
            code, "\(title) \(claim)",
            "\(title) has a marker with \(found.joined(separator: ", "))",
            expected: expected.joined(separator: ", "), found: found.joined(separator: ", "))
    }

    private mutating func judgePassing(_ finding: CuePointFinding, _ title: String) {
        let claim = "is passed once"
        if finding.isAfterEnd {
            return fail(
                "cue-point.passed", "\(title) \(claim)",
                "\(title) is after the end at \(survey.duration) s",
                expected: "a place in the \(survey.duration) s of the asset",
                found: "one after its end")
        }
        let wrong = finding.passings.filter { $0.isJudged && $0.count != 1 }
        guard wrong.isEmpty else {
            let found = wrong.map { passing in
                let play = comparison.plays[passing.play]
                let places = passing.passages.prefix(Self.mostNamed).map {
                    play.passages[$0].passage.words
                }
                return passing.count == 0
                    ? "never in \(play.name)"
                    : "\(passing.count) times in \(play.name): \(places.joined(separator: ", "))"
            }
            return fail(
                "cue-point.passed", "\(title) \(claim)", "\(title) is passed \(Self.list(found))",
                expected: "once in each variant", found: found.joined(separator: "; "))
        }
        let unjudged = finding.passings.filter { !$0.isJudged }.map(\.play)
        guard !unjudged.isEmpty else {
            checks.append(Check("cue-point.passed", of: title, claim, .passed))
            return
        }
        let names = unjudged.map { comparison.plays[$0].name }
        checks.append(
            Check(
                "cue-point.passed", of: title, claim,
                .skipped("media is lost in \(Self.list(names))")))
        for stream in unjudged.compactMap(comparison.stream) {
            consequences.append(
                Consequence(stream: stream, subject: "cue point \(finding.ordinal)"))
        }
    }

    /// Checks the distance of a cue point from the nearest keyframe or boundary of each stream.
    private mutating func judge(
        _ distances: FewElements<CuePointFinding.Distance>, of finding: CuePointFinding,
        _ title: String, _ code: String, _ noun: String, _ claim: String, _ time: MediaTime
    ) {
        let far = distances.filter { !$0.isNearEnough }
        guard far.isEmpty else {
            let found = far.map { distance in
                let stream = survey.streams[distance.stream].name
                guard let nearest = distance.nearest else { return "none in \(stream)" }
                return
                    "the nearest is \(CuePointComparison.signed(nearest - time)) s away in \(stream)"
            }
            return fail(
                code, "\(title) \(claim)", "\(title) has no \(noun): \(Self.list(found))",
                expected: "a \(noun) at \(time)", found: found.joined(separator: "; "))
        }
        guard finding.unknown.isEmpty else {
            let names = finding.unknown.map { survey.streams[$0].name }
            checks.append(
                Check(code, of: title, claim, .skipped("media is lost in \(Self.list(names))")))
            return
        }
        if !distances.isEmpty { checks.append(Check(code, of: title, claim, .passed)) }
    }

    // MARK: Recording failures

    private mutating func fail(
        _ code: String, _ name: String, _ problem: String, expected: String, found: String
    ) {
        checks.append(
            Check(
                code, name, .failed(Failure(problem: problem, expected: expected, found: found))))
    }

    /// Returns the first texts of a list on one line, followed by the number of omitted texts.
    private static func list(_ words: [String]) -> String {
        words.prefix(mostNamed).joined(separator: "; ")
            + (words.count > mostNamed ? " (and \(words.count - mostNamed) more)" : "")
    }

    private static func words(of group: MarkerGroup) -> String {
        guard let member = group.members.first else { return "" }
        return SafeText.quoted("\(member.marker.source): \(member.marker.text)")
    }
}
