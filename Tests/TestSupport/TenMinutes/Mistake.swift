/// A mistake that an asset must not pass with, made in a ten-minute asset.
///
/// The numbers are those of the table in `Decisions/0017`.
public enum Mistake: Int, CaseIterable, Sendable {
    case cuePointOff = 1
    case cuePointBetweenKeyframes
    case segmentGone
    case bandwidthTooLow
    case wrongCodecs
    case wrongResolution
    case audioEndsEarly
    case wrongProgramDateTime
    case dateRangeTwice
    case discontinuityMissing
    case subtitlesLate
    case wrongDuration
    case targetDurationTooSmall
    case nameTwice
    case audioGroupMissing
    case cueOutLate
    case cueInMissing
    case bytesLost
    case segmentsSwapped
    case subtitleFileGone
    case mapMissing
    case endListMissing

    /// Which streams a mistake is made in, where it can be made in one of them or in all.
    public enum Extent: Sendable { case one, all }

    /// The mistakes that concern rules of playlists alone, which a lint is to find and nothing finds yet.
    public static let leftToLint: Set<Mistake> = [
        .bandwidthTooLow, .wrongCodecs, .wrongResolution, .wrongProgramDateTime, .dateRangeTwice,
        .subtitlesLate, .wrongDuration, .targetDurationTooSmall, .nameTwice, .cueInMissing,
    ]

    /// Whether the mistake can be made in segments of a kind.
    public func isPossible(in kind: TenMinuteAsset.Kind) -> Bool {
        switch self {
        case .bytesLost: kind == .transportStream
        case .mapMissing: kind == .fragments
        default: true
        }
    }
}
