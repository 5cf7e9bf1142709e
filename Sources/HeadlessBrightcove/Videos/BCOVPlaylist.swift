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

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The videos; never `nil`.
    public var videos: [BCOVVideo]! { playlist.videos.map(BCOVVideo.init) }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The videos for which the service reported no error; never `nil`.
    public var allPlayableVideos: [BCOVVideo]! { playlist.allPlayableVideos.map(BCOVVideo.init) }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The videos for which the service reported an error; never `nil`.
    public var allFailedVideos: [BCOVVideo]! { playlist.allFailedVideos.map(BCOVVideo.init) }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The properties; never `nil`.
    public var properties: [AnyHashable: Any]! { playlist.properties.bridged }
    /// The number of videos.
    public var count: Int { playlist.count }
}
