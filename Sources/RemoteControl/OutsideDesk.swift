package import PlaybackControl
package import VirtualTime

/// A source of commands: a terminal, a socket or a bus.
///
/// All methods are called on the thread of the event loop, between its events.
protocol OutsideSource: AnyObject {
    /// The descriptors to wait for.
    var interests: [Interest] { get }
    /// The longest time until the source must be handled, even without a ready descriptor.
    ///
    /// `nil` means that there is no limit.
    var patience: Duration? { get }
    /// Sends changes of the player's state to the clients; called before each wait.
    func prepare()
    /// Handles the received data.
    ///
    /// - Parameters:
    ///   - ready: The descriptors that are ready.
    ///   - act: Performs a change of the simulation at an instant at which no other event is due.
    func handle(_ ready: Set<Int32>, _ act: (() -> Void) -> Void)
    /// Ends the source, after the last event of the event loop.
    func close()
}

extension OutsideSource {
    func prepare() {}
}

/// The collection of all sources of commands, none of which needs a thread of its own.
package final class OutsideDesk: OutsideInput {
    private var sources: [any OutsideSource] = []
    private var ready: Set<Int32> = []
    private var driver: IPCServer?

    /// Creates a collection without sources of commands.
    package init() {}

    /// Adds the keys of the terminal as a source of commands, if there is a terminal.
    ///
    /// - Parameters:
    ///   - controller: The playback controller that performs the commands of the keys.
    ///   - show: Shows a text of several lines to the user.
    package func addKeys(
        for controller: PlaybackController, showing show: @escaping (String) -> Void
    ) {
        if let keys = TerminalKeys(for: controller, show: show) { sources.append(keys) }
    }

    /// Whether there is no source of commands.
    package var isEmpty: Bool { sources.isEmpty }

    /// Adds a socket.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - controller: The playback controller that performs the commands of clients.
    ///   - host: The environment.
    /// - Throws: ``SocketFileError`` when no socket can be created at the path.
    package func addSocket(
        at path: String, for controller: PlaybackController, _ host: IPCHost
    ) throws(SocketFileError) {
        let server = try IPCServer(at: path, for: controller, host)
        sources.append(server)
        if host.isVirtual { driver = server }
    }

    /// Publishes the player on the session bus.
    ///
    /// - Parameters:
    ///   - controller: The playback controller that performs the commands of clients.
    ///   - process: The process identifier.
    /// - Throws: ``MPRISError`` when the session bus is unavailable.
    package func addSessionBus(
        for controller: PlaybackController, process: Int32
    ) throws(MPRISError) {
        #if canImport(CSystemd)
            sources.append(try MPRISSource(for: controller, process: process))
        #else
            throw MPRISError(cause: "this system has none")
        #endif
    }

    /// Waits until input arrives or the time has elapsed; returns whether there is input.
    package func wait(atMost patience: Duration) -> Bool {
        for source in sources { source.prepare() }
        let patience = sources.reduce(patience) { min($0, $1.patience ?? $0) }
        ready = Readiness.wait(for: sources.flatMap(\.interests), atMost: max(patience, .zero))
        return !ready.isEmpty || sources.contains { $0.patience.map { $0 <= .zero } ?? false }
    }

    /// Handles the available input.
    package func handle(_ act: (() -> Void) -> Void) {
        for source in sources { source.handle(ready, act) }
        ready = []
    }

    /// The number of times that the process was stopped and then continued.
    package var suspensions: Int { Terminal.continuations }

    /// Runs an event loop in virtual time, which clients of the socket advance.
    ///
    /// - Parameters:
    ///   - loop: The event loop.
    ///   - mayRun: Returns whether the next event may run; called before each event.
    ///   - shouldStop: Returns whether to stop; called after a limited number of events, and at
    ///     least every tenth of a second.
    package func drive(_ loop: EventLoop, mayRun: () -> Bool, until shouldStop: () -> Bool) {
        while !shouldStop() {
            let isRunning = driver?.goal.map { step(loop, to: $0, mayRun) } ?? false
            guard wait(atMost: isRunning ? .zero : .milliseconds(100)) else { continue }
            func finishInstant() {
                while mayRun(), loop.nextInstant == loop.now { loop.runNext() }
            }
            handle { act in
                finishInstant()
                act()
                finishInstant()
            }
        }
    }

    /// Runs a limited number of events, and stops at the time until which a client waits.
    ///
    /// - Returns: Whether a client still waits for virtual time to pass.
    private func step(_ loop: EventLoop, to goal: IPCConnection.Goal, _ mayRun: () -> Bool) -> Bool
    {
        for _ in 0..<256 {
            switch goal {
            case .instant(let instant):
                if mayRun(), loop.nextInstant.map({ $0 <= instant }) == true {
                    loop.runNext()
                    continue
                }
                // If an event at or before the requested instant has not run, `mayRun` has
                // prevented it. In this case, time does not advance to the requested instant.
                let isLimited = loop.nextInstant.map { $0 <= instant } ?? false
                if !isLimited { loop.run(until: instant) }
            case .end:
                if mayRun() {
                    loop.runNext()
                    continue
                }
            }
            driver?.reachGoal()
            return driver?.goal != nil
        }
        return true
    }

    /// Ends all sources, after the last event of the event loop.
    package func close() {
        for source in sources { source.close() }
    }
}
