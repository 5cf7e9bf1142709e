import HeadlessPlayback
import RunResults
import Sessions
import VirtualTime

/// Checks whether the variant streams of an asset agree with each other.
struct VariantComparison {
    private var survey: AssetSurvey
    private let verifier: AssetVerifier
    /// The largest permitted difference between the ends of an audio rendition and the reference.
    ///
    /// The value also applies between a variant stream and the reference if only one of them has
    /// video.
    private static let renditionTolerance = MediaTime.milliseconds(500)
    /// The difference between declared and actual duration that is permitted in every stream.
    ///
    /// A stream may differ by its actual duration divided by `promiseShare` if that is more.
    private static let promiseTolerance = MediaTime.milliseconds(500)
    private static let promiseShare: Int64 = 100
    /// The maximum number of positions that a failure lists.
    private static let mostNamed = 5

    /// The checks of the comparison.
    private(set) var checks: [Check] = []
    /// The checks that could not be made because media could not be read.
    private(set) var consequences: [Consequence] = []

    /// Checks each stream by itself, then compares it with the reference.
    ///
    /// The reference is the variant stream that agrees with the others in the most properties.
    init(_ survey: AssetSurvey, _ verifier: AssetVerifier) {
        self.survey = survey
        self.verifier = verifier
        for stream in survey.streams { judgeAlone(stream) }
        let variants = survey.variants
        guard !variants.isEmpty else { return }
        let common = survey.commonWindow
        self.survey = common
        let reference = variants[
            ReferenceVariant.place(among: variants.count) {
                agreements(variants[$0], variants[$1])
            }]
        for other in variants where other != reference { compare(other, with: reference) }
        // If there are only two streams, the reference may be the stream that lacks changes of the
        // initialization section. So the changes are also compared in the opposite direction.
        if variants.count == 2, let other = variants.first(where: { $0 != reference }) {
            compareMaps(of: reference, with: other)
        }
        if variants.count > 1 { compareMarkers() }
        for rendition in common.streams.indices where common.streams[rendition].role == .audio {
            compareDuration(of: rendition, with: reference, tolerance: Self.renditionTolerance)
        }
        for other in common.streams.indices
        where other != reference && common.streams[other].role != .subtitles {
            compareNumbers(of: common.streams[other], with: common.streams[reference])
        }
        for subtitles in common.streams.indices
        where common.streams[subtitles].role == .subtitles {
            comparePlaylist(of: common.streams[subtitles], with: common.streams[reference])
        }
    }

    // MARK: Stream by stream

    private mutating func judgeAlone(_ stream: StreamSurvey) {
        let jumps = stream.undeclaredJumps
        if !jumps.isEmpty {
            fail(
                "segment.discontinuity-undeclared", "\(stream.name) declares its discontinuities",
                "\(stream.name) has no EXT-X-DISCONTINUITY at \(Self.list(jumps)),"
                    + " where timestamps jump",
                expected: "EXT-X-DISCONTINUITY at \(Self.list(jumps))", found: "none")
        }
        if let change = stream.formatChanges.first {
            let all = stream.formatChanges
            fail(
                "segment.discontinuity-tracks", "\(stream.name) declares changes of its codecs",
                "\(stream.name) has no EXT-X-DISCONTINUITY, although \(change)",
                expected: "EXT-X-DISCONTINUITY at each change", found: Self.list(all))
        }
        if stream.statesIndependence, !stream.keyless.isEmpty {
            let places = Self.list(stream.keyless)
            fail(
                "media.independent-false", "\(stream.name) can be decoded from each segment on",
                "\(stream.name) has no keyframe in the segment at \(places), and"
                    + " EXT-X-INDEPENDENT-SEGMENTS is stated",
                expected: "a keyframe in each segment with pictures", found: "none at \(places)")
        }
        let others = survey.streams.contains(where: \.isComplete)
        let isStill = stream.isFile && !verifier.acceptsGrowingFiles
        if !stream.isComplete, others || stream.neverChanges || isStill {
            let contradiction =
                if stream.neverChanges {
                    "though it is of EXT-X-PLAYLIST-TYPE VOD"
                } else {
                    others ? "though other streams have one" : "though it is a file (see --live)"
                }
            fail(
                stream.neverChanges ? "media.vod-without-endlist" : "media.file-without-endlist",
                "\(stream.name) states that it is complete",
                "\(stream.name) has no EXT-X-ENDLIST, \(contradiction)",
                expected: "EXT-X-ENDLIST", found: "none")
        }
        guard stream.isKnownThroughout, stream.hasSegments else { return }
        let found = stream.end - stream.start
        let distance = max(found - stream.promisedDuration, stream.promisedDuration - found)
        guard distance > Self.promiseTolerance, distance.ticks > found.ticks / Self.promiseShare
        else { return }
        fail(
            "segment.extinf-drift", "\(stream.name) is as long as its playlist states",
            "\(stream.name) holds \(found) s of media, and its playlist promises"
                + " \(stream.promisedDuration) s",
            expected: "\(stream.promisedDuration) s, the sum of EXTINF",
            found: "\(found) s of media")
    }

