import Dispatch
import Synchronization

/// A line a minute about the requests of a server.
final class MinuteLines: Sendable {
    private let isStopped = Mutex(false)
    private let queue = DispatchQueue(label: "MinuteLines")
    private let desk: ServeDesk
    private let log: ServerLog

    /// Starts the lines.
    init(_ desk: ServeDesk, _ log: ServerLog) {
        self.desk = desk
        self.log = log
        scheduleNext()
    }

    /// Ends the lines.
    func stop() { isStopped.withLock { $0 = true } }

    private func scheduleNext() {
        queue.asyncAfter(deadline: .now() + .seconds(60)) { [weak self] in
            guard let self, !isStopped.withLock({ $0 }) else { return }
            log.write(desk.summary)
            scheduleNext()
        }
    }
}
