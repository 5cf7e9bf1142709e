public import HeadlessPlayback

/// What happened in a session, as a page or a chart shows it.
public struct SessionHistory: Sendable, Equatable {
    /// How a session stood at an instant.
    public struct Sample: Sendable, Equatable {
        /// When.
        public var instant: Instant
        /// Where the playhead was.
        public var position: MediaTime
        /// How much media lay ahead of it.
        public var bufferedLead: MediaTime
        /// The bandwidth of the variant that was being fetched, in bits a second; 0 if unknown.
        public var bitrate: Int64
        /// How much the network carried, in bits a second; 0 if unknown.
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

    /// Something that happened in the time of the world.
    public struct Occurrence: Sendable, Equatable {
        /// What kind of thing happened.
        public enum Kind: String, Sendable, CaseIterable {
            case lifecycle, stall, seek, cuePoint = "cue-point", error, action, option
        }

        /// When it began.
        public var instant: Instant
        /// How long it lasted; zero for what has no length.
        public var length: Duration
        /// Where the playhead was.
        public var position: MediaTime
        /// What kind of thing happened.
        public var kind: Kind
        /// What happened, in a few words.
        public var text: String

        /// Creates an occurrence.
        public init(
            _ kind: Kind, _ text: String, at instant: Instant, for length: Duration = .zero,
            position: MediaTime
        ) {
            self.kind = kind
            self.text = text
            self.instant = instant
            self.length = length
            self.position = position
        }
    }

    /// Something on the timeline of the presentation.
    public struct Mark: Sendable, Equatable {
        /// What kind of thing it is.
        public enum Kind: String, Sendable, CaseIterable {
            case cuePoint = "cue-point"
            case marker, subtitle, segment, discontinuity, finding
        }

        /// Where it begins.
        public var start: MediaTime
        /// Where it ends; the start for what has no length.
        public var end: MediaTime
        /// What kind of thing it is.
        public var kind: Kind
        /// What it is, in a few words.
        public var text: String
        /// Whether it is as it was expected to be; `nil` when nothing was expected.
        public var isRight: Bool?

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

    /// A picture of what a viewer saw.
    public struct Still: Sendable, Equatable {
        /// Where the playhead was.
        public var position: MediaTime
        /// What it shows, in a few words.
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
    /// What people call the video.
    public var title: String
    /// How long the video is, as far as was known at the end.
    public var duration: MediaTime
    /// How the session stood, in order of time.
    public var samples: [Sample]
    /// What happened, in order of time.
    public var occurrences: [Occurrence]
    /// What lies on the timeline, in order of place.
    public var marks: [Mark]
    /// What a viewer saw at cue points, in order of place; empty unless asked for.
    public var stills: [Still]
    /// The accounts of the session, as text.
    public var ledger: String

    /// Creates the history of a session in which nothing happened yet.
    ///
    /// - Parameters:
    ///   - number: The number of the session.
    ///   - title: What people call the video.
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
