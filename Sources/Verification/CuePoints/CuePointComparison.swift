import HeadlessPlayback

/// Holds expected cue points against what plays showed: each list is walked once, or searched.
struct CuePointComparison {
    let verifier: AssetVerifier
    let asset: SurveyedAsset
    let plays: [SurveyPlay]
    let groups: [MarkerGroup]
    private let allMarkerPlaces: [MediaTime]
    private var markerPlaces: [Marker.Kind: [MediaTime]] = [:]
    private(set) var findings: [CuePointFinding] = []
    /// The groups of markers that no cue point expects though others of their kind are expected.
    private var unexpected: [Int] = []

    init(_ verifier: AssetVerifier, _ asset: SurveyedAsset) {
        self.verifier = verifier
        self.asset = asset
        plays = asset.plays.filter(\.tellsCuePoints)
        groups = asset.survey.markers(tolerance: verifier.tolerance)
        allMarkerPlaces = groups.map(\.place)
        for group in groups { markerPlaces[group.kind, default: []].append(group.place) }
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
                guard
                    passage.cuePoints.elementsEqual(findings[start..<end].lazy.map(\.cuePoint))
                else {
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

    /// Takes a passage in that leaves out cue points between its ends, or tells some more than once.
    private func take(
        _ passage: CuePointPassage, _ range: Range<Int>, into passages: inout [[CuePointPassage]]
    ) {
        var rest = passage.cuePoints[...]
        for index in range {
            while rest.first == findings[index].cuePoint {
                passages[index].append(passage)
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func measure() {
        let end = asset.survey.duration + verifier.tolerance
        // An asset of which nothing is known has no end.
        for index in findings.indices where !asset.survey.streams.isEmpty {
            findings[index].isBehindEnd = findings[index].time.map { $0 > end } ?? false
        }
        let hasVideo = asset.survey.streams.contains(where: \.hasVideo)
        for stream in asset.survey.variants {
            let survey = asset.survey.streams[stream]
            // Beside video, a variant of audio alone can be cut anywhere.
            if hasVideo, !survey.hasVideo { continue }
            let keyframe = verifier.keyframeTolerance.time(in: survey)
            let boundary = verifier.boundaryTolerance.time(in: survey)
            // Behind the last picture nothing has to be decoded.
            let cuts = survey.keyframes.last.map { survey.keyframes + [max(survey.end, $0)] } ?? []
            for index in findings.indices {
                // Behind the end there is nothing that could be near.
                guard let time = findings[index].time, !findings[index].isBehindEnd else {
                    continue
                }
                func distance(_ places: [MediaTime], _ tolerance: MediaTime?)
                    -> CuePointFinding.Distance
                {
                    let nearest = places.nearest(to: time)
                    let span = nearest.map { max($0 - time, time - $0) }
                    let isNear = tolerance.map { (span ?? .seconds(3_600_000)) <= $0 } ?? true
                    return CuePointFinding.Distance(
                        stream: stream, nearest: nearest, isNearEnough: isNear)
                }
                if survey.hasVideo, survey.isKnown(at: time) {
                    findings[index].keyframes.append(distance(cuts, keyframe))
                }
                if survey.hasSegments {
                    findings[index].boundaries.append(distance(survey.boundaries, boundary))
                }
            }
        }
    }

    private mutating func match() {
        var places: [Marker.Kind: [(place: MediaTime, group: Int)]] = [:]
        for (index, group) in groups.enumerated() {
            // Nothing can be expected ahead of the media: what is marked there is told at its start.
            places[group.kind, default: []].append((max(group.place, .zero), index))
        }
        let tolerance = verifier.tolerance
        let end = asset.survey.duration + tolerance
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
                // Where nothing marks breaks, cue points of breaks come from elsewhere, and what is
                // shown ahead of the media or after it does not interrupt it.
                let interrupts = time > .zero && time < asset.survey.duration
                let isNamed = cuePoint.properties[CuePoint.markerKey] != nil
                findings[index].needsMarker =
                    verifier.requiresMarkers || isNamed || interrupts && places[kind] != nil
            } else {
                findings[index].markers = Marker.Kind.allCases.flatMap { agreeing($0, time) }
                findings[index].needsMarker = verifier.requiresMarkers
            }
            agreed.formUnion(findings[index].markers)
        }
        unexpected = groups.indices.filter {
            expectedKinds.contains(groups[$0].kind) && !agreed.contains($0)
                && groups[$0].place <= end
        }
    }

    private func needsBoundary(_ finding: CuePointFinding) -> Bool {
        verifier.boundaryTolerance != .off
            && (verifier.requiresBoundaries || finding.cuePoint.isAdBreak)
    }

    /// What only tells something may lie between keyframes; what may be cut at may not.
    private func needsKeyframe(_ finding: CuePointFinding) -> Bool {
        guard verifier.keyframeTolerance != .off else { return false }
        switch finding.cuePoint.markerKind {
        case .id3, .event, .dateRange: return false
        default: return true
        }
    }

    func isRight(_ finding: CuePointFinding) -> Bool {
        finding.isRight(
            needsKeyframe: needsKeyframe(finding),
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
        guard let time = finding.time, !finding.isBehindEnd else { return }
        if needsKeyframe(finding), !finding.keyframes.isEmpty {
            checks.append(
                check(
                    finding.keyframes, "cue-point.keyframe", "\(title) is at a keyframe", time))
        }
        if needsBoundary(finding), !finding.boundaries.isEmpty {
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
        let places = kind.map { markerPlaces[$0] ?? [] } ?? allMarkerPlaces
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

    // MARK: For a page

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
