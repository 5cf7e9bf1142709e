/// A measurement of the playback of an offline video.
public struct PlaybackMeasurement: Equatable, Sendable {
    /// The kind of a measurement, by the name under which it is sent.
    public enum Kind: String, Sendable {
        /// A session has begun to play.
        case videoView = "video_view"
        /// More of the video was watched.
        case videoEngagement = "video_engagement"
    }

    /// The kind of the measurement.
    public let kind: Kind
    /// The video.
    public let offlineVideoToken: OfflineVideoToken
    /// The time, in seconds since the start of 2001.
    public let time: Double
    /// The position in the video, in seconds.
    public let position: Double

    /// Creates a measurement.
    ///
    /// - Parameters:
    ///   - kind: The kind of the measurement.
    ///   - offlineVideoToken: The video.
    ///   - time: The time, in seconds since the start of 2001.
    ///   - position: The position in the video, in seconds.
    public init(
        kind: Kind, offlineVideoToken: OfflineVideoToken, time: Double, position: Double
    ) {
        self.kind = kind
        self.offlineVideoToken = offlineVideoToken
        self.time = time
        self.position = position
    }

    /// The text to send; its length is the size of the measurement.
    public var text: String {
        "event=\(kind.rawValue)&video=\(offlineVideoToken)&time=\(time)&position=\(position)"
    }
}

/// The outcome of a measurement.
public enum MeasurementOutcome: Equatable, Sendable {
    /// It would have been sent.
    case sent(PlaybackMeasurement)
    /// It is stored until it can be sent.
    case kept(PlaybackMeasurement)
    /// There was no room for it.
    case dropped(PlaybackMeasurement)
    /// The store accepts only views; reported once, until measurements are sent.
    case storageIsFull
}
