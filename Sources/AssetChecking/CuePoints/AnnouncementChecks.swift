import Formats
import HeadlessPlayback
import Playlists
import Presentation
import RunResults
import Sessions

/// Reports streams that the multivariant playlist announces but that cannot be played.
///
/// Each cause is reported once, with the variant streams that it affects.
struct AnnouncementChecks {
    private static let mostNamed = 5

    /// The surveyed streams, without the findings that result from a missing rendition group.
    private(set) var streams: [SurveyedStream]
    /// The failed checks; a passed check is not recorded.
    private(set) var checks: [Check] = []

    /// Checks whether the announced streams and groups of an asset can be played.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - groupsConsequences: Whether the failed check for a missing rendition group also lists
    ///     the media that is missing for this reason. Such media is then not reported by itself.
    init(_ asset: SurveyedAsset, groupsConsequences: Bool) {
        streams = asset.streams
        let places = asset.streams.compactMap(\.variant)
        for group in asset.playlist?.undefinedGroups(namedBy: places) ?? []
        where group.kind != .closedCaptions {
            add(group, asset.playlist, groupsConsequences)
        }
        var texts: [String] = []
        for remark in streams.flatMap(\.announced)
        where remark.kind != .undefinedGroup && !texts.contains(remark.text) {
            texts.append(remark.text)
        }
        for text in texts {
            let names = streams.filter { $0.announced.contains { $0.text == text } }.map(\.name)
            fail(
                "rendition.subtitles-no-uri", PlaceText.cut(text),
                expected: "a rendition with a URI",
                found: ["announced by \(Self.list(names))"])
        }
        checkAudio(of: asset.playlist)
        checkSilence(of: asset.playlist)
    }

    /// Checks that audio renditions without a URI are in the variant streams that name their group.
    ///
    /// A variant stream with missing audio is not checked, because this finding is reported anyway.
    private mutating func checkAudio(of playlist: MultivariantPlaylist?) {
        guard let playlist else { return }
        for rendition in playlist.renditions where rendition.kind == .audio {
            guard rendition.uri == nil else { continue }
            let silent = streams.filter { stream in
                guard let place = stream.variant, playlist.variants.indices.contains(place) else {
                    return false
                }
                return stream.survey?.silentFrom != nil
                    && playlist.variants[place].audioGroup == rendition.groupID
                    && !stream.findings.contains { $0.isMissing && $0.track == "audio" }
            }
            guard !silent.isEmpty else { continue }
            let places = silent.map { stream in
                "\(stream.name) has no audio in the part that starts at"
                    + " \(stream.survey?.silentFrom ?? .zero) s"
            }
            fail(
                "rendition.track-missing",
                "audio \"\(PlaceText.cut(rendition.name))\" has no URI and no media",
                expected: "audio in each variant stream that names its group", found: places)
        }
    }

    /// Checks that all variant streams with video have audio if one of them has audio.
    ///
    /// The audio of a variant stream with an `AUDIO` group is checked with the group's renditions.
    private mutating func checkSilence(of playlist: MultivariantPlaylist?) {
        guard let playlist else { return }
        let variants = streams.filter { stream in
            stream.variant.map(playlist.variants.indices.contains) ?? false
                && stream.survey?.hasVideo ?? false
        }
        func namesGroup(_ stream: SurveyedStream) -> Bool {
            stream.variant.map { playlist.variants[$0].audioGroup != nil } ?? false
        }
        let silent = variants.filter { stream in
            !namesGroup(stream) && stream.survey?.silentFrom != nil
                && !stream.findings.contains { $0.isMissing && $0.track == "audio" }
        }
        let model = variants.first { stream in
            namesGroup(stream)
                || stream.survey?.hasAudio ?? false && stream.survey?.silentFrom == nil
        }
        guard let model, !silent.isEmpty else { return }
        let places = silent.map { stream in
            "\(stream.name) has no audio in the part that starts at"
                + " \(stream.survey?.silentFrom ?? .zero) s"
        }
        fail(
            "rendition.track-missing",
            "\(silent[0].name) lacks audio, and \(model.name) has audio",
            expected: "audio in all variant streams with video, or in none", found: places)
    }

    private mutating func add(
        _ group: UndefinedGroup, _ playlist: MultivariantPlaylist?, _ groupsConsequences: Bool
    ) {
        var names: [String] = []
        var consequences: [String] = []
        for index in streams.indices {
            guard let place = streams[index].variant,
                playlist?.undefinedGroups(namedBy: [place]).contains(where: {
                    $0.kind == group.kind && $0.groupID == group.groupID
                }) ?? false
            else { continue }
            names.append(streams[index].name)
            guard groupsConsequences else { continue }
            let absent = streams[index].findings.indices.filter {
                streams[index].isAbsent(streams[index].findings[$0], like: group.kind)
            }
            consequences += absent.map {
                "\(streams[index].name): \(streams[index].findings[$0].words)"
            }
            for place in absent.reversed() { streams[index].findings.remove(at: place) }
            if !absent.isEmpty, streams[index].interruption == nil {
                streams[index].interruption =
                    SafeText.quoted(
                        "\(group.kind.rawValue) group \"\(group.groupID)\" has no rendition")
            }
        }
        fail(
            "variant.undefined-group", group.text,
            expected: "EXT-X-MEDIA of TYPE=\(group.kind.rawValue) in the group",
            found: ["named by \(Self.list(names))"] + consequences)
    }

    private mutating func fail(
        _ code: String, _ problem: String, expected: String, found: [String]
    ) {
        let more = found.count - Self.mostNamed
        let lines = found.prefix(Self.mostNamed) + (more > 0 ? ["and \(more) more"] : [])
        checks.append(
            Check(
                code,
                "the streams that variants announce can be played (\(SafeText.quoted(problem)))",
                .failed(
                    Failure(
                        problem: SafeText.quoted(problem), expected: expected,
                        found: lines.joined(separator: "\n")))))
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(mostNamed).joined(separator: ", ")
            + (names.count > mostNamed ? ", … (\(names.count))" : "")
    }
}

extension SurveyedStream {
    /// Returns whether a finding states that the complete track of a rendition kind is missing.
    fileprivate func isAbsent(_ finding: Finding, like kind: Rendition.Kind) -> Bool {
        guard finding.isMissing, finding.track == kind.rawValue.lowercased(),
            let interval = finding.interval, let survey
        else { return false }
        return interval.lowerBound <= survey.start + TrackTimeline.tolerance
            && interval.upperBound >= survey.end - TrackTimeline.tolerance
    }
}
