import Formats
import HeadlessPlayback
import Sessions

/// Compares the expected cue points of an asset with the results of playing its variant streams.
struct CuePointComparison {
    let verifier: AssetVerifier
    let asset: SurveyedAsset
    let plays: [SurveyPlay]
    let groups: [MarkerGroup]
    private let allMarkerPlaces: [MediaTime]
    private var markerPlaces: [Marker.Kind: [MediaTime]] = [:]
    private(set) var findings: [CuePointFinding] = []
    /// The indices of the marker groups that match no cue point, but have an expected kind.
    ///
    /// The expected kinds are the kinds of marker that correspond to the cue points. If there is
    /// any cue point, the kind for starts of breaks is also expected. Interstitials are expected if
    /// any cue point marks a position for advertisements. Groups after the end of the asset are
    /// omitted.
    private(set) var unexpected: [Int] = []
    /// The indices of the marker groups that match a cue point.
    private(set) var agreed: Set<Int> = []

    init(_ verifier: AssetVerifier, _ asset: SurveyedAsset) {
        self.verifier = verifier
        self.asset = asset
        plays = asset.plays.filter(\.reportsCuePoints)
        groups = asset.survey.markers(tolerance: verifier.tolerance)
        allMarkerPlaces = groups.map(\.place)
        for group in groups { markerPlaces[group.kind, default: []].append(group.place) }
        findings = verifier.expected.enumerated().map { CuePointFinding($0 + 1, $1) }
        countPassings()
        measure()
        match()
    }

    // MARK: Comparing

    /// Counts how many times the playback of each variant stream passed each cue point.
    ///
    /// A passage is an event that reports passed cue points. The cue points of one passage are
    /// normally consecutive, so it is enough to find the first and the last of them among the
    /// expected cue points.
    private mutating func countPassings() {
        let expected = verifier.expected
        let positions = expected.map(\.position)
        for (place, play) in plays.enumerated() {
            var passages = [FewElements<Int>](repeating: .none, count: expected.count)
            for (number, passage) in play.passages.lazy.map(\.passage.cuePoints).enumerated() {
                guard let first = passage.first?.position, let last = passage.last?.position else {
                    continue
                }
                let start = positions.firstPlace { $0 >= first }
                let end = positions.firstPlace { $0 > last }
                guard passage.elementsEqual(expected[start..<end]) else {
                    take(passage, number, start..<end, into: &passages)
                    continue
                }
                for index in start..<end { passages[index].append(number) }
            }
            let survey = play.mainSurvey
            for index in findings.indices {
                let count = passages[index].count
                findings[index].passings.append(
                    CuePointFinding.Passing(
                        play: place, passages: passages[index],
                        isJudged: isJudged(at: findings[index].time, count, play, survey)))
            }
        }
    }

    /// Returns whether the playback of a stream can show how many times a cue point was passed.
    ///
    /// Playback must have reached the cue point, and the media there must not be lost.
    private func isJudged(
        at time: MediaTime?, _ count: Int, _ play: SurveyPlay, _ survey: StreamSurvey?
    ) -> Bool {
        guard verifier.groupsConsequences else { return true }
        if count == 0, play.refusal != nil { return false }
        guard let time else { return count > 0 || play.stop == nil }
        if count == 0, let stop = play.stop, time >= stop { return false }
        return survey?.isKnown(at: time) ?? true
    }