    // MARK: Comparison with the reference

    private var regardsLoss: Bool { verifier.groupsConsequences }

    private func subjects(
        _ other: StreamSurvey, _ reference: StreamSurvey
    ) -> [StreamDifference.Subject] {
        StreamDifference.Subject.allCases.filter { subject in
            switch subject {
            case .keyframes: other.hasVideo && reference.hasVideo
            // An audio-only variant may start its segments anywhere, so its boundaries are not
            // compared with the boundaries of a stream with video.
            case .boundaries: other.hasVideo == reference.hasVideo
            case .discontinuities: true
            // A variant may have a single initialization section for all segments. The positions at
            // which the section changes are compared only if it changes in both streams.
            case .maps:
                !other.maps.isEmpty && !reference.maps.isEmpty && other.misplacedFrom == nil
            }
        }
    }

    /// Returns the number of properties in which two variant streams agree.
    private func agreements(_ left: Int, _ right: Int) -> Int {
        let (left, right) = (survey.streams[left], survey.streams[right])
        guard left.misplacedFrom == nil, right.misplacedFrom == nil else { return 0 }
        let distance = max(left.end - right.end, right.end - left.end)
        return subjects(left, right).count { subject in
            StreamDifference(subject, of: left, from: right, regardsLoss: regardsLoss).isEmpty
        } + (distance <= verifier.tolerance ? 1 : 0)
            + (Self.numberDifference(of: left, from: right) == nil ? 1 : 0)
    }

    private mutating func compare(_ place: Int, with reference: Int) {
        let (other, first) = (survey.streams[place], survey.streams[reference])
        // An audio-only variant ends with its last audio frame and a video variant with its last
        // picture, so a larger difference is permitted between the end times of these streams.
        let areAlike = other.hasVideo == first.hasVideo
        compareDuration(
            of: place, with: reference,
            tolerance: areAlike ? verifier.tolerance : Self.renditionTolerance)
        for subject in subjects(other, first) {
            let name = "\(other.name) has the \(subject.words.many) of \(first.name)"
            let difference = StreamDifference(
                subject, of: other, from: first, regardsLoss: regardsLoss)
            if !difference.isEmpty {
                fail(
                    subject.code, name, Self.problem(difference, subject, other, first),
                    expected: Self.list(difference.missing, of: first, subject),
                    found: Self.list(difference.added, of: other, subject))
            } else if difference.isHiddenByLoss {
                skip(subject.code, name, subject.words.many, place, reference)
            } else if difference.followsFromJump {
                checks.append(
                    Check(
                        subject.code, name,
                        .skipped("they differ where a discontinuity is not declared")))
            } else {
                checks.append(Check(subject.code, name, .passed))
            }
        }
    }

    /// Compares the discontinuity sequence numbers of complete streams.
    ///
    /// The numbers are compared only if the streams have equally many discontinuities. Otherwise,
    /// an audio rendition fails; the discontinuities of variant streams are compared elsewhere.
    ///
    /// Reference: rfc8216bis, section 6.2.4 (Providing Variant Streams and Renditions).
    private mutating func compareNumbers(of other: StreamSurvey, with first: StreamSurvey) {
        guard other.isComplete, first.isComplete else { return }
        switch Self.numberDifference(of: other, from: first) {
        case nil: return
        case .counts(let own, let usual):
            guard other.role == .audio else { return }
            compareCounts(of: other, own, with: first, usual)
        case .number(let own, let usual):
            fail(
                "set.discontinuities",
                "\(other.name) has the discontinuity sequence numbers of \(first.name)",
                "\(other.name) has the discontinuity sequence number \(own.number) at"
                    + " \(Self.list([own.time])), and \(first.name) has \(usual)",
                expected: "\(usual)", found: "\(own.number)")
        }
    }

