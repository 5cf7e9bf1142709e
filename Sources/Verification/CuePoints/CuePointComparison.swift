import HeadlessPlayback

/// Holds expected cue points against what plays showed: each list is walked once, or searched.
struct CuePointComparison {
    private let verifier: AssetVerifier
    private let asset: SurveyedAsset
    private let plays: [SurveyPlay]
    private let groups: [MarkerGroup]
    private(set) var findings: [CuePointFinding] = []
    /// The groups of markers that no cue point expects though others of their kind are expected.
    private var unexpected: [Int] = []

    init(_ verifier: AssetVerifier, _ asset: SurveyedAsset) {
        self.verifier = verifier
        self.asset = asset
        plays = asset.plays.filter(\.tellsCuePoints)
        groups = asset.survey.markers(tolerance: verifier.tolerance)
        findings = verifier.expected.enumerated().map { CuePointFinding($0 + 1, $1) }
        countPassings()
        measure()
        match()
    }

    // MARK: Finding

    /// Cue points are passed by position: a passage holds all of those between two positions, so that
    /// looking for its ends is enough.
    private mutating func countPassings() {
        for (place, play) in plays.enumerated() {
            var passages = [[CuePointPassage]](repeating: [], count: findings.count)
            for passage in play.passages.map(\.passage) {
                guard let first = passage.cuePoints.first?.position,
                    let last = passage.cuePoints.last?.position
                else { continue }
                let start = findings.firstPlace { $0.cuePoint.position >= first }
                let end = findings.firstPlace { $0.cuePoint.position > last }
                guard passage.cuePoints.count == end - start else {
                    take(passage, start..<end, into: &passages)
                    continue
                }
                for index in start..<end { passages[index].append(passage) }
            }
            for index in findings.indices {
                let places = passages[index]
                findings[index].passings.append(
                    CuePointFinding.Passing(play: place, count: places.count, places: places))
            }
        }
    }

    /// Takes a passage in that leaves out cue points between its ends.
    private func take(
        _ passage: CuePointPassage, _ range: Range<Int>, into passages: inout [[CuePointPassage]]
    ) {
        var rest = passage.cuePoints[...]
        for index in range where rest.first == findings[index].cuePoint {
            passages[index].append(passage)
            rest = rest.dropFirst()
        }
    }

    private mutating func measure() {
        let end = asset.survey.duration + verifier.tolerance
        for index in findings.indices {
            findings[index].isBehindEnd = findings[index].time.map { $0 > end } ?? false
        }
        let hasVideo = asset.survey.streams.contains { !$0.keyframes.isEmpty }
        for stream in asset.survey.variants {
            let survey = asset.survey.streams[stream]
            // Beside video, a variant of audio alone can be cut anywhere.
            if hasVideo, survey.keyframes.isEmpty { continue }
            let keyframe = verifier.keyframeTolerance.time(in: survey)
            let boundary = verifier.boundaryTolerance.time(in: survey)
            for index in findings.indices {
                guard let time = findings[index].time else { continue }
                func distance(_ places: [MediaTime], _ tolerance: MediaTime?)
                    -> CuePointFinding.Distance
                {
                    let nearest = places.nearest(to: time)
                    let span = nearest.map { max($0 - time, time - $0) }
                    let isNear = tolerance.map { (span ?? .seconds(3_600_000)) <= $0 } ?? true
                    return CuePointFinding.Distance(
                        stream: stream, nearest: nearest, isNearEnough: isNear)
                }
                if !survey.keyframes.isEmpty {
                    findings[index].keyframes.append(distance(survey.keyframes, keyframe))
                }
                findings[index].boundaries.append(distance(survey.boundaries, boundary))
            }
        }
    }

    private mutating func match() {
        var places: [Marker.Kind: [(place: MediaTime, group: Int)]] = [:]
        for (index, group) in groups.enumerated() {
            places[group.kind, default: []].append((group.place, index))
        }
        let tolerance = verifier.tolerance
        func agreeing(_ kind: Marker.Kind, _ time: MediaTime) -> [Int] {
            let list = places[kind] ?? []
            let first = list.firstPlace { $0.place >= time - tolerance }
            return list[first...].prefix { $0.place <= time + tolerance }.map(\.group)
        }
        var expectedKinds: Set<Marker.Kind> = []
        var agreed: Set<Int> = []
        for index in findings.indices {
            guard let time = findings[index].time else { continue }
            let cuePoint = findings[index].cuePoint
            if let kind = cuePoint.markerKind {
                expectedKinds.insert(kind)
                findings[index].markers = agreeing(kind, time)
                // Where nothing marks breaks, cue points of breaks come from elsewhere.
                let isNamed = cuePoint.properties[CuePoint.markerKey] != nil
                findings[index].needsMarker =
                    verifier.requiresMarkers || isNamed || places[kind] != nil
            } else {
                findings[index].markers = Marker.Kind.allCases.flatMap { agreeing($0, time) }
                findings[index].needsMarker = verifier.requiresMarkers
            }
            agreed.formUnion(findings[index].markers)
        }
        unexpected = groups.indices.filter {
            expectedKinds.contains(groups[$0].kind) && !agreed.contains($0)
        }
    }

