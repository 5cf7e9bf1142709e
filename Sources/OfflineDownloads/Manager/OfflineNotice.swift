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

    /// Returns whether another notice is newer and includes this one's information.
    func isOutdated(by other: OfflineNotice) -> Bool {
        switch (self, other) {
        case (.progress(let one, _), .progress(let two, _)): one == two
        case (.trackProgress(let one, let track, _), .trackProgress(let two, let other, _)):
            one == two && track == other
        default: false
        }
    }

    /// Whether the system wakes the app to deliver it.
    var wakes: Bool {
        if case .finished = self { true } else { false }
    }
}

/// The reports held back while the app is in the background.
struct HeldNotices {
    private var notices: [OfflineNotice] = []

    /// Adds a notice; only the latest progress is kept.
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
