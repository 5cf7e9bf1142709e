import Sessions

/// Where a download stands, as it was when somebody asked.
///
/// Times are seconds since the start of 2001. Source: `Documentation/BrightcoveOffline.md#states`.
public struct OfflineVideoStatus: Equatable, Sendable {
    /// Where a download stands.
    public enum DownloadState: Int, Sendable {
        /// Asked for, and nothing has come yet.
        case requested = 0
        /// Coming.
        case downloading = 1
        /// Held.
        case suspended = 2
        /// Ended by the app.
        case cancelled = 3
        /// All there.
        case completed = 4
        /// Ended by a failure.
        case error = 5
        /// The licence is there, and the download has not been asked for.
        case licensePreloaded = 6
    }

    /// What names the download.
    public let offlineVideoToken: OfflineVideoToken
    /// Where it stands.
    public let downloadState: DownloadState
    /// When it was asked for.
    public let downloadStartTime: Double
    /// When it was over, in any way; 0 while it is not.
    public let downloadEndTime: Double
    /// How much is there, in percent.
    public let downloadPercent: Double
    /// How many bytes are there.
    public let receivedByteCount: Int64
    /// How many bytes there will be, as far as can be told; 0 when nothing can.
    public let expectedByteCount: Int64
    /// When the licence was asked for; `nil` without one.
    public let licenseRequestTime: Double?
    /// What does the download; `nil` when it is over.
    public let downloadTask: OfflineDownloadTask?
    /// Why it failed; `nil` when it did not.
    public let error: OfflineError?

    init(_ record: DownloadRecord) {
        offlineVideoToken = record.token
        downloadState = DownloadState(rawValue: record.phase.rawValue) ?? .error
        downloadStartTime = record.startTime.sinceReferenceDate
        downloadEndTime = record.endTime?.sinceReferenceDate ?? 0
        downloadPercent = record.percent
        receivedByteCount = record.receivedBytes
        expectedByteCount = record.expectedBytes
        licenseRequestTime = record.licenceRequestTime?.sinceReferenceDate
        switch record.phase {
        case .requested, .downloading, .suspended:
            downloadTask = OfflineDownloadTask(offlineVideoToken: record.token)
        case .cancelled, .completed, .failed, .licencePreloaded: downloadTask = nil
        }
        error = record.phase == .failed ? record.error : nil
    }
}

/// What does a download, towards the delegate.
public struct OfflineDownloadTask: Hashable, Sendable {
    /// What names the download.
    public let offlineVideoToken: OfflineVideoToken
}

/// A track of a download: what its progress is told of.
public struct OfflineMediaSelection: Hashable, Sendable {
    /// What a track is.
    public enum Kind: String, Sendable {
        /// The video, with the audio that comes in the same stream.
        case main
        /// Audio in a stream of its own.
        case audio
        /// Subtitles.
        case subtitles
    }

    /// What it is.
    public let kind: Kind
    /// The name for people; empty for the main track.
    public let displayName: String
    /// The language as an RFC 5646 tag; `nil` when unknown.
    public let language: String?

    init(_ track: PackagePlan.Track) {
        kind = Kind(rawValue: track.kind.rawValue) ?? .main
        displayName = track.title
        language = track.language
    }
}

extension DownloadRecord {
    /// Why the download failed, as far as it was written down.
    var error: OfflineError? {
        errorCode.map { OfflineError($0, errorReason ?? "the download failed") }
    }
}

extension Int64 {
    /// Milliseconds since 1970 as seconds since the start of 2001.
    package var sinceReferenceDate: Double { Double(self) / 1000 - 978_307_200 }
}
