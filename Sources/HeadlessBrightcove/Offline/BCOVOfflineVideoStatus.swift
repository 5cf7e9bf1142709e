public import Foundation
import HeadlessPlayback
public import OfflineDownloads

/// The token of a download, a string that an app can store.
public typealias BCOVOfflineVideoToken = String

/// The state of a download.
public enum BCOVOfflineVideoDownloadState: Int, Sendable {
    /// The download was requested.
    case stateRequested = 0
    /// The download is in progress.
    case stateDownloading = 1
    /// The download is paused.
    case stateSuspended = 2
    /// The download was cancelled.
    case stateCancelled = 3
    /// The download is complete.
    case stateCompleted = 4
    /// The download failed.
    case stateError = 5
    /// The licence is stored, and the download is not requested yet.
    case licensePreloaded = 6

    /// Creates the SDK's state that corresponds to a state of this package.
    init(_ state: OfflineVideoStatus.DownloadState) {
        self =
            switch state {
            case .requested: .stateRequested
            case .downloading: .stateDownloading
            case .suspended: .stateSuspended
            case .cancelled: .stateCancelled
            case .completed: .stateCompleted
            case .error: .stateError
            case .licensePreloaded: .licensePreloaded
            }
    }
}

/// The status of a download at the time of the query.
public final class BCOVOfflineVideoStatus {
    /// The wrapped status of this package.
    public let status: OfflineVideoStatus

    /// Wraps a status of this package.
    init(_ status: OfflineVideoStatus) { self.status = status }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The token of the download; never `nil`.
    public var offlineVideoToken: BCOVOfflineVideoToken! { status.offlineVideoToken.rawValue }
    /// The state of the download.
    public var downloadState: BCOVOfflineVideoDownloadState {
        BCOVOfflineVideoDownloadState(status.downloadState)
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The time at which the licence was requested; `nil` when none was requested.
    public var licenseRequestTime: Date! {
        status.licenseRequestTime.map { .init(timeIntervalSinceReferenceDate: $0) }
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The time at which the download was requested.
    public var downloadStartTime: Date! {
        .init(timeIntervalSinceReferenceDate: status.downloadStartTime)
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The time at which the download ended; `nil` before its end.
    public var downloadEndTime: Date! {
        switch status.downloadState {
        case .cancelled, .completed, .error:
            .init(timeIntervalSinceReferenceDate: status.downloadEndTime)
        case .requested, .downloading, .suspended, .licensePreloaded: nil
        }
    }
    /// The progress of the download in percent, 0 to 100.
    public var downloadPercent: Double { status.downloadPercent }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The task of the download; `nil` after its end.
    public var downloadTask: OfflineDownloadTask! { status.downloadTask }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The task of the download; `nil` after its end.
    public var aggregateDownloadTask: OfflineDownloadTask! { status.downloadTask }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The task of the download; `nil` after its end.
    public var assetDownloadTask: OfflineDownloadTask! { status.downloadTask }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The error; `nil` unless the download failed.
    public var error: (any Error)! { status.error.map { NSError($0) } }
}
