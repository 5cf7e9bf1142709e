package import Sessions
package import Transport

/// The request of a download: the video, the tracks to download, and other parameters.
///
/// The request is stored with the download, so that the download can be continued after the next
/// launch of the app.
package struct DownloadRequest: Sendable, Equatable {
    /// The requested video with its properties.
    package var video: Video
    /// The requested URL of the video's source.
    package var sourceURL: String
    /// The name shown to users; `nil` means the name of the video, or else the token.
    package var displayName: String?
    /// The app's identifier of the download; `nil` if the app assigned none.
    ///
    /// Two downloads never have the same identifier.
    package var identifier: String?
    package var selection = DownloadSelection()
    /// The ordered header fields of this download's requests for playlists and plain keys.
    ///
    /// Plain keys have the key format `identity`. Requests for segments contain the header fields
    /// too if ``DownloadOptions/sendsOwnHeadersWithSegments`` is `true`.
    package var headers: [HeaderField] = []
    /// The options that apply to all requests of the download.
    ///
    /// They are stored with the download, but the `Video` that represents the download does not
    /// contain them.
    package var assetOptions = AssetOptions()
    /// The terms of the requested licences; with `nil`, videos that need licences are refused.
    package var terms: PersistentLicenceTerms?
    /// Whether the download may use a cellular connection; set at the time of the request.
    package var allowsCellular = false
    /// The languages of the sideband subtitles, which the app itself presents.
    ///
    /// Once the download has a plan, they are the languages of the subtitles in the plan. `nil`
    /// when no sideband subtitles are downloaded.
    package var sidebandLanguages: [String]?
    /// Whether only the licence is loaded now; the media is loaded after a later request.
    package var isPreload = false
    /// Whether the app itself chose the tracks.
    ///
    /// This value determines which methods of the delegate report the progress.
    package var isConfigured = false

    /// Creates a request to download one source of a video.
    ///
    /// The request contains the asset options of the source and of the video.
    package init(video: Video, sourceURL: String) {
        self.video = video
        self.sourceURL = sourceURL
        assetOptions = video.assetOptions(at: sourceURL)
        self.video.assetOptions = AssetOptions()
        for index in video.sources.indices {
            self.video.sources[index].assetOptions = AssetOptions()
        }
    }

    /// Returns the object that decides which header fields and cookies the requests contain.
    ///
    /// - Parameter world: The `PlaybackWorld` with the cookies that servers have set.
    /// - Returns: The object for the options and the location of this request.
    func access(in world: PlaybackWorld) -> AssetAccess {
        AssetAccess(assetOptions, location: sourceURL, jar: world.cookies)
    }
}

extension Video {
    /// Returns the asset options of the source at a location.
    ///
    /// Options that the source does not set are taken from the video.
    ///
    /// - Parameter location: The absolute location of the source.
    /// - Returns: The options of the source, completed with the options of the video.
    func assetOptions(at location: String) -> AssetOptions {
        let source = sources.first { LocalPath.url($0.url) == location }
        return (source?.assetOptions ?? AssetOptions()).merged(over: assetOptions)
    }
}
