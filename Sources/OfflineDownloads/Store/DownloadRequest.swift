package import Sessions
package import Transport

/// The request of a download: its video and the parts to download.
///
/// It is stored with the download, so that the next launch of the app can continue.
package struct DownloadRequest: Sendable, Equatable {
    /// The requested video with its properties.
    package var video: Video
    /// The requested location.
    package var sourceURL: String
    /// The name shown to users; `nil` means the name of the video, or else the token.
    package var displayName: String?
    /// The app's identifier of the download, unique among downloads that have one.
    package var identifier: String?
    package var selection = DownloadSelection()
    /// Header fields for its own requests, in order, see
    /// ``DownloadOptions/sendsOwnHeadersWithSegments``.
    package var headers: [HeaderField] = []
    /// The options with which all of its requests are made.
    ///
    /// They are stored with the download and hidden from the videos that represent it.
    package var assetOptions = AssetOptions()
    /// The terms of licences; `nil` refuses videos that need any.
    package var terms: PersistentLicenceTerms?
    /// Whether it may use a cellular connection; set at the time of the request.
    package var allowsCellular = false
    /// The languages of its sideband subtitles, from the plan once it is known; `nil` when it has
    /// none.
    package var sidebandLanguages: [String]?
    /// Whether only the licence is obtained for now.
    package var isPreload = false
    /// Whether the app chose the selection itself, which determines the delegate methods for its
    /// progress.
    package var isConfigured = false

    /// Creates the request for a source of a video, with the options of both.
    package init(video: Video, sourceURL: String) {
        self.video = video
        self.sourceURL = sourceURL
        assetOptions = video.assetOptions(at: sourceURL)
        self.video.assetOptions = AssetOptions()
        for index in video.sources.indices {
            self.video.sources[index].assetOptions = AssetOptions()
        }
    }

    /// Returns the access of its requests.
    ///
    /// - Parameter world: The world with the cookies that servers have set.
    /// - Returns: The access.
    func access(in world: PlaybackWorld) -> AssetAccess {
        AssetAccess(assetOptions, location: sourceURL, jar: world.cookies)
    }
}

extension Video {
    /// Returns the options of the source at a location, with the gaps filled from the video's.
    ///
    /// - Parameter location: The absolute location.
    /// - Returns: The options.
    func assetOptions(at location: String) -> AssetOptions {
        let source = sources.first { LocalPath.url($0.url) == location }
        return (source?.assetOptions ?? AssetOptions()).merged(over: assetOptions)
    }
}
