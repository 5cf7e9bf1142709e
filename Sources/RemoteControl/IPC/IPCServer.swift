import Formats
import PlaybackControl
import Sessions
import VirtualTime

/// The environment that the commands of a socket use in addition to the player.
package struct IPCHost {
    /// A closure that shows a text to the user.
    package var show: (String) -> Void
    /// Whether clients advance the time; otherwise, the time follows a real clock.
    package var isVirtual: Bool

    /// Creates an environment.
    package init(isVirtual: Bool, show: @escaping (String) -> Void) {
        self.isVirtual = isVirtual
        self.show = show
    }
}

/// A socket that speaks a subset of mpv's JSON IPC.
///
/// Source: `Documentation/Controls.md#socket`.
final class IPCServer: OutsideSource {
    /// The maximum number of connected clients.
    static let mostConnections = 64
    /// The number of lines that are read from one client before the next client is served.
    private static let turn = 64

    let controller: PlaybackController
    let host: IPCHost
    private let clock = ContinuousClock()
    private let socket: SocketFile
    private(set) var connections: [IPCConnection] = []
    private var count = 0
    private var hold: Hold?
    /// The session for which `start-file` but not yet `end-file` was sent; `nil` if there is none.
    private var openSession: Int?

    /// Opens a socket.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - controller: The playback controller that performs the commands of clients.
    ///   - host: The environment.
    /// - Throws: ``SocketFileError`` when no socket can be created at the path.
    init(
        at path: String, for controller: PlaybackController, _ host: IPCHost
    ) throws(SocketFileError) {
        self.controller = controller
        self.host = host
        socket = try SocketFile(creatingAt: path)
        hold = controller.observe { [weak self] in self?.follow($0) }
    }

    // MARK: Input

    var interests: [Interest] {
        [Interest(descriptor: socket.descriptor)] + connections.map(\.interest)
    }

    var patience: Duration? {
        if connections.contains(where: \.hasLines) { return .zero }
        let now = clock.now
        return connections.compactMap(\.deadline).map { now.duration(to: $0) }.min()
    }

    func prepare() {
        if connections.contains(where: { !$0.observations.isEmpty }),
            let view = controller.systemControls.view
        {
            for connection in connections { connection.report(view) }
        }
        for connection in connections where connection.isWaiting { connection.flush() }
        connections.removeAll(where: \.isClosed)
    }

    func handle(_ ready: Set<Int32>, _ act: (() -> Void) -> Void) {
        if ready.contains(socket.descriptor) { accept() }
        let now = clock.now
        for connection in connections {
            if ready.contains(connection.descriptor.number) { connection.read() }
            if let deadline = connection.deadline, deadline <= now { connection.close() }
            for _ in 0..<Self.turn {
                guard let line = connection.nextLine() else { break }
                perform(IPCLine(line), from: connection, act)
            }
        }
        prepare()
    }

    private func accept() {
        while let descriptor = socket.accept() {
            if connections.count >= Self.mostConnections {
                descriptor.close()
                continue
            }
            count += 1
            connections.append(IPCConnection(descriptor, number: count, now: clock.now))
        }
    }

    // MARK: Time

    /// The time until which the first waiting client lets playback run; `nil` if no client waits.
    var goal: IPCConnection.Goal? { connections.lazy.compactMap { $0.goal?.goal }.first }

    /// Replies to the first waiting client, because playback has reached the time in ``goal``.
    func reachGoal() {
        guard let connection = connections.first(where: { $0.goal != nil }),
            let (_, id) = connection.goal
        else { return }
        connection.goal = nil
        let now = controller.world.loop.now.sinceStart / .seconds(1)
        if let view = controller.systemControls.view { connection.report(view) }
        if let id { connection.reply(id, data: .number(now)) }
    }

    // MARK: Events

    private func follow(_ event: PlaybackEvent) {
        let level = IPCLogLevel(of: event)
        for connection in connections where connection.logLevel >= level {
            connection.send(
                event: "log-message",
                [
                    ("prefix", .string("playctl")), ("level", .string(level.name)),
                    ("text", .string(event.traceLine + "\n")),
                ])
        }
        let number = event.session?.number ?? 0
        switch event.kind {
        case .didAdvanceToPlaybackSession:
            openSession = number
            send("start-file", [("playlist_entry_id", .integer(Int64(number)))])
        case .didReceiveLifecycleEvent(let lifecycle):
            switch lifecycle.type {
            case .ready:
                send("file-loaded")
                send("playback-restart")
            case .playbackRecovered, .resumeComplete: send("playback-restart")
            case .end: endFile(number, "eof")
            case .fail, .failedToPlayToEndTime: endFile(number, "error")
            case .terminate: endFile(number, "stop")
            default: break
            }
        case .didCompletePlaylist: send("idle")
        default: break
        }
    }

    private func endFile(_ number: Int, _ reason: String) {
        guard openSession == number else { return }
        openSession = nil
        send(
            "end-file",
            [("reason", .string(reason)), ("playlist_entry_id", .integer(Int64(number)))])
    }

    /// Sends an event to all clients.
    func send(_ event: String, _ members: [(String, PropertyValue)] = []) {
        for connection in connections { connection.send(event: event, members) }
    }

    func close() {
        hold = nil
        socket.remove()
        prepare()
        send("shutdown")
        let end = clock.now.advanced(by: .milliseconds(500))
        while connections.contains(where: \.isWaiting), clock.now < end {
            let waiting = connections.filter(\.isWaiting).map {
                Interest(descriptor: $0.descriptor.number, reads: false, writes: true)
            }
            _ = Readiness.wait(for: waiting, atMost: clock.now.duration(to: end))
            for connection in connections { connection.flush() }
        }
        for connection in connections { connection.close() }
        connections = []
    }
}
