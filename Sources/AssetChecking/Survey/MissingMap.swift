import HeadlessPlayback
import Presentation

/// A missing EXT-X-MAP tag that makes media of a stream unusable.
///
/// The player uses the previous initialization section in place of the missing one, so the
/// positions of all later media are wrong. For this reason, the losses are reported as consequences
/// of the missing tag, and the positions of all later media are not checked.
struct MissingMap: Sendable {
    /// The interval of the segments that need the initialization section.
    let interval: Range<MediaTime>
    /// A description of the problem, on one line.
    let problem: String
    /// A description of the tag that is expected.
    let expected: String

    /// Finds the first missing EXT-X-MAP of a stream; `nil` when there is no evidence of one.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - variants: The variant streams of the asset, which show the positions at which sections
    ///     change.
    init?(in stream: SurveyedStream, among variants: [StreamSurvey]) {
        guard let survey = stream.survey, survey.hasSegments else { return nil }
        if let missing = Self.atStart(of: survey, stream) {
            self = missing
            return
        }
        guard stream.role == .variant,
            let missing = Self.atDiscontinuity(of: survey, stream, variants)
        else { return nil }
        self = missing
    }

    private init(_ interval: Range<MediaTime>, _ problem: String, _ expected: String) {
        self.interval = interval
        self.problem = problem
        self.expected = expected
    }

    /// Returns the missing EXT-X-MAP at the start of a stream; `nil` when none is missing there.
    ///
    /// Fragments before the first EXT-X-MAP cannot be read at all.
    private static func atStart(of survey: StreamSurvey, _ stream: SurveyedStream) -> MissingMap? {
        let end = survey.firstMap ?? max(survey.end, survey.start)
        guard survey.firstMap != survey.segments.first?.interval.lowerBound,
            stream.losses.contains(where: {
                $0.kind == .noSection && $0.interval.map { $0.lowerBound < end } ?? false
            })
        else { return nil }
        let place = survey.firstMap.map { " ahead of \($0) s" } ?? ""
        return MissingMap(
            survey.start..<end,
            "\(survey.name) has no EXT-X-MAP\(place), and its segments are fragments",
            "EXT-X-MAP ahead of the first segment")
    }

    /// Returns the missing EXT-X-MAP after a discontinuity; `nil` when there is none.
    ///
    /// The tag counts as missing if all segments after the discontinuity are damaged, and another
    /// variant stream has a tag at the corresponding discontinuity.
    private static func atDiscontinuity(
        of survey: StreamSurvey, _ stream: SurveyedStream, _ variants: [StreamSurvey]
    ) -> MissingMap? {
        for (number, place) in survey.discontinuities.enumerated()
        where !survey.maps.contains(place) {
            let end = (survey.discontinuities + survey.maps).filter { $0 > place }.min()
            let interval = place..<max(place, end ?? survey.end)
            let segments = survey.segments.map(\.interval).filter {
                interval.contains($0.lowerBound)
            }
            guard !segments.isEmpty, segments.allSatisfy(stream.isDamaged),
                let other = variants.first(where: { other in
                    other.name != survey.name
                        && other.discontinuities.count == survey.discontinuities.count
                        && other.maps.contains(other.discontinuities[number])
                })
            else { continue }
            return MissingMap(
                interval,
                "\(survey.name) has no EXT-X-MAP of its own at \(place) as \(other.name) has, and"
                    + " its media there is damaged",
                "EXT-X-MAP at \(place), where \(other.name) changes its section")
        }
        return nil
    }
}

extension SurveyedStream {
    /// Returns whether a segment was loaded but is damaged or lacks its initialization section.
    fileprivate func isDamaged(_ segment: Range<MediaTime>) -> Bool {
        losses.contains { $0.kind != .other && $0.interval == segment }
    }

    /// Divides the results of the stream into consequences of a missing tag and other results.
    ///
    /// - Parameter map: The missing EXT-X-MAP.
    /// - Returns: Two copies of the stream: `rest` without the results that follow from the missing
    ///   tag, and `consequences` with only these results.
    func divided(by map: MissingMap) -> (rest: SurveyedStream, consequences: SurveyedStream) {
        var (rest, consequences) = (self, self)
        func follows(_ loss: Loss) -> Bool {
            loss.kind != .other && loss.interval.map(map.interval.overlaps) ?? false
        }
        func follows(_ finding: Finding) -> Bool {
            guard let interval = finding.interval else { return false }
            return interval.upperBound > map.interval.lowerBound
        }
        rest.losses = losses.filter { !follows($0) }
        rest.findings = findings.filter { !follows($0) }
        consequences.losses = losses.filter(follows)
        consequences.findings = findings.filter(follows)
        consequences.survey?.swaps = []
        consequences.interruption = nil
        return (rest, consequences)
    }
}

extension SurveyedAsset {
    /// Returns a copy of the asset that records the missing EXT-X-MAP of each stream.
    ///
    /// The positions of the media after the place of the missing tag are not checked.
    func settingMissingMapsAside() -> SurveyedAsset {
        var asset = self
        let variants = streams.filter { $0.role == .variant }.compactMap(\.survey)
        for index in asset.streams.indices {
            guard let map = MissingMap(in: streams[index], among: variants) else { continue }
            asset.streams[index].missingMap = map
            asset.streams[index].survey?.misplacedFrom = map.interval.lowerBound
            asset.streams[index].survey?.markers.removeAll { $0.place >= map.interval.lowerBound }
            guard let variant = streams[index].variant else { continue }
            // Renditions that were read only together with this variant stream also have wrong
            // positions.
            let place = map.interval.lowerBound - TrackRecord.edgeTolerance
            for other in asset.streams.indices where isReadOnly(streams[other].key, beside: variant)
            {
                asset.streams[other].survey?.markers.removeAll { $0.place >= place }
            }
        }
        asset.survey = AssetSurvey(streams: asset.streams.compactMap(\.survey))
        return asset
    }

    /// Returns whether a rendition was read only while one variant stream was played.
    private func isReadOnly(_ key: StreamKey, beside variant: Int) -> Bool {
        guard case .rendition = key else { return false }
        return plays.allSatisfy { play in
            play.variant == variant || !play.streams.contains { $0.key == key }
        }
    }
}
