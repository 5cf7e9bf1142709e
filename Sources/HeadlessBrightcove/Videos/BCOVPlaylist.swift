import HeadlessPlayback
public import Sessions

/// A list of videos with the interface of the SDK: a wrapper of a `VideoPlaylist`.
public final class BCOVPlaylist {
    /// The wrapped playlist.
    public let playlist: VideoPlaylist

    /// Creates a wrapper of a playlist.
    ///
    /// - Parameter playlist: The playlist of this package.
    public init(_ playlist: VideoPlaylist) { self.playlist = playlist }

    /// The videos.
    public var videos: [BCOVVideo] { playlist.videos.map(BCOVVideo.init) }
    /// The videos for which the service reported no error.
    public var allPlayableVideos: [BCOVVideo] { playlist.allPlayableVideos.map(BCOVVideo.init) }
    /// The videos for which the service reported an error.
    public var allFailedVideos: [BCOVVideo] { playlist.allFailedVideos.map(BCOVVideo.init) }
    /// The properties.
    public var properties: [AnyHashable: Any] { playlist.properties.bridged }
    /// The number of videos.
    public var count: Int { playlist.count }
}
