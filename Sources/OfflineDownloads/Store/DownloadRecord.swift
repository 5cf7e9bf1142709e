package import Sessions
package import Transport

/// The record of one download in the catalogue.
///
/// Times are milliseconds since 1970, of the clock with which the store was opened.
package struct DownloadRecord: Sendable, Equatable {
    package var token: OfflineVideoToken
    /// The app's identifier of the download, unique among downloads that have one.
    package var identifier: String?
    /// The requested location.
    package var sourceURL: String
    /// The name shown to users.
    package var displayName: String
    /// The requested video with its properties.
    package var video: Video
    package var selection = DownloadSelection()
    /// Header fields for its own requests, in order.
    package var headers: [HeaderField] = []
    package var state = OfflineVideoStatus.DownloadState.requested
    /// The progress in percent, 0 to 100.
    package var percent = 0.0
    package var receivedBytes: Int64 = 0
    /// The expected number of bytes, if it can be estimated; zero otherwise.
    package var expectedBytes: Int64 = 0
    /// The time of the request.
    package var startTime: Int64
    /// The time of the end, in any way; `nil` before.
    package var endTime: Int64?
    package var errorCode: OfflineError.Code?
    package var errorReason: String?
    /// Whether it may use a cellular connection; fixed at the request.
    package var allowsCellular = false
    /// Whether every file was stored with its size and checksum.
    package var isWhole = false
    /// The languages of its sideband subtitles; `nil` when it has none.
    package var sidebandLanguages: [String]?
    package var usesFairPlay = false
    /// The requested terms of its licences; `nil` when none were given.
    package var terms: PersistentLicenceTerms?
    /// The time of the licence request; `nil` without one.
    package var licenceRequestTime: Int64?
    /// The permanent end of the licence; `nil` for a purchase, and without a licence.
    package var licenceExpiration: Int64?
    /// The validity from the first playback, in milliseconds; `nil` sets no limit.
    package var playDuration: Int64?
    /// The time of the first playback; `nil` before.
    package var initialPlaybackTime: Int64?
    /// The latest time of a licence check in the catalogue; `nil` before the first.
    package var lastSeenTime: Int64?
    /// Whether the app chose the selection itself, which determines the delegate methods for its
    /// progress.
    package var isConfigured = false
    /// Whether only its licence was requested.
    package var isPreload = false
    package var posterName: String?
    package var thumbnailName: String?

    package init(
        token: OfflineVideoToken, sourceURL: String, displayName: String, video: Video,
        startTime: Int64
    ) {
        self.token = token
        self.sourceURL = sourceURL
        self.displayName = displayName
        self.video = video
        self.startTime = startTime
    }
}

extension DownloadRecord {
    /// Marks the download as incomplete: a file is missing.
    mutating func isNotComplete() {
        isWhole = false
        guard state == .completed else { return }
        state = .downloading
        endTime = nil
    }

    /// Returns the time for checking its licence.
    ///
    /// It is never earlier than a time seen before, so that setting the clock back does not renew
    /// an expired licence.
    ///
    /// - Parameter now: The current time in milliseconds since 1970.
    /// - Returns: The later of both.
    package func licenceTime(at now: Int64) -> Int64 { max(now, lastSeenTime ?? now) }
}
