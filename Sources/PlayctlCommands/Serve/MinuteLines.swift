import Dispatch
import Synchronization

/// Writes a line about the requests of a server every minute.
final class MinuteLines: Sendable {
    private let isStopped = Mutex(false)
    private let queue = DispatchQueue(label: "MinuteLines")
    private let desk: ServeDesk
    private let log: ServerLog

    /// Starts to write a line every minute.
    init(_ desk: ServeDesk, _ log: ServerLog) {
        self.desk = desk
        self.log = log
        scheduleNext()
    }

    /// Stops writing lines.
    func stop() { isStopped.withLock { $0 = true } }

    private func scheduleNext() {
        queue.asyncAfter(deadline: .now() + .seconds(60)) { [weak self] in
            guard let self, !isStopped.withLock({ $0 }) else { return }
            log.write(desk.summary)
            scheduleNext()
        }
    }
}