    private func needsBoundary(_ finding: CuePointFinding) -> Bool {
        verifier.boundaryTolerance != .off
            && (verifier.requiresBoundaries || finding.cuePoint.isAdBreak)
    }

    private func isRight(_ finding: CuePointFinding) -> Bool {
        finding.isRight(
            needsKeyframe: verifier.keyframeTolerance != .off,
            needsBoundary: needsBoundary(finding))
    }

    // MARK: Telling

    /// What came of looking, cue point by cue point, then what concerns markers alone.
    var checks: [Check] {
        var checks: [Check] = []
        for finding in findings { add(finding, to: &checks) }
        let expected = "a cue point, as others of its kind have one"
        for index in unexpected {
            let group = groups[index]
            checks.append(
                failed(
                    "marker.unexpected",
                    "marker \(index + 1), \(group.kind.rawValue) at \(group.place), is expected",
                    expected, "none within \(verifier.tolerance) s: \(words(of: group))"))
        }
        for (index, group) in groups.enumerated() where group.kind == .unreadable {
            checks.append(
                failed(
                    "marker.unreadable", "marker \(index + 1) at \(group.place) can be read",
                    "a message", words(of: group)))
        }
        for stream in asset.survey.streams {
            for id in stream.unplacedDateRanges {
                checks.append(
                    failed(
                        "marker.unplaced", inline("date range \(id) of \(stream.name) has a place"),
                        "a START-DATE, and EXT-X-PROGRAM-DATE-TIME in the playlist", "none"))
            }
        }
        return checks
    }

    private func add(_ finding: CuePointFinding, to checks: inout [Check]) {
        let title = finding.title
        if finding.isBehindEnd {
            checks.append(
                failed(
                    "cue-point.passed", "\(title) is passed once",
                    "a place in the \(asset.survey.duration) s of the asset", "one behind its end"))
        } else if finding.isPassedOnce {
            checks.append(Check("cue-point.passed", "\(title) is passed once", .passed))
        } else {
            let found = finding.passings.filter { $0.count != 1 }.map { passing in
                let play = plays[passing.play].streams.first?.survey.name ?? "the stream"
                let places = passing.places.prefix(3).map(\.words).joined(separator: ", ")
                return passing.count == 0
                    ? "never in \(play)" : "\(passing.count) times in \(play): \(places)"
            }
            checks.append(
                failed(
                    "cue-point.passed", "\(title) is passed once", "once in each variant",
                    found.joined(separator: "; ")))
        }
        guard let time = finding.time else { return }
        if verifier.keyframeTolerance != .off, !finding.keyframes.isEmpty {
            checks.append(
                check(
                    finding.keyframes, "cue-point.keyframe", "\(title) is at a keyframe", time))
        }
        if needsBoundary(finding) {
            checks.append(
                check(
                    finding.boundaries, "cue-point.boundary",
                    "\(title) is where a segment starts", time))
        }
        if finding.needsMarker {
            let name = "\(title) is marked in the asset"
            checks.append(
                finding.isMarked
                    ? Check("marker.missing", name, .passed)
                    : failed(
                        "marker.missing", name,
                        "\(finding.cuePoint.markerKind?.rawValue ?? "a marker") within"
                            + " \(verifier.tolerance) s",
                        nearestMarker(to: time, finding.cuePoint.markerKind)))
        }
    }

    private func check(
        _ distances: [CuePointFinding.Distance], _ code: String, _ name: String, _ time: MediaTime
    ) -> Check {
        let far = distances.filter { !$0.isNearEnough }
        if far.isEmpty { return Check(code, name, .passed) }
        let found = far.map { distance in
            let stream = asset.survey.streams[distance.stream].name
            guard let nearest = distance.nearest else { return "none in \(stream)" }
            return "the nearest is \(Self.signed(nearest - time)) s away in \(stream)"
        }
        return failed(code, name, "one at \(time)", found.joined(separator: "; "))
    }

