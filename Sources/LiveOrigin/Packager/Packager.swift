package import Playlists
package import VirtualTime

/// The form in which a broadcast is listed.
package struct Packager: Equatable, Sendable {
    /// The segments that a playlist lists.
    package enum Window: Equatable, Sendable {
        /// The fewest newest segments that last at least this long.
        case length(MediaTime)
        /// A number of newest segments.
        case count(Int)
        /// All segments, as an `EVENT`.
        case event
        /// All segments, in a playlist without a type.
        case unlimited
    }

    /// The segments that have a date.
    package enum Dates: String, CaseIterable, Sendable {
        /// All segments.
        case everySegment = "segment"
        /// The first segment of the broadcast and each segment after a discontinuity.
        case discontinuities = "discontinuity"
        /// No segment.
        case none
    }

    /// The treatment of requests that wait for a segment or part.
    package enum Blocking: String, CaseIterable, Sendable {
        /// The response is sent when the segment or part is listed.
        case correct = "none"
        /// The response is sent at once, without the segment or part.
        case immediate = "immediate-unchanged"
        /// The request is refused after three target durations.
        case never
        /// The response is sent when the whole segment is listed.
        case ignoresPart = "ignores-part"
    }

    /// The segment from which the farthest possible request is counted.
    ///
    /// Section 6.2.5.2 of rfc8216bis does not define which segment is the last one.
    package enum LastSegment: String, CaseIterable, Sendable {
        /// The segment with the last listed part.
        case open
        /// The last complete one.
        case complete
    }

    /// The window.
    package var window = Window.length(.seconds(60))
    /// The declared target duration; `nil` means the longest segment, in whole seconds.
    package var targetDuration: MediaTime?
    /// The parts of segments; `nil` when segments have none.
    package var parts: PartListing?
    /// The declared delivery features.
    package var serverControl: ServerControl?
    /// Whether playlists report the progress of the other renditions.
    package var hasReports = false
    /// The segments that have a date.
    package var dates = Dates.everySegment
    /// The preferred start of playback.
    package var start: StartPoint?
    /// The encryption with keys that change; `nil` for none.
    package var keys: KeyRotation?
    /// The renditions, one for each track of the sources.
    package var renditions: [RenditionListing]
    /// The treatment of requests that wait.
    package var blocking = Blocking.correct
    /// The segment from which the limit of the farthest possible request is counted.
    package var lastSegment = LastSegment.open

    /// Creates a packager of a sliding window of a minute.
    package init(renditions: [RenditionListing], window: Window = .length(.seconds(60))) {
        self.renditions = renditions
        self.window = window
    }

    /// The delivery features, with the hold-back that parts require.
    var control: ServerControl? {
        guard let parts else { return serverControl }
        var control = serverControl ?? ServerControl()
        if control.partHoldBack == nil { control.partHoldBack = parts.target * 3 }
        return control
    }
}

/// The parts of segments in playlists.
package struct PartListing: Equatable, Sendable {
    /// The parts that are marked as independent.
    package enum Independence: String, CaseIterable, Sendable {
        /// The parts that contain a keyframe.
        case keyframes
        /// All.
        case all
        /// None.
        case none
    }

    /// The target duration of parts.
    package var target: MediaTime
    /// The parts that are marked as independent.
    package var independence: Independence
    /// Whether playlists announce the next part.
    package var hasHints: Bool

    /// Creates a listing.
    package init(
        target: MediaTime, independence: Independence = .keyframes, hasHints: Bool = true
    ) {
        self.target = target
        self.independence = independence
        self.hasHints = hasHints
    }
}

/// The properties in which the playlists of renditions differ.
package struct RenditionListing: Equatable, Sendable {
    /// The value of `EXT-X-DISCONTINUITY-SEQUENCE`.
    package enum DiscontinuitySequence: Equatable, Sendable {
        /// The number of discontinuities that were removed.
        case exact
        /// Never stated.
        case absent
        /// Wrong by a number.
        case off(by: Int)
    }

    /// The name of the folder of the rendition.
    package var name: String
    /// The addition to media sequence numbers.
    package var sequenceOffset: Int
    /// The additional delay of publication.
    package var lag: MediaTime
    /// The stated discontinuity sequence number.
    package var discontinuitySequence: DiscontinuitySequence
    /// The declared target duration; `nil` means that of the broadcast.
    package var targetDuration: MediaTime?
    /// The number that the reports of other playlists add to its last media sequence number.
    package var reportOffset = 0
    /// Whether its playlist states its type, if it has one.
    package var statesType = true
    /// Whether its segments have parts, where segments have any.
    package var hasParts = true
    /// Whether its segments are text, whose samples are never encrypted.
    package var isText = false

    /// Creates the properties of a rendition.
    package init(
        name: String, sequenceOffset: Int = 0, lag: MediaTime = .zero,
        discontinuitySequence: DiscontinuitySequence = .exact
    ) {
        self.name = name
        self.sequenceOffset = sequenceOffset
        self.lag = lag
        self.discontinuitySequence = discontinuitySequence
    }
}