    /// Counts, one by one, the cue points that one event reports as passed.
    ///
    /// This is needed if the event omits or repeats expected cue points between its first and its
    /// last cue point.
    private func take(
        _ passed: CuePointCollection, _ number: Int, _ range: Range<Int>,
        into passages: inout [FewElements<Int>]
    ) {
        var rest = passed[...]
        for index in range {
            while rest.first == findings[index].cuePoint {
                passages[index].append(number)
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func measure() {
        let end = asset.survey.duration + verifier.tolerance
        // The end of an asset is unknown if no stream was read. In that case, no cue point counts
        // as after the end.
        for index in findings.indices where !asset.survey.streams.isEmpty {
            findings[index].isAfterEnd = findings[index].time.map { $0 > end } ?? false
        }
        let hasVideo = asset.survey.streams.contains(where: \.hasVideo)
        for stream in asset.survey.variants {
            let survey = asset.survey.streams[stream]
            // An audio-only variant of a video asset may start its segments anywhere, so the
            // distances of cue points from its segment boundaries are not checked.
            if hasVideo, !survey.hasVideo, survey.unread.isEmpty { continue }
            let keyframe = verifier.keyframeTolerance.time(in: survey)
            let boundary = verifier.boundaryTolerance.time(in: survey)
            // The end of the stream and the starts of gaps count as keyframes, because a cue point
            // there has no media after it.
            let starts = survey.keyframes.isEmpty ? [] : survey.keyframes + survey.gaps
            let cuts = starts.max().map { starts.sorted() + [max(survey.end, $0)] } ?? []
            for index in findings.indices {
                // A cue point after the end of the asset has no keyframe or boundary near it.
                guard let time = findings[index].time, !findings[index].isAfterEnd else {
                    continue
                }
                if verifier.groupsConsequences, !survey.isKnown(at: time) {
                    findings[index].unknown.append(stream)
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
                let cut = distance(cuts, keyframe)
                let edge = distance(survey.boundaries, boundary)
                if verifier.groupsConsequences, survey.lacksOrigin,
                    [cut, edge].contains(where: { $0.mayBeNear(time) })
                {
                    findings[index].unknown.append(stream)
                    continue
                }
                if survey.hasVideo, survey.isKnown(at: time) {
                    findings[index].keyframes.append(cut)
                }
                if survey.hasSegments { findings[index].boundaries.append(edge) }
            }
        }
    }

    private mutating func match() {
        // Markers before the start of the media count as markers at its start, because no cue point
        // can be earlier.
        let places = Dictionary(grouping: groups.indices, by: { groups[$0].kind }).mapValues {
            // An interstitial that starts at a boundary may also be expected at its date.
            $0.flatMap { index in
                [groups[index].place, groups[index].datedPlace].compactMap(\.self).map {
                    (place: max($0, .zero), group: index)
                }
            }.sorted { ($0.place, $0.group) < ($1.place, $1.group) }
        }
        let tolerance = verifier.tolerance
        let duration = asset.survey.duration
        let variants = asset.survey.variants
        let end = duration + tolerance
        func agreeing(_ kind: Marker.Kind, _ time: MediaTime) -> [Int] {
            guard let list = places[kind] else { return [] }
            let first = list.firstPlace { $0.place >= time - tolerance }
            return Set(list[first...].prefix { $0.place <= time + tolerance }.map(\.group)).sorted()
        }
        // An unreadable message in media is at the position where it arrives.
        let messages = (places[.unreadable] ?? []).filter { groups[$0.group].isOfMedia }
        func mayArrive(before time: MediaTime) -> Bool {
            let first = messages.firstPlace {
                $0.place >= time - MarkerGroup.longestNotice - tolerance
            }
            return first < messages.count && messages[first].place <= time + tolerance
        }
        var expectedKinds: Set<Marker.Kind> = findings.isEmpty ? [] : [.out]
        let marksBreaks = [.out, .in, .interstitial].contains { places[$0] != nil }
        // A misspelt tag is meant to mark a break, although nothing reads it.
        let mayMarkBreaks =
            marksBreaks || places[.unreadable] != nil
            || asset.survey.streams.contains { $0.unreadTags.contains(where: \.marksBreak) }
        for index in findings.indices {
            let time = markerPlace(of: findings[index])
            if let kinds = findings[index].markerKinds {
                expectedKinds.formUnion(kinds)
                findings[index].markers = kinds.flatMap { agreeing($0, time) }
                // By default, a cue point for a break needs no marker in two cases. If the
                // asset has no markers of breaks, the cue points come from another source. If
                // the break is before the start or after the end of the media, it does not
                // interrupt the media.
                let interrupts = time > .zero && time < duration
                let isNamed = findings[index].cuePoint.namedMarker != nil
                let isRequired = verifier.requiresMarkers || isNamed || interrupts && marksBreaks
                findings[index].needsMarker = isRequired || interrupts && mayMarkBreaks
                // If all markers that may be markers of breaks are unreadable, it is unknown
                // whether the asset marks breaks at all.
                findings[index].isMarkerUnreadable =
                    !isRequired && findings[index].needsMarker
                    && findings[index].markers.isEmpty
                    && (!agreeing(.unreadable, time).isEmpty || mayArrive(before: time))
            } else {
                if !places.isEmpty {
                    findings[index].markers = Marker.Kind.allCases.flatMap { agreeing($0, time) }
                }
                findings[index].needsMarker = verifier.requiresMarkers
            }
            let markers = findings[index].markers
            // Metadata in the media of audio is common, but tags belong to the variant streams too.
            findings[index].isMarkedBesideVariants =
                !variants.isEmpty && !markers.isEmpty
                && markers.allSatisfy { place in
                    !groups[place].isOfMedia && groups[place].streams.isDisjoint(with: variants)
                }
            agreed.formUnion(markers)
            if !markers.isEmpty, !findings[index].cuePoint.markerProperties.isEmpty {
                findings[index].differences = findings[index].cuePoint.differences(
                    from: markers.flatMap { groups[$0].members.map(\.marker) },
                    // Durations in lists of cue points are rounded to milliseconds.
                    tolerance: max(tolerance, .milliseconds(1)))
            }
        }
        unexpected = groups.indices.filter {
            expectedKinds.contains(groups[$0].kind) && !agreed.contains($0)
                && groups[$0].place <= end
        }
    }

    // MARK: Judging

    func needsBoundary(_ finding: CuePointFinding) -> Bool {
        verifier.boundaryTolerance != .off
            && (verifier.requiresBoundaries || finding.cuePoint.isAdBreak)
    }

    /// Returns whether a cue point needs a keyframe.
    ///
    /// A keyframe is needed where media can be cut, as for an advertisement break. If the marker
    /// of a cue point only notifies the app (ID3 metadata, an event message or a date range), the
    /// cue point needs no keyframe.
    func needsKeyframe(_ finding: CuePointFinding) -> Bool {
        guard verifier.keyframeTolerance != .off else { return false }
        guard let kinds = finding.markerKinds, kinds.count == 1 else { return true }
        switch kinds[0] {
        case .id3, .event, .dateRange: return false
        default: return true
        }
    }

    /// Returns whether a cue point meets all expectations, in all variant streams or in one.
    ///
    /// - Parameters:
    ///   - finding: The findings about the cue point.
    ///   - stream: The index of the variant stream in the survey; `nil` means all.
    /// - Returns: Whether the cue point meets all expectations.
    func isRight(_ finding: CuePointFinding, in stream: Int? = nil) -> Bool {
        finding.isRight(
            needsKeyframe: needsKeyframe(finding), needsBoundary: needsBoundary(finding),
            in: stream, play: stream.flatMap(play))
    }

    /// Returns the index in `plays` of the playback of a surveyed stream; `nil` if there is none.
    func play(of stream: Int) -> Int? {
        let name = asset.survey.streams[stream].name
        return plays.firstIndex { $0.mainSurvey?.name == name }
    }

    /// Returns the survey index of the variant stream that a playback read; `nil` if it read none.
    func stream(of play: Int) -> Int? {
        guard let name = plays[play].mainSurvey?.name else { return nil }
        return asset.survey.variants.first { asset.survey.streams[$0].name == name }
    }

    /// Returns the position at which the markers of a cue point must be.
    ///
    /// If a cue point is before the start of the media, its markers must be at the start. If it is
    /// after the end, its markers must be at the end.
    func markerPlace(of finding: CuePointFinding) -> MediaTime {
        switch finding.cuePoint.position {
        case .before: .zero
        case .time(let time): time
        case .after: asset.survey.duration
        }
    }

    /// Returns the position of the nearest marker of the given kinds; `nil` when there is none.
    func nearestMarker(to time: MediaTime, _ kinds: [Marker.Kind]?) -> MediaTime? {
        guard let kinds else { return allMarkerPlaces.nearest(to: time) }
        let places = kinds.compactMap { markerPlaces[$0]?.nearest(to: time) }
        return places.min { max($0 - time, time - $0) < max($1 - time, time - $1) }
    }

    /// Returns the marker that a cue point needs, in words; `nil` when any marker is enough.
    ///
    /// Interstitials are mentioned only if the asset has any.
    func markerWords(of finding: CuePointFinding) -> String? {
        guard let kinds = finding.markerKinds else { return nil }
        if let named = finding.cuePoint.namedMarker { return SafeText.quoted(named) }
        let present = kinds.filter { $0 == .out || markerPlaces[$0] != nil }
        return present.map(\.rawValue).joined(separator: " or ")
    }

    static func signed(_ time: MediaTime) -> String { (time > .zero ? "+" : "") + "\(time)" }
}
