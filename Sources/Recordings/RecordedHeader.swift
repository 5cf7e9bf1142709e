package import Playlists
package import VirtualTime

/// The first line of a recording.
package struct RecordedHeader: Equatable, Sendable {
    /// The version of the format.
    package static let version: Int64 = 1

    /// The location of the asset, without secrets.
    package var location: String
    /// The date at which the recording started, for people who read the file.
    package var started: DateTime
    /// Whether the bodies of media, initialization sections and keys are kept.
    package var hasBodies: Bool
    /// The maximum size of the recording in bytes.
    package var limit: Int64

    /// Creates a header.
    ///
    /// - Parameters:
    ///   - location: The location of the asset, without secrets.
    ///   - started: The date at which the recording started.
    ///   - hasBodies: Whether the bodies of media, initialization sections and keys are kept.
    ///   - limit: The maximum size of the recording in bytes.
    package init(location: String, started: DateTime, hasBodies: Bool, limit: Int64) {
        self.location = location
        self.started = started
        self.hasBodies = hasBodies
        self.limit = limit
    }
}

/// The last line of a recording.
package struct RecordedEnd: Equatable, Sendable {
    /// The instant of the end, from the start of the recording.
    package var instant: Instant
    /// The number of responses.
    package var count: Int
    /// The reason for an early end; `nil` for a complete recording.
    package var reason: String?

    /// Creates the contents of the last line.
    ///
    /// - Parameters:
    ///   - instant: The instant of the end, from the start of the recording.
    ///   - count: The number of responses.
    ///   - reason: The reason for an early end.
    package init(at instant: Instant, count: Int, reason: String? = nil) {
        self.instant = instant
        self.count = count
        self.reason = reason
    }
}
