/// Something that was measured of the playback of an offline video.
public struct PlaybackMeasurement: Equatable, Sendable {
    /// What was measured, under the name that it is sent by.
    public enum Kind: String, Sendable {
        /// A session has begun to play.
        case videoView = "video_view"
        /// More of the video was watched.
        case videoEngagement = "video_engagement"
    }

    /// What was measured.
    public let kind: Kind
    /// The video.
    public let offlineVideoToken: OfflineVideoToken
    /// When, in seconds since the start of 2001.
    public let time: Double
    /// Where in the video, in seconds.
    public let position: Double

    /// Creates a measurement.
    ///
    /// - Parameters:
    ///   - kind: What was measured.
    ///   - offlineVideoToken: The video.
    ///   - time: When, in seconds since the start of 2001.
    ///   - position: Where in the video, in seconds.
    public init(
        kind: Kind, offlineVideoToken: OfflineVideoToken, time: Double, position: Double
    ) {
        self.kind = kind
        self.offlineVideoToken = offlineVideoToken
        self.time = time
        self.position = position
    }

    /// The text that is sent of it; how much room it takes is the length of that.
    public var text: String {
        "event=\(kind.rawValue)&video=\(offlineVideoToken)&time=\(time)&position=\(position)"
    }
}

/// What became of a measurement.
public enum MeasurementOutcome: Equatable, Sendable {
    /// It would have been sent.
    case sent(PlaybackMeasurement)
    /// It is kept until it can be sent.
    case kept(PlaybackMeasurement)
    /// There was no room for it.
    case dropped(PlaybackMeasurement)
    /// There is no more room for anything but views; told once, until something was sent.
    case storageIsFull
}
