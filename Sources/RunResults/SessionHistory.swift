public import HeadlessPlayback

/// The events of a session, for a page or a chart.
public struct SessionHistory: Sendable, Equatable {
    /// The state of a session at an instant.
    public struct Sample: Sendable, Equatable {
        /// The instant.
        public var instant: Instant
        /// The position of the playhead.
        public var position: MediaTime
        /// The duration of the media buffered ahead of the playhead.
        public var bufferedLead: MediaTime
        /// The declared bandwidth of the loaded variant, in bits per second; 0 if unknown.
        public var bitrate: Int64
        /// The throughput of the network, in bits per second; 0 if unknown.
        public var bandwidth: Int64

        /// Creates a sample.
        public init(
            instant: Instant, position: MediaTime, bufferedLead: MediaTime, bitrate: Int64,
            bandwidth: Int64 = 0
        ) {
            self.instant = instant
            self.position = position
            self.bufferedLead = bufferedLead
            self.bitrate = bitrate
            self.bandwidth = bandwidth
        }
    }

    /// The live window of a broadcast at an instant.
    package struct Window: Sendable, Equatable {
        /// The instant.
        package var instant: Instant
        /// The distance from the start of the window to the live edge.
        package var length: MediaTime
        /// The distance from the playhead to the live edge.
        package var latency: MediaTime

        /// Creates a window.
        package init(instant: Instant, length: MediaTime, latency: MediaTime) {
            self.instant = instant
            self.length = length
            self.latency = latency
        }
    }

    /// An occurrence at an instant of virtual time.
    public struct Occurrence: Sendable, Equatable {
        /// The kind of an occurrence.
        public enum Kind: String, Sendable, CaseIterable {
            case lifecycle, stall, seek, cuePoint = "cue-point", error, action, option
        }

        /// The instant at which the occurrence begins.
        public var instant: Instant
        /// The duration; zero for an instantaneous event.
        public var length: Duration
        /// The position of the playhead.
        public var position: MediaTime
        /// The kind of the occurrence.
        public var kind: Kind
        /// The type of the lifecycle event; `nil` for an occurrence of another kind.
        public var event: LifecycleEvent.EventType?
        /// The description of the occurrence in a few words.
        public var text: String

        /// Creates an occurrence.
        public init(
            _ kind: Kind, _ text: String, event: LifecycleEvent.EventType? = nil,
            at instant: Instant, for length: Duration = .zero, position: MediaTime
        ) {
            self.kind = kind
            self.event = event
            self.text = text
            self.instant = instant
            self.length = length
            self.position = position
        }
    }

    /// A mark on the timeline of the presentation.
    public struct Mark: Sendable, Equatable {
        /// The kind of a mark.
        public enum Kind: String, Sendable, CaseIterable {
            case cuePoint = "cue-point"
            case marker, subtitle, segment, discontinuity, finding
        }

        /// The start of the mark.
        public var start: MediaTime
        /// The end of the mark; equal to the start for a point.
        public var end: MediaTime
        /// The kind of the mark.
        public var kind: Kind
        /// The description of the mark, in a few words.
        public var text: String
        /// Whether the mark meets its expectation; `nil` for a mark without an expectation.
        public var isRight: Bool?
        /// The media near the cue point, in words; `nil` if it was not measured.
        package var surroundings: Surroundings?

        /// Creates a mark.
        public init(
            _ kind: Kind, _ text: String, from start: MediaTime, to end: MediaTime? = nil,
            isRight: Bool? = nil
        ) {
            self.kind = kind
            self.text = text
            self.start = start
            self.end = end ?? start
            self.isRight = isRight
        }
    }

    /// The media near a cue point, in words.
    package struct Surroundings: Sendable, Equatable {
        /// The distance of the cue point from the nearest keyframe.
        package var keyframe: String
        /// The distance of the cue point from the nearest segment boundary.
        package var boundary: String
        /// The sources of the markers that agree with the cue point.
        package var markers: String

        /// Creates the description of the media near a cue point.
        package init(keyframe: String, boundary: String, markers: String) {
            self.keyframe = keyframe
            self.boundary = boundary
            self.markers = markers
        }
    }

    /// A picture at a cue point.
    public struct Still: Sendable, Equatable {
        /// The position of the playhead.
        public var position: MediaTime
        /// The subject of the picture in a few words.
        public var text: String
        /// The picture as a PNG or JPEG file.
        public var image: [UInt8]

        /// Creates a picture.
        public init(_ text: String, at position: MediaTime, image: [UInt8]) {
            self.text = text
            self.position = position
            self.image = image
        }
    }

    /// The number of the session, counted from 1.
    public var number: Int
    /// The title of the video.
    public var title: String
    /// The duration of the video, as known at the end of the session.
    public var duration: MediaTime
    /// The states of the session, in order of time.
    public var samples: [Sample]
    /// The live windows of a broadcast, in order of time; empty for other videos.
    package var windows: [Window] = []
    /// The occurrences, in order of time.
    public var occurrences: [Occurrence]
    /// The marks on the timeline, in order of position.
    public var marks: [Mark]
    /// The pictures at cue points, in order of position; empty unless requested.
    public var stills: [Still]
    /// The summary of the session's ledger, as text.
    public var ledger: String

    /// Creates the history of a session in which nothing has happened yet.
    ///
    /// - Parameters:
    ///   - number: The number of the session.
    ///   - title: The title of the video.
    public init(number: Int, title: String) {
        self.number = number
        self.title = title
        duration = .zero
        samples = []
        occurrences = []
        marks = []
        stills = []
        ledger = ""
    }
}
