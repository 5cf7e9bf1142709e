import HeadlessPlayback
public import Sessions

/// A playlist of videos, with the interface of the SDK.
public final class BCOVPlaylist {
    /// The playlist of this package.
    public let playlist: VideoPlaylist

    /// Creates the object of a playlist.
    ///
    /// - Parameter playlist: The playlist of this package.
    public init(_ playlist: VideoPlaylist) { self.playlist = playlist }

    /// The videos.
    public var videos: [BCOVVideo] { playlist.videos.map(BCOVVideo.init) }
    /// The videos without an error of the service.
    public var allPlayableVideos: [BCOVVideo] { playlist.allPlayableVideos.map(BCOVVideo.init) }
    /// The videos with an error of the service.
    public var allFailedVideos: [BCOVVideo] { playlist.allFailedVideos.map(BCOVVideo.init) }
    /// The properties.
    public var properties: [AnyHashable: Any] { playlist.properties.bridged }
    /// The number of videos.
    public var count: Int { playlist.count }
}
