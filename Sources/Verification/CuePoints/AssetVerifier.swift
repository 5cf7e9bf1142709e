package import HeadlessPlayback

/// Holds what is expected of an asset against what its plays showed.
package struct AssetVerifier: Sendable {
    /// How near something has to be.
    package enum Tolerance: Sendable, Equatable {
        /// As near as a frame of the stream is long.
        case frame
        /// As near as a time.
        case time(MediaTime)
        /// It does not matter.
        case off

        /// The tolerance as a time; `nil` when it does not matter.
        func time(in stream: StreamSurvey) -> MediaTime? {
            switch self {
            // A time with three decimals is off by half a millisecond.
            case .frame: max(stream.frameDuration ?? .milliseconds(40), .milliseconds(1))
            case .time(let time): time
            case .off: nil
            }
        }
    }

    /// What people call the asset.
    package var title: String
    /// The cue points that are expected.
    package var expected: CuePointCollection
    /// How near the nearest keyframe of each variant stream has to be.
    package var keyframeTolerance = Tolerance.frame
    /// How near the nearest boundary of segments of each variant stream has to be.
    package var boundaryTolerance = Tolerance.frame
    /// How near markers have to be, and how far ends of streams may be apart.
    package var tolerance = MediaTime.milliseconds(100)
    /// Whether every cue point needs a boundary, and not only those for advertisements.
    package var requiresBoundaries = false
    /// Whether every cue point needs a marker.
    package var requiresMarkers = false
    /// Whether it is told what lies on the timeline, for a page.
    package var tellsHistories = true
    /// The codes of checks that are known not to hold.
    package var ignored: Set<String> = []

    package init(title: String, expected: CuePointCollection) {
        self.title = title
        self.expected = expected
    }

    /// Compares.
    ///
    /// - Parameters:
    ///   - asset: What was found.
    ///   - command: The command that repeats it.
    /// - Returns: What came of it.
    package func verify(_ asset: SurveyedAsset, command: String) -> AssetVerification {
        let comparison = CuePointComparison(self, asset)
        var result = ScenarioResult(name: title, command: command)
        var checks = playChecks(asset)
        checks += VariantComparison(asset.survey, self).checks
        checks += comparison.checks
        result.checks = checks.map { check in
            guard ignored.contains(check.code), case .failed(let failure) = check.outcome else {
                return check
            }
            return Check(check.code, check.name, .known(failure, bug: nil))
        }
        result.worldTime = asset.plays.first?.worldTime ?? .zero
        result.trace = asset.plays.first?.trace ?? []
        if tellsHistories { result.histories = comparison.histories }
        return AssetVerification(result: result, table: comparison.table)
    }

    private func playChecks(_ asset: SurveyedAsset) -> [Check] {
        asset.plays.enumerated().map { index, play in
            let streams = play.streams.map(\.survey.name).joined(separator: " with ")
            let name = streams.isEmpty ? "play \(index + 1)" : streams
            guard let trouble = play.trouble else {
                return Check("variant.played", "\(name) is played to its end", .passed)
            }
            return Check(
                "variant.played", "\(name) is played to its end",
                .failed(
                    Failure(expected: "all that is promised", found: PlaceText.cut(trouble))))
        }
    }
}

/// What came of a verification.
package struct AssetVerification: Sendable {
    /// What came of each check.
    package var result: ScenarioResult
    /// The cue points and what was found of them, for people.
    package var table: String
}
