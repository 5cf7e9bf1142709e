package import Sessions
package import Transport

/// What the catalogue knows of one download.
///
/// Times are milliseconds since 1970, of the clock that the store was opened with.
package struct DownloadRecord: Sendable, Equatable {
    /// Where a download stands, as the catalogue says it.
    package enum Phase: Int, Sendable, CaseIterable {
        /// Asked for; nothing came yet.
        case requested = 0
        /// Bytes are coming, or would if the network let them.
        case downloading = 1
        case suspended = 2
        case cancelled = 3
        case completed = 4
        case failed = 5
        /// The licence is there, the download has not been asked for.
        case licencePreloaded = 6
    }

    package var token: OfflineVideoToken
    /// What the app calls it, where the app names downloads; unique among those.
    package var identifier: String?
    /// The location that was asked for.
    package var sourceURL: String
    /// The name that people see.
    package var displayName: String
    /// The video it was asked for with, with its properties.
    package var video: Video
    package var selection = DownloadSelection()
    /// Header fields for its own requests, in order.
    package var headers: [HeaderField] = []
    package var phase = Phase.requested
    /// How much is there, in percent of the whole; 0 to 100.
    package var percent = 0.0
    package var receivedBytes: Int64 = 0
    /// How many bytes there will be, as far as can be told; zero when nothing can.
    package var expectedBytes: Int64 = 0
    /// When it was asked for.
    package var startTime: Int64
    /// When it was over, in any way; `nil` while it is not.
    package var endTime: Int64?
    package var errorCode: OfflineError.Code?
    package var errorReason: String?
    /// Whether it may use a cellular connection; settled when it is asked for.
    package var allowsCellular = false
    /// Whether every file was fetched and its size and checksum taken down.
    package var isWhole = false
    /// Whether its subtitles are presented as sideband subtitles, and their languages.
    package var sidebandLanguages: [String]?
    package var usesFairPlay = false
    /// What is asked for along with its licences; `nil` when nobody said.
    package var terms: PersistentLicenceTerms?
    /// When the licence was asked for; `nil` without one.
    package var licenceRequestTime: Int64?
    /// When it ends for good; `nil` for a purchase, and without a licence.
    package var licenceExpiration: Int64?
    /// How long it holds from the first playback, in milliseconds; `nil` without such a limit.
    package var playDuration: Int64?
    /// When the video was first played; `nil` before.
    package var initialPlaybackTime: Int64?
    /// The latest time at which its licence was looked at, as the catalogue has it; `nil` before.
    package var lastSeenTime: Int64?
    /// Whether it was asked for with a selection of the app's own, which decides how it is told of.
    package var isConfigured = false
    /// Whether nothing but its licence was asked for so far.
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
    /// Takes back that everything is there: a file is missing.
    mutating func isNotComplete() {
        isWhole = false
        guard phase == .completed else { return }
        phase = .downloading
        endTime = nil
    }

    /// The time that its licence is judged by: no earlier than one that was seen before, so that a
    /// clock that is set back does not reopen what has expired.
    ///
    /// - Parameter now: What the clock shows, in milliseconds since 1970.
    /// - Returns: The later of both.
    package func licenceTime(at now: Int64) -> Int64 { max(now, lastSeenTime ?? now) }
}