    private func nearestMarker(to time: MediaTime, _ kind: Marker.Kind?) -> String {
        let places = groups.filter { kind == nil || $0.kind == kind }.map(\.place)
        guard let nearest = places.nearest(to: time) else { return "none in the asset" }
        return "the nearest is at \(nearest), \(Self.signed(nearest - time)) s away"
    }

    private func failed(
        _ code: String, _ name: String, _ expected: String, _ found: String
    ) -> Check {
        Check(code, name, .failed(Failure(expected: expected, found: found)))
    }

    private func words(of group: MarkerGroup) -> String {
        guard let member = group.members.first else { return "" }
        return inline("\(member.marker.source): \(member.marker.text)")
    }

    static func signed(_ time: MediaTime) -> String { (time > .zero ? "+" : "") + "\(time)" }

    // MARK: For people

    /// The cue points, a line each; of many only those that are not right.
    var table: String {
        let mostRows = 200
        var text = TextTable(
            columns: ["time", "type", "name", "passed", "keyframe", "boundary", "markers"])
        let shown =
            findings.count <= mostRows
            ? findings : Array(findings.filter { !isRight($0) }.prefix(mostRows))
        for finding in shown {
            text.add(
                [
                    finding.place, inline(finding.cuePoint.type),
                    inline(finding.cuePoint.name ?? ""),
                    passed(finding), worst(finding.keyframes, finding.time),
                    worst(finding.boundaries, finding.time), markers(finding),
                ], mark: isRight(finding) ? " " : "!")
        }
        let hidden = findings.count - shown.count
        let rest = hidden > 0 ? "  \(hidden) of \(findings.count) cue points are not shown\n" : ""
        return text.text + rest
    }

    private func passed(_ finding: CuePointFinding) -> String {
        if finding.isBehindEnd { return "behind the end" }
        let counts = Set(finding.passings.map(\.count)).sorted()
        let place = finding.passings.first?.places.first.map { " (\($0.words))" } ?? ""
        return counts.map { $0 == 0 ? "never" : $0 == 1 ? "once" : "\($0) times" }
            .joined(separator: ", ") + place
    }

    private func worst(_ distances: [CuePointFinding.Distance], _ time: MediaTime?) -> String {
        guard let time else { return "" }
        let spans = distances.compactMap { $0.nearest.map { $0 - time } }
        guard spans.count == distances.count,
            let worst = spans.max(by: { max($0, -$0) < max($1, -$1) })
        else { return distances.isEmpty ? "" : "none" }
        return Self.signed(worst)
    }

    private func markers(_ finding: CuePointFinding) -> String {
        var sources: [String] = []
        for group in finding.markers.map({ groups[$0] }) {
            for member in group.members where !sources.contains(member.marker.source) {
                sources.append(member.marker.source)
            }
        }
        return sources.isEmpty
            ? (finding.needsMarker ? "none" : "") : sources.joined(separator: ", ")
    }

    /// What happened in each play of a variant stream, and what lies on its timeline.
    var histories: [SessionHistory] {
        plays.enumerated().map { place, play in
            var history = play.history
            history.number = place + 1
            guard let stream = play.streams.first?.survey else { return history }
            if asset.survey.variants.count > 1 { history.title += ", \(stream.name)" }
            for passage in play.passages {
                let names = passage.passage.cuePoints.map { $0.name ?? $0.type }
                history.occurrences.append(
                    SessionHistory.Occurrence(
                        .cuePoint, inline(names.joined(separator: ", ")), at: passage.instant,
                        position: passage.passage.current.time ?? history.duration))
            }
            history.occurrences.sort { $0.instant < $1.instant }
            history.marks = marks(of: stream, end: history.duration)
            return history
        }
    }

    private func marks(of stream: StreamSurvey, end: MediaTime) -> [SessionHistory.Mark] {
        let wrong = Set(unexpected)
        var marks = stream.marks
        marks += groups.enumerated().map { $1.mark(isWrong: wrong.contains($0)) }
        for finding in findings {
            let place =
                switch finding.cuePoint.position {
                case .before: MediaTime.zero
                case .time(let time): time
                case .after: end
                }
            let name = finding.cuePoint.name ?? finding.cuePoint.type
            marks.append(
                SessionHistory.Mark(.cuePoint, inline(name), from: place, isRight: isRight(finding))
            )
        }
        let order = marks.indices.sorted { (marks[$0].start, $0) < (marks[$1].start, $1) }
        return order.map { marks[$0] }
    }
}

extension CuePointPassage.Place {
    /// The place as a time; `nil` at both ends.
    fileprivate var time: MediaTime? {
        guard case .at(let time) = self else { return nil }
        return time
    }
}