    private static func numberDifference(
        of other: StreamSurvey, from first: StreamSurvey
    ) -> DiscontinuityNumbers.Difference? {
        guard let own = other.numbers, let usual = first.numbers else { return nil }
        return usual.difference(of: own)
    }

    /// Reports audio with more or fewer discontinuities than the reference.
    private mutating func compareCounts(
        of audio: StreamSurvey, _ found: Int, with first: StreamSurvey, _ expected: Int
    ) {
        let name = "\(audio.name) has as many discontinuities as \(first.name)"
        let jumps = [audio, first].flatMap(\.undeclaredJumps).count
        guard jumps < max(found - expected, expected - found) else {
            checks.append(
                Check(
                    "set.discontinuities", name,
                    .skipped("they differ where a discontinuity is not declared")))
            return
        }
        fail(
            "set.discontinuities", name,
            "\(audio.name) has \(Self.words(audio.discontinuities)), and"
                + " \(first.name) has \(Self.words(first.discontinuities))",
            expected: Self.words(first.discontinuities),
            found: Self.words(audio.discontinuities))
    }

    /// Reports changes of the initialization section that are missing in the reference.
    ///
    /// The stream at `place` is the reference; the stream at `other` has these changes.
    private mutating func compareMaps(of place: Int, with other: Int) {
        let (first, other) = (survey.streams[place], survey.streams[other])
        guard subjects(first, other).contains(.maps) else { return }
        let difference = StreamDifference(.maps, of: first, from: other, regardsLoss: regardsLoss)
        guard !difference.isEmpty else { return }
        fail(
            StreamDifference.Subject.maps.code,
            "\(first.name) has the changes of EXT-X-MAP of"
                + " \(other.name)", Self.problem(difference, .maps, first, other),
            expected: Self.list(difference.missing, of: first, .maps), found: "nothing else")
    }

    private static func problem(
        _ difference: StreamDifference, _ subject: StreamDifference.Subject,
        _ other: StreamSurvey, _ first: StreamSurvey
    ) -> String {
        let (one, many) = subject.words
        var parts: [String] = []
        if !difference.missing.isEmpty {
            parts.append("has no \(one) at \(list(difference.missing)) as \(first.name) has")
        }
        if !difference.added.isEmpty {
            let noun = difference.added.count == 1 ? "\(subject.article) \(one)" : many
            parts.append("has \(noun) at \(list(difference.added)) that \(first.name) lacks")
        }
        return "\(other.name) " + parts.joined(separator: ", and ")
    }

    private mutating func compareDuration(
        of place: Int, with reference: Int, tolerance: MediaTime
    ) {
        let (other, first) = (survey.streams[place], survey.streams[reference])
        let name = "\(other.name) is as long as \(first.name)"
        guard !regardsLoss || other.isEndKnown && first.isEndKnown else {
            return skip("set.duration", name, "its length", place, reference)
        }
        let distance = other.end - first.end
        guard max(distance, -distance) > tolerance else {
            checks.append(Check("set.duration", name, .passed))
            return
        }
        if regardsLoss, other.endsEarly {
            checks.append(
                Check("set.duration", name, .skipped("\(other.name) misses its end")))
            consequences.append(Consequence(stream: place, subject: "its length"))
            return
        }
        fail(
            "set.duration", name,
            "\(other.name) ends at \(other.end) s, and \(first.name) at \(first.end) s",
            expected: "\(first.end) s", found: "\(other.end) s")
    }

    private static let hintForShortSubtitles =
        "; if the packager ends subtitles with their last cue, as Shaka Packager does,"
        + " --ignore set.duration accepts them"

