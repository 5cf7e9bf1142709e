import Formats
import HeadlessPlayback
import Playlists
import RunResults
import Sessions

/// A check that could not be made because media of a stream is lost.
struct Consequence {
    /// The index of the stream in the survey.
    let stream: Int
    /// The subject of the check, in a few words.
    let subject: String
}

/// Checks that every stream of an asset was read to its end.
///
/// Each cause of lost media is reported once.
struct StreamChecks {
    private static let code = "variant.played"
    private static let mostNamed = 5

    let asset: SurveyedAsset
    /// The checks that could not be made, each with the stream whose media is lost.
    let consequences: [Consequence]
    /// Whether the failed check for a missing rendition group also lists the media lost with it.
    let groupsMissingTracks: Bool

    /// The checks of the asset's streams: announced, surveyed and unread.
    ///
    /// A check of a test playback is added only if nothing could be played, or if the playback had
    /// a problem that no other check reports.
    var checks: [Check] {
        let announcements = AnnouncementChecks(asset, groupsConsequences: groupsMissingTracks)
        var checks = asset.plays.compactMap { play in
            play.refusal.map {
                failed(
                    play.name, verb: "played", problem: $0,
                    "all media that the playlist declares", $0)
            }
        }
        checks += announcements.checks
        checks += announcements.streams.flatMap(self.checks)
        checks += unread
        checks += interstitials + unreadTags
        let isExplained = checks.contains { if case .failed = $0.outcome { true } else { false } }
        if !isExplained, let play = asset.plays.first(where: { $0.trouble != nil }),
            let trouble = play.trouble
        {
            checks.append(
                failed(
                    play.name, verb: "played", problem: "\(play.name): \(trouble)",
                    "all media that the playlist declares", trouble))
        }
        let isJudged = checks.contains { if case .skipped = $0.outcome { false } else { true } }
        if !isJudged, let play = asset.plays.first {
            let problem = "no media was read"
            checks.append(
                failed(
                    play.name, verb: "played", problem: "\(play.name): \(problem)",
                    "media in the segments that the playlist lists", problem))
        }
        return checks + missing
    }

    private func checks(of stream: SurveyedStream) -> [Check] {
        guard let map = stream.missingMap else {
            return [check(stream, subjects: subjects(of: stream))]
        }
        let (rest, consequences) = stream.divided(by: map)
        let found = found(of: consequences, subjects: subjects(of: stream))
        let cause = Check(
            "segment.map-missing", "\(stream.name) has each EXT-X-MAP that it needs",
            .failed(Failure(problem: map.problem, expected: map.expected, found: found)))
        guard rest.isWhole, rest.problem == nil else { return [cause, check(rest, subjects: [])] }
        let reason = "media is lost because of the missing EXT-X-MAP"
        return [cause, Check(Self.code, Self.claim(of: stream), .skipped(reason))]
    }

    private static func claim(of stream: SurveyedStream) -> String {
        "\(stream.name) is \(stream.role == .variant ? "played" : "read") to its end"
    }

    private func check(_ stream: SurveyedStream, subjects: [String]) -> Check {
        let verb = stream.role == .variant ? "played" : "read"
        let name = Self.claim(of: stream)
        guard let problem = stream.problem else {
            return Check(
                Self.code, name, stream.interruption.map(Check.Outcome.skipped) ?? .passed)
        }
        let count = stream.survey?.segments.count ?? 0
        let isSegmented = stream.survey?.hasSegments ?? false
        let expected =
            !isSegmented
            ? "all media that the playlist declares"
            : "\(count.counted("segment")), each in its place and whole"
        return failed(
            stream.name, verb: verb, problem: problem, expected,
            found(of: stream, subjects: subjects))
    }

    /// Returns the subjects of checks that were impossible because media of a stream is lost.
    ///
    /// Each subject occurs only once.
    private func subjects(of stream: SurveyedStream) -> [String] {
        var subjects: [String] = []
        for consequence in consequences
        where asset.survey.streams[consequence.stream].name == stream.name
            && !subjects.contains(consequence.subject)
        {
            subjects.append(consequence.subject)
        }
        return subjects
    }

    /// Returns a description of the first few problems of a stream, with their positions.
    ///
    /// The last line lists the subjects of the checks that could not be made.
    private func found(of stream: SurveyedStream, subjects: [String]) -> String {
        var lines = (stream.survey?.swaps ?? []).map(\.words)
        lines += stream.joinedLosses.map { loss in
            guard let interval = loss.interval else { return loss.cause }
            return loss.endsStream
                ? "the end at \(interval.lowerBound) s: \(loss.cause)"
                : "nothing at \(interval.words): \(loss.cause)"
        }
        lines += stream.findings.map(\.words)
        if lines.count > Self.mostNamed {
            let rest = lines.count - Self.mostNamed
            lines = lines.prefix(Self.mostNamed) + ["and \(rest) more"]
        }
        if let reason = stream.interruption { lines.append(reason) }
        if !subjects.isEmpty {
            let more = subjects.count > Self.mostNamed ? ", …" : ""
            lines.append(
                "not judged because of it: "
                    + subjects.prefix(Self.mostNamed).joined(separator: ", ") + more)
        }
        return lines.joined(separator: "\n")
    }

    private func failed(
        _ name: String, verb: String, problem: String, _ expected: String, _ found: String
    ) -> Check {
        Check(
            Self.code, "\(name) is \(verb) to its end",
            .failed(Failure(problem: problem, expected: expected, found: found)))
    }

    /// One skipped check for each file that exists and whose contents were not read.
    private var unread: [Check] {
        asset.unplayed.compactMap { file in
            guard file.failure == nil, let reason = file.reason else { return nil }
            return Check(Self.code, "\(file.name) is read to its end", .skipped(reason))
        }
    }

    /// One failed check for each file that the multivariant playlist names and that is missing.
    private var missing: [Check] {
        asset.unplayed.compactMap { file in
            guard let failure = file.failure else { return nil }
            let problem = "\(file.name) cannot be loaded"
            return Check(
                file.code, "\(file.name) can be loaded",
                .failed(
                    Failure(
                        problem: problem, expected: "each file that the playlist names",
                        found: PlaceText.cut("\(failure)"))))
        }
    }

    /// A skipped check for the media of interstitials; empty for an asset without interstitials.
    private var interstitials: [Check] {
        let count = Set(asset.survey.streams.flatMap(\.interstitials)).count
        guard count > 0 else { return [] }
        return [
            Check(
                Self.code, "the media of \(count.counted("interstitial")) is read to its end",
                .skipped("the assets of interstitials are read only by 'playctl lint' or --lint"))
        ]
    }

    /// A skipped check for the tags of advertisements that are not read; empty without such tags.
    private var unreadTags: [Check] {
        guard let names = asset.survey.namesOfUnreadTags() else { return [] }
        return [
            Check(
                "marker.missing", "each tag for advertisements is read as a marker",
                .skipped("of a dialect or misspelt, and not read as a marker: \(names)"))
        ]
    }
}
