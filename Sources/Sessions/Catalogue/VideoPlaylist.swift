public import Formats

/// A list of videos to play in sequence, and its properties.
public struct VideoPlaylist: Hashable, Sendable {
    /// The videos in their order.
    public var videos: [Video]

    /// The properties in the catalogue; may be empty.
    public var properties: [String: PropertyValue]

    /// Creates a playlist.
    ///
    /// - Parameters:
    ///   - videos: The videos in their order.
    ///   - properties: The properties of the list.
    public init(videos: [Video], properties: [String: PropertyValue] = [:]) {
        self.videos = videos
        self.properties = properties
    }

    /// The number of videos.
    public var count: Int { videos.count }

    /// The video at an index, or `nil` for an index outside the list.
    ///
    /// - Parameter index: The index, counted from zero.
    public subscript(index: Int) -> Video? {
        videos.indices.contains(index) ? videos[index] : nil
    }

    /// The videos that the catalogue did not refuse.
    public var allPlayableVideos: [Video] {
        videos.filter { !$0.hasError }
    }

    /// The videos that the catalogue refused.
    public var allFailedVideos: [Video] {
        videos.filter(\.hasError)
    }

    /// Returns a changed copy.
    ///
    /// - Parameter change: Makes the change.
    /// - Returns: The changed copy.
    public func updating(_ change: (inout VideoPlaylist) throws -> Void) rethrows -> VideoPlaylist {
        var copy = self
        try change(&copy)
        return copy
    }
}
