/// Which downloads run and which wait: first come, first served.
struct DownloadLine {
    /// How many may run at a time; `nil` lets all of them.
    var limit: Int?
    private var waiting: [OfflineVideoToken] = []
    private var running: Set<OfflineVideoToken> = []

    init(limit: Int?) {
        self.limit = limit.map { max(1, $0) }
    }

    /// Gets in line, unless it is there already.
    mutating func enter(_ token: OfflineVideoToken) {
        guard !running.contains(token), !waiting.contains(token) else { return }
        waiting.append(token)
    }

    /// Leaves the line, or gives its slot back.
    mutating func leave(_ token: OfflineVideoToken) {
        running.remove(token)
        waiting.removeAll { $0 == token }
    }

    /// Gives a slot to the first in line; `nil` when there is no slot or nobody waits.
    mutating func grant() -> OfflineVideoToken? {
        guard !waiting.isEmpty, running.count < limit ?? .max else { return nil }
        let token = waiting.removeFirst()
        running.insert(token)
        return token
    }
}
