import Sessions

/// A report to a delegate.
enum OfflineNotice {
    case progress(OfflineVideoToken, percent: Double)
    case trackProgress(OfflineVideoToken, OfflineMediaSelection, percent: Double)
    case willDownload(OfflineVideoToken, bandwidths: [Int64])
    case trackFinished(OfflineVideoToken, OfflineMediaSelection)
    case finished(OfflineVideoToken, OfflineError?)
    case paused(OfflineVideoToken)
    case images(OfflineVideoToken)

    /// Returns whether a later notice replaces this one.
    ///
    /// Only a progress notice replaces another: the earlier progress notice of the same download or
    /// track.
    func isOutdated(by other: OfflineNotice) -> Bool {
        switch (self, other) {
        case (.progress(let one, _), .progress(let two, _)): one == two
        case (.trackProgress(let one, let track, _), .trackProgress(let two, let other, _)):
            one == two && track == other
        default: false
        }
    }

    /// Whether the system wakes the app to deliver the notice.
    var wakes: Bool {
        if case .finished = self { true } else { false }
    }
}

extension OfflineNotice {
    /// Creates the notice for a download report; `nil` for a report that needs no notice.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - token: The token of the download.
    ///   - reportsCancelled: Whether the end of a cancelled download is reported.
    init?(_ report: DownloadReport, of token: OfflineVideoToken, reportsCancelled: Bool) {
        switch report.stage {
        case .preparing, .waiting, .preloaded: return nil
        case .running:
            guard report.isConnected, report.progress > 0 else { return nil }
            self = .progress(token, percent: report.progress * 100)
        case .paused: self = .paused(token)
        case .cancelled where !reportsCancelled: return nil
        case .completed, .cancelled, .failed: self = .finished(token, report.error)
        }
    }
}

extension DownloadReport {
    /// The error with which the download ended; `nil` if it is in progress or complete.
    var error: OfflineError? {
        switch stage {
        case .cancelled: OfflineError(.downloadFailure, "the app cancelled it")
        case .failed(let error): error
        case .preparing, .waiting, .running, .paused, .preloaded, .completed: nil
        }
    }

    /// Whether the preload of a licence is over.
    var endsPreload: Bool {
        switch stage {
        case .preloaded, .cancelled, .failed: true
        case .preparing, .waiting, .running, .paused, .completed: false
        }
    }
}

/// The notices that wait while the app is in the background.
struct HeldNotices {
    private var notices: [OfflineNotice] = []

    /// Adds a notice; a progress notice replaces the earlier one of the same download or track.
    mutating func append(_ notice: OfflineNotice) {
        if let last = notices.lastIndex(where: { $0.isOutdated(by: notice) }) {
            notices.remove(at: last)
        }
        notices.append(notice)
    }

    /// Removes and returns all notices, in order.
    mutating func take() -> [OfflineNotice] {
        defer { notices = [] }
        return notices
    }
}