    /// Compares the lengths of a subtitles playlist and of the reference's playlist.
    ///
    /// The playlists are compared because WebVTT has no end of its own. The last segments of
    /// subtitles may have no cues and are then often omitted. So a difference of one target
    /// duration is permitted, as in the rule `set.duration` of `playctl lint`.
    private mutating func comparePlaylist(of other: StreamSurvey, with first: StreamSurvey) {
        let name = "the playlist of \(other.name) is as long as that of \(first.name)"
        if let growing = [other, first].first(where: { !$0.isComplete }) {
            let reason = "\(growing.name) has no EXT-X-ENDLIST, so its length is not final"
            checks.append(Check("set.duration", name, .skipped(reason)))
            return
        }
        let tolerance = max(other.targetDuration ?? .zero, first.targetDuration ?? .zero)
        let distance = other.promisedDuration - first.promisedDuration
        guard max(distance, -distance) > tolerance else {
            checks.append(Check("set.duration", name, .passed))
            return
        }
        fail(
            "set.duration", name,
            "the playlist of \(other.name) has \(other.promisedDuration) s, and that of"
                + " \(first.name) has \(first.promisedDuration) s",
            expected: "\(first.promisedDuration) s, to a target duration of \(tolerance) s"
                + (distance < .zero ? Self.hintForShortSubtitles : ""),
            found: "\(other.promisedDuration) s")
    }

    // MARK: Markers

    /// Checks that each variant stream has exactly the same markers as most variant streams.
    ///
    /// Date ranges are compared separately from the markers of tags and messages. If exactly half
    /// of the streams have a marker, the first stream counts as right. Unreadable markers are not
    /// compared, because each of them is reported by itself.
    private mutating func compareMarkers() {
        let all = MarkerGroup.join(
            survey.variants.map { survey.markers(of: $0) }, tolerance: verifier.tolerance)
        let groups = all.filter { $0.kind != .unreadable }
        let unreadable = UnreadableMarkers(all, tolerance: verifier.tolerance)
        let ranges = groups.filter(\.isOfDateRanges)
        compare(groups.filter { !$0.isOfDateRanges }, unreadable, "set.cues", "markers")
        compare(ranges, unreadable, "set.date-ranges", "date ranges")
    }

    /// Returns the number of variant streams that vote on whether a group of markers is expected.
    ///
    /// A stream that lacks the marker does not count if it has an unreadable marker, which may be
    /// the missing one.
    private func voterCount(on group: MarkerGroup, _ unreadable: UnreadableMarkers) -> Int {
        survey.variants.count - unreadable.streams(near: group).subtracting(group.streams).count
    }

    /// Returns the statements that a group of markers makes in a variant stream.
    private func terms(
        of group: MarkerGroup, at place: Int, _ unreadable: UnreadableMarkers
    ) -> MarkerTerms {
        MarkerTerms(
            group, of: place, in: survey.streams[survey.variants[place]],
            isIncomplete: unreadable.streams(near: group).contains(place))
    }

    private mutating func compare(
        _ groups: [MarkerGroup], _ unreadable: UnreadableMarkers, _ code: String, _ noun: String
    ) {
        let variants = survey.variants
        guard !groups.isEmpty else { return }
        let isCommon = groups.map { group in
            let holders = group.streams.count
            let voters = voterCount(on: group, unreadable)
            return 2 * holders > voters || 2 * holders == voters && group.streams.contains(0)
        }
        let usual = groups.map { usualTerms(of: $0, unreadable) }
        for place in variants.indices {
            let stream = survey.streams[variants[place]]
            let name = "\(stream.name) has the \(noun) of the other variants"
            var missing: [MarkerGroup] = []
            var added: [MarkerGroup] = []
            var isHidden = false
            var different: [(own: String, usual: String)] = []
            for (group, usual) in zip(groups, usual) where group.streams.contains(place) {
                guard let usual, !regardsLoss || stream.isKnown(at: group.place),
                    let difference = terms(of: group, at: place, unreadable).difference(
                        from: usual, within: verifier.tolerance)
                else { continue }
                let marker = Self.list([group])
                different.append(
                    ("\(difference.own) for \(marker)", "\(difference.other) for \(marker)"))
            }
            for (group, isCommon) in zip(groups, isCommon)
            where group.streams.contains(place) != isCommon {
                if group.isOfMedia, stream.mayLackMessage(at: group.place) { continue }
                if regardsLoss, isCommon || stream.misplacedFrom != nil,
                    !stream.isKnown(at: group.place, margin: verifier.tolerance)
                {
                    isHidden = true
                } else if isCommon {
                    missing.append(group)
                } else {
                    added.append(group)
                }
            }
            guard !missing.isEmpty || !added.isEmpty || !different.isEmpty else {
                if isHidden {
                    skip(code, name, noun, variants[place], variants[place])
                } else {
                    checks.append(Check(code, name, .passed))
                }
                continue
            }
            var parts: [String] = []
            if !missing.isEmpty { parts.append("lacks \(Self.list(missing))") }
            if !added.isEmpty { parts.append("is the only one with \(Self.list(added))") }
            if !different.isEmpty { parts.append("states \(Self.list(different.map(\.own)))") }
            let (usual, own) = (different.map(\.usual), different.map(\.own))
            fail(
                code, name, "\(stream.name) " + parts.joined(separator: ", and "),
                expected: Self.list(missing, usual), found: Self.list(added, own))
        }
    }

