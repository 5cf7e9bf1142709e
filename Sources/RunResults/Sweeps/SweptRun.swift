package import HeadlessPlayback

/// The part of a sweep that a run performs, and its outcome, as stated in reports.
package enum SweptRun: Equatable, Sendable {
    /// The run without a fault, with which the other runs are compared.
    ///
    /// Faults in `untried` have no run, because the session makes no request into which they can be
    /// injected.
    case plain(untried: [SweptFault])
    /// A run in which the fault was injected into a request for this kind of resource.
    case fault(SweptFault, resource: ResourceKind, Survival)
    /// A run in which the player seeked to a position.
    case seek(SweptSeek)

    /// Whether the run has neither a fault nor a seek and is the reference for the other runs.
    package var isPlain: Bool {
        if case .plain = self { true } else { false }
    }
}

/// A seek in a sweep, and the distance from the target to the reached position.
package struct SweptSeek: Equatable, Sendable {
    /// The kind of a seek's target.
    package enum Kind: String, CaseIterable, Sendable {
        case discontinuity, segment, keyframe, end
    }

    /// The required precision of a seek.
    package enum Precision: String, CaseIterable, Sendable {
        /// The seek lands exactly at the target.
        case exact
        /// The seek lands at a sync sample near the target, if there is one.
        case near
    }

    /// The name of the seek's target position, such as `segment-3`.
    package var place: String
    /// The kinds of the target position; one position may be of several kinds.
    package var kinds: [Kind]
    /// The required precision of the position that the seek reaches.
    package var precision: Precision
    /// The description of the stream whose segments and keyframes determine the target.
    package var stream: String
    /// The distance between the reached position and the target; `nil` if no position was reached.
    package var distance: MediaTime?

    package init(
        place: String, kinds: [Kind], precision: Precision, stream: String,
        distance: MediaTime?
    ) {
        self.place = place
        self.kinds = kinds
        self.precision = precision
        self.stream = stream
        self.distance = distance
    }
}
