import Formats
import HeadlessPlayback
import Presentation
import Sessions

/// The result for one expected cue point.
struct CuePointFinding {
    /// The distance of the cue point from the nearest keyframe or boundary of one stream.
    struct Distance {
        /// The index of the stream in the survey.
        let stream: Int
        /// The position of the nearest keyframe or boundary; `nil` when the stream has none.
        let nearest: MediaTime?
        let isNearEnough: Bool

        /// Returns whether inexact positions may be the reason why the tolerance is exceeded.
        func mayBeNear(_ time: MediaTime) -> Bool {
            guard !isNearEnough, let nearest else { return false }
            return max(nearest - time, time - nearest) <= TrackRecord.edgeTolerance
        }
    }

    /// The number of times that the cue point was passed in one playback of the asset.
    struct Passing {
        /// The index of this playback, among the playbacks in which cue point events were recorded.
        let play: Int
        /// The indices of the passages in this playback that contain the cue point.
        let passages: FewElements<Int>
        /// Whether the count can be checked.
        ///
        /// It cannot be checked if playback stopped before the cue point, or if media there is
        /// lost.
        let isJudged: Bool

        /// The number of times that the cue point was passed.
        var count: Int { passages.count }
    }

    let ordinal: Int
    let cuePoint: CuePoint
    /// The kinds of marker that correspond to the cue point; `nil` permits any kind.
    let markerKinds: [Marker.Kind]?
    var passings: FewElements<Passing> = .none
    var keyframes: FewElements<Distance> = .none
    var boundaries: FewElements<Distance> = .none
    /// The survey indices of the streams whose media at the cue point is lost.
    var unknown: [Int] = []
    /// The indices of the marker groups that match the cue point.
    var markers: [Int] = []
    /// Whether the markers that match are tags of renditions, and no variant stream has them.
    var isMarkedBesideVariants = false
    /// Whether the cue point needs a matching marker.
    var needsMarker = false
    /// Whether an unreadable marker at the cue point may be the matching marker.
    var isMarkerUnreadable = false
    /// The properties of the cue point that differ from its markers' properties.
    var differences: [MarkerDifference] = []

    init(_ ordinal: Int, _ cuePoint: CuePoint) {
        self.ordinal = ordinal
        self.cuePoint = cuePoint
        markerKinds = cuePoint.markerKinds
    }

    /// Returns a short title, which is unique among the cue points.
    ///
    /// The text is composed at each call.
    func title() -> String {
        var text = "cue point "
        text.reserveCapacity(64)
        text += String(ordinal)
        text += " at "
        text += place
        if !cuePoint.type.isEmpty {
            text += " "
            text += cuePoint.type
        }
        if let name = cuePoint.name {
            text += " \""
            text += name
            text += "\""
        }
        return SafeText.quoted(text)
    }

    /// The time of the cue point; `nil` if it is before the start or after the end of the media.
    var time: MediaTime? {
        guard case .time(let time) = cuePoint.position else { return nil }
        return time
    }

    /// Whether the cue point is after the end of the media.
    ///
    /// At the end of the video, playback also reports such cue points. They do not count as passed.
    var isAfterEnd = false

    /// Whether the cue point was passed once in each playback whose count can be checked.
    var isPassedOnce: Bool { isPassedOnce(in: nil) }

    private func isPassedOnce(in play: Int?) -> Bool {
        !isAfterEnd
            && passings.allSatisfy { passing in
                !passing.isJudged || passing.count == 1 || play != nil && passing.play != play
            }
    }

    /// Whether the cue point has the markers that it needs.
    var isMarked: Bool {
        !needsMarker || !markers.isEmpty && !isMarkedBesideVariants || isMarkerUnreadable
    }

    /// Returns whether the cue point meets all expectations.
    ///
    /// - Parameters:
    ///   - needsKeyframe: Whether a keyframe must be near the cue point.
    ///   - needsBoundary: Whether a segment boundary must be near the cue point.
    ///   - stream: The index in the survey of the only stream to check; `nil` checks all.
    ///   - play: The index of the only playback to check; `nil` checks all.
    /// - Returns: Whether the cue point meets all expectations.
    func isRight(
        needsKeyframe: Bool, needsBoundary: Bool, in stream: Int? = nil, play: Int? = nil
    ) -> Bool {
        func areNear(_ distances: FewElements<Distance>) -> Bool {
            distances.allSatisfy { $0.isNearEnough || stream != nil && $0.stream != stream }
        }
        return isPassedOnce(in: play) && isMarked && differences.isEmpty
            && (!needsKeyframe || areNear(keyframes)) && (!needsBoundary || areNear(boundaries))
    }

    /// The position of the cue point, as text.
    var place: String {
        switch cuePoint.position {
        case .before: "before"
        case .time(let time): "\(time)"
        case .after: "after"
        }
    }
}

extension CuePointPassage {
    /// A description of the two playback positions between which the cue points were passed.
    var words: String {
        switch (previous, current) {
        case (.beforeStart, .at(.zero)): "at the start"
        case (_, .afterEnd): "with the end"
        default: "\(Self.text(previous)) to \(Self.text(current))"
        }
    }

    private static func text(_ place: Place) -> String {
        switch place {
        case .beforeStart: "the start"
        case .at(let time): "\(time)"
        case .afterEnd: "the end"
        }
    }
}
