import HeadlessPlayback

/// Whether the variant streams of an asset agree with each other.
struct VariantComparison {
    private let survey: AssetSurvey
    private let verifier: AssetVerifier
    /// How far the end of a rendition may be from that of the variant streams.
    private static let renditionTolerance = MediaTime.milliseconds(500)
    /// How far the promise of a playlist may be from its media: more than rounding makes of it.
    private static let promiseTolerance = MediaTime.milliseconds(500)
    private static let promiseShare: Int64 = 100
    /// How many places a failure names.
    private static let mostNamed = 5

    init(_ survey: AssetSurvey, _ verifier: AssetVerifier) {
        self.survey = survey
        self.verifier = verifier
    }

    /// What came of looking: first stream by stream, then each against the first variant stream.
    var checks: [Check] {
        var checks: [Check] = []
        for stream in survey.streams {
            let jumps = stream.undeclaredJumps
            if !jumps.isEmpty {
                checks.append(
                    check(
                        "variant.discontinuities", "\(stream.name) declares its discontinuities",
                        expected: "EXT-X-DISCONTINUITY where timestamps jump",
                        found: "none at \(Self.list(jumps))"))
            }
        }
        for stream in survey.streams where stream.unread.isEmpty && stream.hasSegments {
            let found = stream.end - stream.start
            let distance = max(found - stream.promisedDuration, stream.promisedDuration - found)
            guard distance > Self.promiseTolerance,
                distance.ticks > found.ticks / Self.promiseShare
            else { continue }
            checks.append(
                check(
                    "variant.promise", "\(stream.name) is as long as its playlist says",
                    expected: "\(stream.promisedDuration) s, the sum of EXTINF",
                    found: "\(found) s of media"))
        }
        let variants = survey.variants.map { survey.streams[$0] }
        guard let first = variants.first else { return checks }
        for other in variants.dropFirst() { checks += compare(other, with: first) }
        if variants.count > 1 { checks += compareMarkers() }
        for rendition in survey.streams where rendition.role == .audio {
            checks.append(
                duration(of: rendition, with: first, tolerance: Self.renditionTolerance))
        }
        return checks
    }

    private func compare(_ other: StreamSurvey, with first: StreamSurvey) -> [Check] {
        let frame = max(
            first.frameDuration ?? .milliseconds(40), other.frameDuration ?? .milliseconds(40))
        // A variant of audio alone ends with a frame of its own, and can be cut anywhere.
        let areAlike = other.hasVideo == first.hasVideo
        let tolerance = areAlike ? verifier.tolerance : Self.renditionTolerance
        var checks = [duration(of: other, with: first, tolerance: tolerance)]
        let parts: [(String, String, KeyPath<StreamSurvey, [MediaTime]>)] = [
            ("variant.keyframes", "keyframes", \.keyframes),
            ("variant.boundaries", "segment boundaries", \.boundaries),
            ("variant.discontinuities", "discontinuities", \.discontinuities),
        ]
        for (code, words, path) in parts {
            let (ours, theirs) = (other[keyPath: path], first[keyPath: path])
            if code == "variant.keyframes", !other.hasVideo || !first.hasVideo { continue }
            if code == "variant.boundaries", !areAlike { continue }
            let name = "\(other.name) has the \(words) of \(first.name)"
            let missing = theirs.missing(from: ours, tolerance: frame)
            let added = ours.missing(from: theirs, tolerance: frame)
            guard !missing.isEmpty || !added.isEmpty else {
                checks.append(Check(code, name, .passed))
                continue
            }
            checks.append(
                check(
                    code, name, expected: Self.list(missing, of: theirs.count),
                    found: Self.list(added, of: ours.count)))
        }
        return checks
    }

    private func duration(
        of other: StreamSurvey, with first: StreamSurvey, tolerance: MediaTime
    ) -> Check {
        let name = "\(other.name) is as long as \(first.name)"
        let distance = other.end - first.end
        guard max(distance, -distance) > tolerance else {
            return Check("variant.duration", name, .passed)
        }
        return check(
            "variant.duration", name, expected: "\(first.end) s", found: "\(other.end) s")
    }

    /// Every marker in one variant stream has to be in all of them.
    private func compareMarkers() -> [Check] {
        let variants = survey.variants
        let groups = MarkerGroup.join(
            variants.map { survey.streams[$0].markers }, tolerance: verifier.tolerance)
        guard !groups.isEmpty else { return [] }
        return variants.indices.map { place in
            let stream = survey.streams[variants[place]]
            let name = "\(stream.name) has the markers of all variants"
            let missing = groups.filter { !$0.streams.contains(place) }
            guard !missing.isEmpty else { return Check("variant.markers", name, .passed) }
            let words = missing.prefix(Self.mostNamed).map { "\($0.kind.rawValue) at \($0.place)" }
            let more = missing.count > words.count ? ", …" : ""
            return check(
                "variant.markers", name, expected: words.joined(separator: ", ") + more,
                found: "\(missing.count) of \(groups.count) are not there")
        }
    }

    private func check(
        _ code: String, _ name: String, expected: String, found: String
    ) -> Check {
        Check(code, name, .failed(Failure(expected: expected, found: found)))
    }

    private static func list(_ places: [MediaTime], of count: Int? = nil) -> String {
        if places.isEmpty { return "nothing else" }
        let words = places.prefix(mostNamed).map { "\($0)" }.joined(separator: ", ")
        let more = places.count > mostNamed ? ", …" : ""
        return words + more + (count.map { " (\(places.count) of \($0))" } ?? "")
    }
}