    /// Returns the sources, durations and events that most streams with a group of markers state.
    ///
    /// If no statement is the most frequent one, the first stream with most sources is right. The
    /// result is `nil` if all streams have the same markers.
    private func usualTerms(
        of group: MarkerGroup, _ unreadable: UnreadableMarkers
    ) -> MarkerTerms? {
        let count = group.streams.count
        if group.members.allSatisfy({ $0.streams.count == count }) { return nil }
        let all = group.streams.sorted().map { self.terms(of: group, at: $0, unreadable) }
        let terms = all.indices.sorted { (all[$1].sourceCount, $0) < (all[$0].sourceCount, $1) }
            .map { all[$0] }
        let place = ReferenceVariant.place(among: terms.count) { one, other in
            terms[one].agree(with: terms[other], within: verifier.tolerance) ? 1 : 0
        }
        return terms[place]
    }

    // MARK: Recording failures

    private mutating func fail(
        _ code: String, _ name: String, _ problem: String, expected: String, found: String
    ) {
        checks.append(
            Check(
                code, name, .failed(Failure(problem: problem, expected: expected, found: found))))
    }

    /// Records a check that cannot be made because one of the two streams has unread media.
    private mutating func skip(
        _ code: String, _ name: String, _ subject: String, _ place: Int, _ reference: Int
    ) {
        let cause = survey.streams[place].isKnownThroughout ? reference : place
        let stream = survey.streams[cause]
        let interval = stream.unread.first.map { " at \($0.words)" } ?? ""
        let reason =
            stream.misplacedFrom.map { "\(stream.name) lacks an EXT-X-MAP at \($0) s" }
            ?? "\(stream.name) was not read\(interval)"
        checks.append(Check(code, name, .skipped(reason)))
        consequences.append(Consequence(stream: cause, subject: subject))
    }

    private static func list(_ groups: [MarkerGroup], _ statements: [String]) -> String {
        if groups.isEmpty, statements.isEmpty { return "no further marker" }
        let parts = [groups.isEmpty ? "" : list(groups), list(statements)]
        return parts.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private static func list(_ statements: [String]) -> String {
        statements.prefix(mostNamed).joined(separator: "; ")
            + (statements.count > mostNamed ? "; …" : "")
    }

    private static func list(_ groups: [MarkerGroup]) -> String {
        groups.prefix(mostNamed).map { "\($0.kind.rawValue) at \($0.place)" }
            .joined(separator: ", ") + (groups.count > mostNamed ? ", …" : "")
    }

    private static func list(
        _ places: [MediaTime], of stream: StreamSurvey, _ subject: StreamDifference.Subject
    ) -> String {
        if places.isEmpty { return "no further \(subject.words.one)" }
        return "\(places.count.counted("place")) of \(stream.name): \(list(places))"
    }

    private static func words(_ places: [MediaTime]) -> String {
        places.isEmpty ? "no EXT-X-DISCONTINUITY" : "EXT-X-DISCONTINUITY at \(list(places))"
    }

    private static func list(_ places: [MediaTime]) -> String {
        places.prefix(mostNamed).map { "\($0)" }.joined(separator: ", ")
            + (places.count > mostNamed ? ", … (\(places.count))" : "")
    }
}
