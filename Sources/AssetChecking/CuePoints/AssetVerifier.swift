public import HeadlessPlayback
public import RunResults

/// Holds what is expected of an asset against what its plays showed.
///
/// It is what `playctl verify` does: each cue point is to be passed once in each variant stream,
/// those for advertisements where a segment starts and a marker says so, and the streams have to
/// agree.
///
/// ```swift
/// let asset = await AssetSurveyor().survey(video)
/// try AssetVerifier(expecting: video.cuePoints).verify(asset).check()
/// ```
public struct AssetVerifier: Sendable {
    /// The required proximity.
    public enum Tolerance: Sendable, Equatable {
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

    /// The title of the asset.
    public var title: String
    /// The cue points that are expected.
    public var expected: CuePointCollection
    /// The largest distance to the nearest keyframe of each variant stream.
    public var keyframeTolerance = Tolerance.frame
    /// The largest distance to the nearest segment boundary of each variant stream.
    public var boundaryTolerance = Tolerance.frame
    /// The largest distance of markers, and the largest difference of the ends of streams.
    public var tolerance = MediaTime.milliseconds(100)
    /// Whether every cue point needs a boundary, and not only those for advertisements.
    public var requiresBoundaries = false
    /// Whether a playlist in a file may lack its end, as that of a running encoder does.
    public var acceptsGrowingFiles = false
    /// Whether every cue point needs a marker.
    public var requiresMarkers = false
    /// Whether the contents of the timeline are recorded, for a page.
    public var tellsHistories = true
    /// Whether the table has the result for each variant stream, and not only the worst one.
    public var tellsEachVariant = false
    /// The codes of checks that are known not to hold; those of earlier versions count too.
    public var ignored: Set<String> = []

    /// The codes of this version that are ignored.
    private var currentIgnored: Set<String> { Set(ignored.flatMap(CheckCode.current)) }

    /// Whether failures that follow from lost media are reported as consequences of the loss.
    ///
    /// Where losses are ignored, each failure that follows from one is reported by itself.
    var groupsConsequences: Bool { !ignored.contains("variant.played") }

    /// Whether losses that follow from a missing EXT-X-MAP are reported as its consequences.
    private var explainsLosses: Bool {
        groupsConsequences && !currentIgnored.contains("segment.map-missing")
    }

    /// Creates a verifier with the tolerances that `playctl verify` has.
    ///
    /// - Parameters:
    ///   - expected: The cue points that are expected, which have to be those of the video that is
    ///     surveyed.
    ///   - title: The title of the asset.
    public init(expecting expected: CuePointCollection, title: String = "asset") {
        self.title = title
        self.expected = expected
    }

    /// Compares.
    ///
    /// - Parameters:
    ///   - asset: The findings.
    ///   - command: The command that repeats it; empty when there is none.
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
        if tellsHistories { result.histories = comparison.histories }
        return AssetVerification(result: result, table: comparison.table)
    }
}

/// The result of a verification.
public struct AssetVerification: Sendable {
    /// The result of each check.
    public var result: ScenarioResult
    /// The cue points and what was found of them, for people.
    public var table: String

    /// Ends a test that expects the asset to be right.
    ///
    /// - Throws: ``ScenarioFailure`` with everything that is not.
    public func check() throws(ScenarioFailure) { try result.check() }
}
