/// The running downloads and the queue of waiting ones: first come, first served.
struct DownloadLine {
    /// The maximum number of running downloads; `nil` means no limit.
    var limit: Int?
    private var waiting: [OfflineVideoToken] = []
    private var running: Set<OfflineVideoToken> = []

    init(limit: Int?) {
        self.limit = limit.map { max(1, $0) }
    }

    /// Appends a download to the queue, unless it already waits or runs.
    mutating func enter(_ token: OfflineVideoToken) {
        guard !running.contains(token), !waiting.contains(token) else { return }
        waiting.append(token)
    }

    /// Removes a waiting download from the queue, or frees the slot of a running one.
    mutating func leave(_ token: OfflineVideoToken) {
        running.remove(token)
        waiting.removeAll { $0 == token }
    }

    /// Assigns a slot to the first waiting download and returns the token of that download.
    ///
    /// The result is `nil` when no slot is free or no download is waiting.
    mutating func grant() -> OfflineVideoToken? {
        guard !waiting.isEmpty, running.count < limit ?? .max else { return nil }
        let token = waiting.removeFirst()
        running.insert(token)
        return token
    }
}
