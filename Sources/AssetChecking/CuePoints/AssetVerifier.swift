public import HeadlessPlayback
public import RunResults

/// Compares the cue points expected of an asset with the cue points found by playing it.
///
/// `playctl verify` uses this type. The playback of each variant stream must pass each cue point
/// once. A cue point for an advertisement must be at the start of a segment and have a marker. The
/// variant streams must agree with each other.
///
/// ```swift
/// let asset = await AssetSurveyor().survey(video)
/// try AssetVerifier(expecting: video.cuePoints).verify(asset).check()
/// ```
public struct AssetVerifier: Sendable {
    /// The largest distance at which two positions count as equal.
    public enum Tolerance: Sendable, Equatable {
        /// The duration of one frame of the stream.
        ///
        /// The tolerance is 40 ms if the frame duration is unknown, and never less than 1 ms.
        case frame
        /// A fixed time.
        case time(MediaTime)
        /// Any distance is permitted.
        case off

        /// Returns the tolerance as a time; `nil` when any distance is permitted.
        func time(in stream: StreamSurvey) -> MediaTime? {
            switch self {
            // Rounding to three decimals can change a time by half a millisecond, so the tolerance
            // is at least one millisecond.
            case .frame: max(stream.frameDuration ?? .milliseconds(40), .milliseconds(1))
            case .time(let time): time
            case .off: nil
            }
        }
    }

    /// The title of the asset.
    public var title: String
    /// The cue points that are expected.
    public var expected: CuePointCollection
    /// The permitted distance of a cue point from a keyframe, in each variant stream.
    public var keyframeTolerance = Tolerance.frame
    /// The permitted distance of a cue point from a segment boundary, in each variant stream.
    public var boundaryTolerance = Tolerance.frame
    /// The permitted distance between a marker and its cue point.
    ///
    /// The same distance is permitted between equal markers of different streams, and between the
    /// end times of two variant streams.
    public var tolerance = MediaTime.milliseconds(100)
    /// Whether every cue point must be at the start of a segment.
    ///
    /// If it is `false`, only cue points for advertisements must be at the start of a segment.
    public var requiresBoundaries = false
    /// Whether a playlist that is a local file may lack EXT-X-ENDLIST.
    ///
    /// The tag is missing while an encoder is still writing the playlist. A playlist of type VOD
    /// never changes, so it always needs the tag.
    public var acceptsGrowingFiles = false
    /// Whether every cue point needs a marker.
    public var requiresMarkers = false
    /// Whether the result includes the session histories that the HTML page of results shows.
    public var reportsHistories = true
    /// Whether the table has a row for each variant stream below the row of each cue point.
    ///
    /// The row of the cue point shows the worst result of all variant streams.
    public var reportsEachVariant = false
    /// The codes of the checks whose failures are known and therefore ignored.
    ///
    /// Codes that an earlier version of `playctl` used are also permitted.
    public var ignored: Set<String> = []

    /// The ignored check codes; codes of earlier versions are replaced by the current ones.
    private var currentIgnored: Set<String> { Set(ignored.flatMap(CheckCode.current)) }

    /// Whether failures that follow from lost media are reported as consequences of the loss.
    ///
    /// If ``ignored`` contains the check that finds lost media, these failures are reported
    /// separately.
    var groupsConsequences: Bool { !ignored.contains("variant.played") }

    /// Whether losses due to a missing EXT-X-MAP are reported as consequences of the missing tag.
    private var explainsLosses: Bool {
        groupsConsequences && !currentIgnored.contains("segment.map-missing")
    }

    /// Creates a verifier with the tolerances of `playctl verify`.
    ///
    /// - Parameters:
    ///   - expected: The expected cue points; they must be the cue points of the surveyed video.
    ///   - title: The title of the asset.
    public init(expecting expected: CuePointCollection, title: String = "asset") {
        self.title = title
        self.expected = expected
    }

    /// Compares the survey of an asset with the expected cue points.
    ///
    /// - Parameters:
    ///   - asset: The surveyed asset.
    ///   - command: The command that repeats the verification; empty when there is none.
    /// - Returns: The outcome.
    public func verify(_ asset: SurveyedAsset, command: String = "") -> AssetVerification {
        let asset = explainsLosses ? asset.settingMissingMapsAside() : asset
        let comparison = CuePointComparison(self, asset)
        let variants = VariantComparison(asset.survey, self)
        var cuePoints = CuePointChecks(comparison)
        let streams = StreamChecks(
            asset: asset, consequences: variants.consequences + cuePoints.consequences,
            groupsMissingTracks: groupsConsequences
                && !currentIgnored.contains("variant.undefined-group")
        ).checks
        var result = ScenarioResult(name: title, command: command)
        result.checks = cuePoints.takeChecks(behind: streams + variants.checks)
        let ignored = currentIgnored
        for index in result.checks.indices where !ignored.isEmpty {
            let check = result.checks[index]
            guard ignored.contains(check.code), case .failed(let failure) = check.outcome else {
                continue
            }
            result.checks[index].outcome = .known(failure, bug: nil)
        }
        result.worldTime = asset.plays.first?.worldTime ?? .zero
        result.trace = asset.plays.first?.trace ?? []
        if reportsHistories { result.histories = comparison.histories }
        return AssetVerification(result: result, table: comparison.table)
    }
}

/// The result of a verification.
public struct AssetVerification: Sendable {
    /// The result of each check.
    public var result: ScenarioResult
    /// A human-readable table of the cue points and their findings.
    public var table: String

    /// Throws an error if a check failed, to end a test that expects the asset to be correct.
    ///
    /// - Throws: ``ScenarioFailure`` with every failed check.
    public func check() throws(ScenarioFailure) { try result.check() }
}
