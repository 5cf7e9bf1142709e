import Sessions

/// The record of one download in the catalogue.
///
/// All times are milliseconds since 1970. The times are read from the clock with which the store
/// was opened.
package struct DownloadRecord: Sendable, Equatable {
    package var token: OfflineVideoToken
    package var request: DownloadRequest
    package var state = OfflineVideoStatus.DownloadState.requested
    /// The progress in percent, 0 to 100.
    package var percent = 0.0
    package var receivedBytes: Int64 = 0
    /// The expected number of bytes, if it can be estimated; zero otherwise.
    package var expectedBytes: Int64 = 0
    /// The time at which the download was requested.
    package var startTime: Int64
    /// The time at which the download ended for any reason; `nil` while it has not ended.
    package var endTime: Int64?
    package var errorCode: OfflineError.Code?
    package var errorReason: String?
    /// Whether all files of the download are stored, each with its size and checksum.
    package var isWhole = false
    package var usesFairPlay: Bool
    /// The time of the licence request; `nil` if no licence was requested.
    package var licenceRequestTime: Int64?
    /// The time after which the licence is permanently invalid.
    ///
    /// `nil` for a purchase, which does not expire, and for a download without a licence.
    package var licenceExpiration: Int64?
    /// The period for which the licence is valid after the first playback, in milliseconds.
    ///
    /// `nil` when the licence does not limit this period.
    package var playDuration: Int64?
    /// The time of the first playback; `nil` until the download is played.
    package var initialPlaybackTime: Int64?
    /// The latest recorded time of a licence check; `nil` before the first check.
    package var lastSeenTime: Int64?
    package var posterName: String?
    package var thumbnailName: String?

    /// Creates the record of a new download.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - request: The request; without a display name, the record uses the name of the video.
    ///   - startTime: The time of the request.
    package init(token: OfflineVideoToken, request: DownloadRequest, startTime: Int64) {
        self.token = token
        self.request = request
        self.request.displayName = request.displayName ?? request.video.name
        self.startTime = startTime
        usesFairPlay = request.video.usesFairPlay
    }

    /// The names of the stored pictures.
    var pictureNames: [String] { [posterName, thumbnailName].compactMap(\.self) }

    /// The name shown to users.
    package var displayName: String { request.displayName ?? token.rawValue }
}

extension DownloadRecord {
    /// Marks the download as incomplete because a file is missing.
    ///
    /// A completed download returns to the state `downloading`.
    mutating func isNotComplete() {
        isWhole = false
        guard state == .completed else { return }
        state = .downloading
        endTime = nil
    }

    /// Returns the time against which the licence is checked.
    ///
    /// The result is never earlier than the recorded time of a check, so that setting the clock
    /// back does not make an expired licence valid.
    ///
    /// - Parameter now: The current time in milliseconds since 1970.
    /// - Returns: The current time or the latest recorded time, whichever is later.
    package func licenceTime(at now: Int64) -> Int64 { max(now, lastSeenTime ?? now) }
}
