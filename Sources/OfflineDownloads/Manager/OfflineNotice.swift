import Sessions

/// Something that a delegate is told.
enum OfflineNotice {
    case progress(OfflineVideoToken, percent: Double)
    case trackProgress(OfflineVideoToken, OfflineMediaSelection, percent: Double)
    case willDownload(OfflineVideoToken, bandwidths: [Int64])
    case trackFinished(OfflineVideoToken, OfflineMediaSelection)
    case finished(OfflineVideoToken, OfflineError?)
    case paused(OfflineVideoToken)
    case images(OfflineVideoToken)

    /// Whether another notice says all that this one says, and more recently.
    func isOutdated(by other: OfflineNotice) -> Bool {
        switch (self, other) {
        case (.progress(let one, _), .progress(let two, _)): one == two
        case (.trackProgress(let one, let track, _), .trackProgress(let two, let other, _)):
            one == two && track == other
        default: false
        }
    }

    /// Whether the app is woken for it.
    var wakes: Bool {
        if case .finished = self { true } else { false }
    }
}

/// Keeps what cannot be told while the app is in the background.
struct HeldNotices {
    private var notices: [OfflineNotice] = []

    /// Keeps a notice; of progress only the latest is worth telling.
    mutating func append(_ notice: OfflineNotice) {
        if let last = notices.lastIndex(where: { $0.isOutdated(by: notice) }) {
            notices.remove(at: last)
        }
        notices.append(notice)
    }

    /// Hands out everything, in order.
    mutating func take() -> [OfflineNotice] {
        defer { notices = [] }
        return notices
    }
}
