import HeadlessPlayback

/// In which places two variant streams differ, as far as both are known there.
struct StreamDifference {
    /// What is compared.
    enum Subject: String, CaseIterable {
        case keyframes, boundaries, discontinuities, maps

        /// The code of the check.
        var code: String { "variant.\(rawValue)" }

        /// The subject in words: one of it, and several.
        var words: (one: String, many: String) {
            switch self {
            case .keyframes: ("keyframe", "keyframes")
            case .boundaries: ("segment boundary", "segment boundaries")
            case .discontinuities: ("EXT-X-DISCONTINUITY", "discontinuities")
            case .maps: ("EXT-X-MAP of its own", "changes of EXT-X-MAP")
            }
        }

        /// The article of one of it.
        var article: String { self == .discontinuities || self == .maps ? "an" : "a" }

        fileprivate var places: KeyPath<StreamSurvey, [MediaTime]> {
            switch self {
            case .keyframes: \.keyframes
            case .boundaries: \.boundaries
            case .discontinuities: \.discontinuities
            case .maps: \.maps
            }
        }
    }

    /// The places of the reference that the other stream lacks.
    private(set) var missing: [MediaTime]
    /// The places of the other stream that the reference lacks.
    private(set) var added: [MediaTime]
    /// Whether places differ where media of one of the streams is lost.
    private(set) var isHiddenByLoss = false
    /// Whether places differ where a discontinuity is not declared, which is reported by itself.
    private(set) var followsFromJump = false

    /// Compares two streams.
    ///
    /// - Parameters:
    ///   - subject: What is compared.
    ///   - other: The stream.
    ///   - reference: The stream that it is held against.
    ///   - regardsLoss: Whether places count only where both streams are known.
    init(
        _ subject: Subject, of other: StreamSurvey, from reference: StreamSurvey,
        regardsLoss: Bool
    ) {
        var frame = max(
            reference.frameDuration ?? .milliseconds(40), other.frameDuration ?? .milliseconds(40))
        let lacksOrigin = regardsLoss && (reference.lacksOrigin || other.lacksOrigin)
        if lacksOrigin { frame = max(frame, TrackRecord.edgeTolerance) }
        let (ours, theirs) = (other[keyPath: subject.places], reference[keyPath: subject.places])
        missing = theirs.missing(from: ours, tolerance: frame)
        added = ours.missing(from: theirs, tolerance: frame)
        if regardsLoss {
            let all = missing.count + added.count
            missing = missing.filter { other.isKnown(at: $0, margin: frame) }
            added = added.filter { reference.isKnown(at: $0, margin: frame) }
            isHiddenByLoss = missing.count + added.count < all || lacksOrigin
        }
        if subject == .maps {
            // Elsewhere a variant may change its section, or name it again, as it likes.
            added = []
            let others = missing.missing(from: reference.discontinuities, tolerance: frame)
            missing = missing.missing(from: others, tolerance: .zero)
        }
        guard subject == .discontinuities else { return }
        let all = missing.count + added.count
        missing = missing.missing(from: other.undeclaredJumps, tolerance: frame)
        added = added.missing(from: reference.undeclaredJumps, tolerance: frame)
        followsFromJump = missing.count + added.count < all
    }

    /// Whether the streams agree wherever they can be compared.
    var isEmpty: Bool { missing.isEmpty && added.isEmpty }
}
