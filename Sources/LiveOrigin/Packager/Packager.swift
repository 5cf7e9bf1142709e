package import Playlists
package import VirtualTime

/// The settings for the playlists of a broadcast.
package struct Packager: Equatable, Sendable {
    /// The segments that a playlist lists.
    package enum Window: Equatable, Sendable {
        /// The newest segments: as few as are needed to reach this duration.
        case length(MediaTime)
        /// A fixed number of the newest segments.
        case count(Int)
        /// All segments, in a playlist of type `EVENT`.
        case event
        /// All segments, in a playlist without a type.
        case unlimited
    }

    /// The segments that have an `EXT-X-PROGRAM-DATE-TIME`.
    package enum Dates: String, CaseIterable, Sendable {
        /// Every segment has a date.
        case everySegment = "segment"
        /// The first segment of the broadcast and each segment after a discontinuity have a date.
        case discontinuities = "discontinuity"
        /// No segment has a date.
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

    /// The segment that counts as the last one when the origin limits blocking requests.
    ///
    /// Requests for segments that are too far after it are refused. Section 6.2.5.2 of rfc8216bis
    /// does not define which segment is the last one.
    package enum LastSegment: String, CaseIterable, Sendable {
        /// The segment with the last listed part, even if it is incomplete.
        case open
        /// The last complete segment.
        case complete
    }

    /// The segments that a playlist lists.
    package var window = Window.length(.seconds(60))
    /// The declared target duration; `nil` means the longest segment, rounded up to seconds.
    package var targetDuration: MediaTime?
    /// The settings for the parts of segments; `nil` when segments have no parts.
    package var parts: PartListing?
    /// The delivery features that playlists declare in `EXT-X-SERVER-CONTROL`.
    package var serverControl: ServerControl?
    /// Whether playlists contain reports of the other renditions (`EXT-X-RENDITION-REPORT`).
    package var hasReports = false
    /// The segments that have an `EXT-X-PROGRAM-DATE-TIME`.
    package var dates = Dates.everySegment
    /// The preferred start of playback.
    package var start: StartPoint?
    /// The keys with which the origin encrypts the broadcast; `nil` if it adds no encryption.
    package var keys: KeyRotation?
    /// The renditions, one for each track of the sources.
    package var renditions: [RenditionListing]
    /// The treatment of requests that wait for a segment or part.
    package var blocking = Blocking.correct
    /// The segment that counts as the last one when the origin limits blocking requests.
    package var lastSegment = LastSegment.open

    /// Creates a packager, by default with a sliding window of a minute.
    package init(renditions: [RenditionListing], window: Window = .length(.seconds(60))) {
        self.renditions = renditions
        self.window = window
    }

    /// The declared delivery features, with a default part hold-back when segments have parts.
    var control: ServerControl? {
        guard let parts else { return serverControl }
        var control = serverControl ?? ServerControl()
        if control.partHoldBack == nil { control.partHoldBack = parts.target * 3 }
        return control
    }
}

/// The settings for the parts that playlists list.
package struct PartListing: Equatable, Sendable {
    /// The parts that are marked as independent.
    package enum Independence: String, CaseIterable, Sendable {
        /// The parts that contain a keyframe are marked as independent.
        case keyframes
        /// All parts are marked as independent.
        case all
        /// No part is marked as independent.
        case none
    }

    /// The target duration of parts.
    package var target: MediaTime
    /// The parts that are marked as independent.
    package var independence: Independence
    /// Whether playlists announce the next part with `EXT-X-PRELOAD-HINT`.
    package var hasHints: Bool

    /// Creates settings for parts.
    package init(
        target: MediaTime, independence: Independence = .keyframes, hasHints: Bool = true
    ) {
        self.target = target
        self.independence = independence
        self.hasHints = hasHints
    }
}

/// The settings for a single rendition of a broadcast.
package struct RenditionListing: Equatable, Sendable {
    /// The value of `EXT-X-DISCONTINUITY-SEQUENCE`.
    package enum DiscontinuitySequence: Equatable, Sendable {
        /// The correct value: the number of discontinuities removed from the playlist.
        case exact
        /// No value: the tag is absent.
        case absent
        /// The correct value plus an error, but not below zero.
        case off(by: Int)
    }

    /// The name of the folder of the rendition.
    package var name: String
    /// The offset that is added to the media sequence numbers of the broadcast.
    package var sequenceOffset: Int
    /// The additional delay with which the rendition is published.
    package var lag: MediaTime
    /// The stated discontinuity sequence number.
    package var discontinuitySequence: DiscontinuitySequence
    /// The declared target duration; `nil` means the target duration of the broadcast.
    package var targetDuration: MediaTime?
    /// The error of the last media sequence number that other playlists report for this rendition.
    package var reportOffset = 0
    /// Whether the playlist declares the type `EVENT` when the packager's window is `event`.
    package var statesType = true
    /// Whether the rendition's segments have parts when the packager divides segments into parts.
    package var hasParts = true
    /// Whether the rendition's segments are text, whose samples are never encrypted.
    package var isText = false

    /// Creates the settings for a rendition.
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
