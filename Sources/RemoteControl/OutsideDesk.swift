package import PlaybackControl
import VirtualTime

/// A place from which commands arrive: a terminal, a socket or a bus.
///
/// All of its calls are on the thread of the world, outside of turns.
protocol OutsideSource: AnyObject {
    /// The descriptors to wait for.
    var interests: [Interest] { get }
    /// The longest time until the source wants to be handled without a ready descriptor; `nil` for any.
    var patience: Duration? { get }
    /// Handles what has arrived.
    ///
    /// - Parameters:
    ///   - ready: The descriptors that are ready.
    ///   - act: Runs what changes the world, at an instant of its own.
    func handle(_ ready: Set<Int32>, _ act: (() -> Void) -> Void)
    /// Ends the source, after the last event.
    func close()
}

/// All places from which commands arrive, without a thread for any of them.
package final class OutsideDesk: OutsideInput {
    private var sources: [any OutsideSource] = []
    private var ready: Set<Int32> = []

    /// Creates a desk without a place.
    package init() {}

    /// Adds the keys of the terminal, if there is one.
    ///
    /// - Parameters:
    ///   - controller: The controller of the commands.
    ///   - show: Shows a text of several lines to the user.
    package func addKeys(
        for controller: PlaybackController, showing show: @escaping (String) -> Void
    ) {
        if let keys = TerminalKeys(for: controller, show: show) { sources.append(keys) }
    }

    /// Whether there is no place at all.
    package var isEmpty: Bool { sources.isEmpty }

    /// Waits until there is input, or the time has passed.
    package func wait(atMost patience: Duration) -> Bool {
        let patience = sources.reduce(patience) { min($0, $1.patience ?? $0) }
        ready = Readiness.wait(for: sources.flatMap(\.interests), atMost: max(patience, .zero))
        return !ready.isEmpty || sources.contains { $0.patience.map { $0 <= .zero } ?? false }
    }

    /// Handles the input that there is.
    package func handle(_ act: (() -> Void) -> Void) {
        for source in sources { source.handle(ready, act) }
        ready = []
    }

    /// The number of times that the process was stopped.
    package var suspensions: Int { Terminal.continuations }

    /// Ends all places, after the last event.
    package func close() {
        for source in sources { source.close() }
    }
}
