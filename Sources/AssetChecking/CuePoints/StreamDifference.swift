import HeadlessPlayback
import Presentation

/// The keyframes, boundaries or other positions in which two variant streams differ.
struct StreamDifference {
    /// A kind of position that is compared between two streams.
    enum Subject: String, CaseIterable {
        case keyframes, boundaries, discontinuities, maps

        /// The code of the check.
        var code: String {
            switch self {
            case .keyframes: "set.keyframes"
            case .boundaries: "set.boundaries"
            case .discontinuities: "set.discontinuities"
            case .maps: "segment.map-missing"
            }
        }

        /// The subject in words, in the singular and in the plural.
        var words: (one: String, many: String) {
            switch self {
            case .keyframes: ("keyframe", "keyframes")
            case .boundaries: ("segment boundary", "segment boundaries")
            case .discontinuities: ("EXT-X-DISCONTINUITY", "discontinuities")
            case .maps: ("EXT-X-MAP of its own", "changes of EXT-X-MAP")
            }
        }

        /// The indefinite article of the subject's singular form.
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

    /// The positions that the reference stream has and the compared stream lacks.
    private(set) var missing: [MediaTime]
    /// The positions that the compared stream has and the reference stream lacks.
    private(set) var added: [MediaTime]
    /// Whether the comparison is incomplete because media of a stream could not be read.
    ///
    /// It is incomplete if the streams differ at a position where the content of one of them is
    /// unknown. It is always incomplete if unread media makes the positions of a stream inexact.
    private(set) var isHiddenByLoss = false
    /// Whether differences were omitted because they result from an undeclared discontinuity.
    ///
    /// Another check reports the undeclared discontinuity.
    private(set) var followsFromJump = false

    /// Compares two streams.
    ///
    /// - Parameters:
    ///   - subject: The compared property.
    ///   - other: The stream to compare with the reference.
    ///   - reference: The stream that all others are compared with.
    ///   - regardsLoss: Whether differences count only where the content of both streams is known.
    init(
        _ subject: Subject, of other: StreamSurvey, from reference: StreamSurvey,
        regardsLoss: Bool
    ) {
        if subject == .maps, other.discontinuities.count == reference.discontinuities.count {
            // Only the playlist shows which segments have an initialization section of their own.
            // If both playlists have the same number of discontinuities, the discontinuities are
            // compared in order: if the section changes at a discontinuity of the reference, it
            // must also change at the corresponding discontinuity of the other stream. At all other
            // positions, a variant may change its section or repeat the tag.
            missing = zip(other.discontinuities, reference.discontinuities)
                .filter { reference.maps.contains($1) && !other.maps.contains($0) }.map(\.0)
            added = []
            return
        }
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
            if other.misplacedFrom != nil {
                added = added.filter { other.isKnown(at: $0, margin: frame) }
            }
            if reference.misplacedFrom != nil {
                missing = missing.filter { reference.isKnown(at: $0, margin: frame) }
            }
            isHiddenByLoss = missing.count + added.count < all || lacksOrigin
        }
        if subject == .maps {
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
