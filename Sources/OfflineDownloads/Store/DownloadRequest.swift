package import Sessions
package import Transport

/// The request of a download: its video, and what to download of it.
///
/// It is stored with the download, so that another launch of the app continues with it.
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
    /// The terms of licences; `nil` refuses videos that need any.
    package var terms: PersistentLicenceTerms?
    /// Whether it may use a cellular connection; fixed at the request.
    package var allowsCellular = false
    /// The languages of its sideband subtitles, those of the plan once it is known; `nil` when it
    /// has none.
    package var sidebandLanguages: [String]?
    /// Whether only the licence is obtained for now.
    package var isPreload = false
    /// Whether the app chose the selection itself, which determines the delegate methods for its
    /// progress.
    package var isConfigured = false

    package init(video: Video, sourceURL: String) {
        self.video = video
        self.sourceURL = sourceURL
    }
}
