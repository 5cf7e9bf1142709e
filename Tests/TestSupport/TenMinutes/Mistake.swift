/// A mistake that tests make in a ten-minute asset, and that verification or lint must find.
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

    /// Whether a mistake is made in one variant stream or in all of them, if both are possible.
    public enum Extent: Sendable { case one, all }

    /// A form of a mistake that has several forms.
    public enum Form: Sendable {
        /// The form that ``make(in:_:)`` produces.
        case usual
        /// For `wrongResolution`: another profile in CODECS.
        case profile
        /// For `wrongResolution`: another FRAME-RATE.
        case frameRate
        /// For `cueInMissing`: CUE-OUT states less than the length of its break.
        case shortBreak
    }

    /// The mistakes that break rules which `lint` checks and `verify` does not.
    public static let leftToLint: Set<Mistake> = [
        .bandwidthTooLow, .wrongCodecs, .wrongResolution, .wrongProgramDateTime, .dateRangeTwice,
        .subtitlesLate, .wrongDuration, .targetDurationTooSmall, .nameTwice, .cueInMissing,
    ]

    /// Returns whether the mistake can be made in segments of a kind.
    public func isPossible(in kind: TenMinuteAsset.Kind) -> Bool {
        switch self {
        case .bytesLost: kind == .transportStream
        case .mapMissing: kind == .fragments
        default: true
        }
    }
}
