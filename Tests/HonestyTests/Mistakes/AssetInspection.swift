import HeadlessPlaybackTesting

/// The findings of `playctl verify` for an asset.
struct AssetInspection {
    let survey: SurveyedAsset
    let result: ScenarioResult

    /// Surveys an asset and compares it with the cue points of the video.
    init(_ video: Video) async {
        survey = await AssetSurveyor().survey(video)
        result = AssetVerifier(expecting: video.cuePoints).verify(survey).result
    }

    /// The failed checks, each with its code, its name, and its expected and actual results.
    var failures: [String] {
        result.checks.compactMap { check in
            guard case .failed(let failure) = check.outcome else { return nil }
            return "\(check.code) | \(check.name) | \(failure.expected) | \(failure.found)"
        }
    }

    /// The codes of the checks that failed.
    var codes: Set<String> { Set(failures.map { String($0.prefix { $0 != " " }) }) }
}
