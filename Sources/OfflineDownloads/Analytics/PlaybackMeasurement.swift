public import Playlists
public import VirtualTime

/// A measurement of the playback of an offline video.
public struct PlaybackMeasurement: Equatable, Sendable {
    /// The kind of a measurement, by the name under which it is sent.
    public enum Kind: String, Sendable {
        /// A session has begun to play.
        case videoView = "video_view"
        /// A further portion of the video has been played.
        case videoEngagement = "video_engagement"
    }

    /// The kind of the measurement.
    public let kind: Kind
    /// The token of the video.
    public let offlineVideoToken: OfflineVideoToken
    /// The date of the measurement.
    public let time: DateTime
    /// The playback position in the video.
    public let position: MediaTime

    /// Creates a measurement.
    ///
    /// - Parameters:
    ///   - kind: The kind of the measurement.
    ///   - offlineVideoToken: The token of the video.
    ///   - time: The date of the measurement.
    ///   - position: The playback position in the video.
    public init(
        kind: Kind, offlineVideoToken: OfflineVideoToken, time: DateTime, position: MediaTime
    ) {
        self.kind = kind
        self.offlineVideoToken = offlineVideoToken
        self.time = time
        self.position = position
    }

    /// The text that would be sent; its length is the size of the measurement.
    ///
    /// The date is in seconds since the start of 2001, and the playback position in seconds.
    public var text: String {
        let date = time.millisecondsSince1970.sinceReferenceDate
        return "event=\(kind.rawValue)&video=\(offlineVideoToken)&time=\(date)"
            + "&position=\(position.seconds)"
    }
}

/// The outcome of a measurement.
public enum MeasurementOutcome: Equatable, Sendable {
    /// The measurement counts as sent: the simulated SDK would have sent it.
    case sent(PlaybackMeasurement)
    /// The measurement is stored until it can be sent.
    case kept(PlaybackMeasurement)
    /// The measurement was dropped because the store is full.
    case dropped(PlaybackMeasurement)
    /// The store is full and accepts only measurements of video views.
    ///
    /// After one report, this outcome is not reported again until stored measurements are sent.
    case storageIsFull
}
