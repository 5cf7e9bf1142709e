import Playlists
import Sessions

/// The status of a download at the time of the query.
///
/// Times are seconds since the start of 2001. Source: `Documentation/BrightcoveOffline.md#states`.
public struct OfflineVideoStatus: Equatable, Sendable {
    /// The token of the download.
    public let offlineVideoToken: OfflineVideoToken
    /// The state.
    public let downloadState: DownloadState
    /// The time at which the download was requested.
    public let downloadStartTime: Double
    /// The time at which the download ended for any reason; 0 while it has not ended.
    public let downloadEndTime: Double
    /// The progress in percent.
    public let downloadPercent: Double
    /// The number of bytes of the download that are stored.
    public let receivedByteCount: Int64
    /// The expected number of bytes, if it can be estimated; 0 otherwise.
    public let expectedByteCount: Int64
    /// The time of the licence request; `nil` when no licence was requested.
    public let licenseRequestTime: Double?
    /// The task of the download; `nil` after the download has ended.
    public let downloadTask: OfflineDownloadTask?
    /// The error that ended the download; `nil` if the download has not failed.
    public let error: OfflineError?

    init(_ record: DownloadRecord) {
        offlineVideoToken = record.token
        downloadState = record.state
        downloadStartTime = record.startTime.sinceReferenceDate
        downloadEndTime = record.endTime?.sinceReferenceDate ?? 0
        downloadPercent = record.percent
        receivedByteCount = record.receivedBytes
        expectedByteCount = record.expectedBytes
        licenseRequestTime = record.licenceRequestTime?.sinceReferenceDate
        switch record.state {
        case .requested, .downloading, .suspended:
            downloadTask = OfflineDownloadTask(offlineVideoToken: record.token)
        case .cancelled, .completed, .error, .licensePreloaded: downloadTask = nil
        }
        error = record.state == .error ? record.error : nil
    }
}

/// The task of a download, as the delegate receives it.
public struct OfflineDownloadTask: Hashable, Sendable {
    /// The token of the download.
    public let offlineVideoToken: OfflineVideoToken
}

/// A track of a download; progress is reported for each track.
public struct OfflineMediaSelection: Hashable, Sendable {
    /// The kind of a track.
    public enum Kind: String, Sendable {
        /// The video, with the audio in the same stream.
        case main
        /// Audio in a separate stream.
        case audio
        /// Subtitles.
        case subtitles
    }

    /// The kind of the track.
    public let kind: Kind
    /// The name shown to users; empty for the main track.
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
    /// The stored error of the download; `nil` when there is none.
    var error: OfflineError? {
        errorCode.map { OfflineError($0, errorReason ?? "the download failed") }
    }
}

extension Int64 {
    /// The time in seconds since the start of 2001, from milliseconds since the start of 1970.
    ///
    /// The value is rounded like a `Date` that is created from seconds since 1970. The difference
    /// between two values therefore equals the difference between two such dates.
    package var sinceReferenceDate: Double {
        Double(self) / 1000 - Double(DateTime.referenceDate.millisecondsSince1970) / 1000
    }
}
