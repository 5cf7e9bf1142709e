import Formats
package import PlaybackControl
import Sessions
import VirtualTime

/// Answers the D-Bus calls to a player's object, independently of a bus connection.
package final class MPRISDesk {
    /// The largest seek distance or position in microseconds: more than a hundred days.
    private static let farthest: Int64 = 10_000_000_000_000

    private let controller: PlaybackController
    private var holds: [Hold] = []
    private var isStopped = false
    private var isSought = false
    private var sent: [String: BusValue] = [:]
    private var anchor: Anchor?

    /// The state from which clients compute the current playback position.
    private struct Anchor {
        var session: Int
        var instant: Instant
        var position: Double
        var isMoving: Bool
        var rate: Double
        var isStalled: Bool
    }

    /// A signal to send.
    package enum Signal: Equatable {
        /// Properties of the player have changed.
        case changed([(String, BusValue)])
        /// The playback position has jumped to this position in microseconds.
        case seeked(Int64)

        /// Returns whether two signals are equal.
        package static func == (one: Signal, other: Signal) -> Bool {
            switch (one, other) {
            case (.changed(let a), .changed(let b)):
                BusValue.properties(a) == BusValue.properties(b)
            case (.seeked(let a), .seeked(let b)): a == b
            default: false
            }
        }
    }

    /// Creates an object that answers the D-Bus calls to a player.
    ///
    /// - Parameter controller: The playback controller that performs the commands of clients.
    package init(for controller: PlaybackController) {
        self.controller = controller
        holds = [
            controller.observeCommands { [weak self] command in
                if case .seek = command { self?.isSought = true }
            },
            controller.systemControls.observe { [weak self] report in
                guard report.answer == .success else { return }
                switch report.command {
                case .stop: self?.isStopped = true
                case .play, .toggle, .item: self?.isStopped = false
                default: break
                }
            },
        ]
        _ = signals()
    }

    private var properties: [(String, BusValue)] {
        guard let view = controller.systemControls.view else { return [] }
        return MPRISMembers.playerProperties(view, isStopped: isStopped)
    }

    // MARK: Signals

    /// Returns the signals for all changes since the last call.
    package func signals() -> [Signal] {
        guard let view = controller.systemControls.view else { return [] }
        if view.item?.isPlaying == true { isStopped = false }
        var changes: [(String, BusValue)] = []
        for (name, value) in properties where !MPRISMembers.silent.contains(name) {
            if sent.updateValue(value, forKey: name) != value { changes.append((name, value)) }
        }
        var signals: [Signal] = changes.isEmpty ? [] : [.changed(changes)]
        if let position = jump(view) { signals.append(.seeked(position)) }
        return signals
    }

    /// Returns the new position in microseconds after a jump; `nil` if the position has not jumped.
    private func jump(_ view: PlayerView) -> Int64? {
        guard let item = view.item, item.seekable != nil || item.isLive else {
            anchor = nil
            return nil
        }
        // A seek is reported only when it is complete, because the report contains the position
        // that the seek reached.
        if item.isSeeking { return nil }
        let former = anchor
        let new = Anchor(
            session: item.session, instant: view.instant, position: item.position.seconds,
            isMoving: item.isMoving, rate: view.rate, isStalled: item.isStalled)
        anchor = new
        let wasSought = isSought
        isSought = false
        let position = MPRISMembers.microseconds(item.position)
        guard let former, former.session == new.session else {
            return wasSought || new.position > 0.5 ? position : nil
        }
        if wasSought || former.isStalled != new.isStalled { return position }
        let passed = former.instant.duration(to: new.instant) / .seconds(1)
        let least = former.isMoving && new.isMoving ? passed * min(former.rate, new.rate) : 0
        let most =
            former.isMoving || new.isMoving ? passed * max(former.rate, new.rate) : 0
        let moved = new.position - former.position
        return moved < least - 0.1 || moved > most + 0.1 ? position : nil
    }

    // MARK: Calls

    /// Answers a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - act: Performs a change of the simulation, at an instant at which no other event is
    ///     due.
    /// - Returns: The reply.
    package func reply(to call: BusCall, _ act: (() -> Void) -> Void) -> BusReply {
        if call.member == "Introspect", call.interface.hasSuffix("Introspectable") {
            return introspect(call.path)
        }
        guard call.path == MPRISMembers.path else {
            return .failure("UnknownObject", "there is no object \(call.path)")
        }
        let own = [MPRISMembers.root, MPRISMembers.player]
        switch call.interface {
        case "org.freedesktop.DBus.Properties": return property(call, act)
        case "" where ["Raise", "Quit"].contains(call.member), MPRISMembers.root:
            return root(call, act)
        case "", MPRISMembers.player: return player(call, act)
        default:
            return .failure("UnknownInterface", "one of \(own.joined(separator: ", "))")
        }
    }

    private func introspect(_ path: String) -> BusReply {
        if path == MPRISMembers.path { return .values([.string(MPRISMembers.introspection)]) }
        let parents = ["/": "org", "/org": "mpris", "/org/mpris": "MediaPlayer2"]
        guard let child = parents[path] else {
            return .failure("UnknownObject", "there is no object \(path)")
        }
        return .values([.string("<node><node name=\"\(child)\"/></node>")])
    }

    private func root(_ call: BusCall, _ act: (() -> Void) -> Void) -> BusReply {
        switch (call.member, call.arguments.count) {
        case ("Raise", 0): return .done
        case ("Quit", 0): return perform(.quit, act)
        default: return Self.unknown(call)
        }
    }

    private static func unknown(_ call: BusCall) -> BusReply {
        .failure("UnknownMethod", "there is no \(call.member) with such arguments")
    }

    @discardableResult
    private func perform(
        _ command: SystemControls.Command, _ act: (() -> Void) -> Void
    ) -> BusReply {
        act { controller.systemControls.perform(command, from: .mpris) }
        return .done
    }

    private func player(_ call: BusCall, _ act: (() -> Void) -> Void) -> BusReply {
        guard let view = controller.systemControls.view else { return .done }
        let item = view.item
        switch (call.member, call.arguments.count, call.arguments.first, call.arguments.last) {
        case ("Next", 0, _, _): return move(.next, if: item?.isNextEnabled, item, act)
        case ("Previous", 0, _, _): return move(.previous, if: item?.isPreviousEnabled, item, act)
        case ("Pause", 0, _, _):
            guard let item, item.isPlaying, !item.hasFailed else { return .done }
            return perform(.pause, act)
        case ("Play", 0, _, _): return play(item, act)
        case ("PlayPause", 0, _, _):
            guard let item, !item.hasFailed else {
                return .failure("NotSupported", "there is nothing to pause or to play")
            }
            return item.isPlaying && !item.hasEnded ? perform(.pause, act) : play(item, act)
        case ("Stop", 0, _, _):
            guard item != nil, MPRISMembers.status(item, isStopped: isStopped) != "Stopped" else {
                return .done
            }
            return perform(.stop, act)
        case ("Seek", 1, .int64(let offset)?, _): return seek(item, by: offset, act)
        case ("SetPosition", 2, .path(let track)?, .int64(let position)?):
            guard let item, item.seekable != nil, track == MPRISMembers.track(item), position >= 0,
                position <= item.duration.map(MPRISMembers.microseconds) ?? Self.farthest
            else { return .done }
            return perform(.seek(MediaTime(position, timescale: 1_000_000)), act)
        case ("OpenUri", 1, .string(let uri)?, _): return open(uri, act)
        default: return Self.unknown(call)
        }
    }

    /// Selects another item; a paused player remains paused, and a stopped player remains stopped.
    private func move(
        _ command: SystemControls.Command, if isEnabled: Bool?, _ item: PlayerView.Item?,
        _ act: (() -> Void) -> Void
    ) -> BusReply {
        guard isEnabled == true, let item else { return .done }
        let wasStopped = isStopped
        perform(command, act)
        if item.isPaused { perform(wasStopped ? .stop : .pause, act) }
        return .done
    }

    private func play(_ item: PlayerView.Item?, _ act: (() -> Void) -> Void) -> BusReply {
        guard let item, !item.hasFailed, !item.isPlaying || item.hasEnded else { return .done }
        if item.hasEnded { perform(.seek(.zero), act) }
        return perform(.play, act)
    }

    private func seek(
        _ item: PlayerView.Item?, by offset: Int64, _ act: (() -> Void) -> Void
    ) -> BusReply {
        guard let item, item.seekable != nil else { return .done }
        let offset = min(max(offset, -Self.farthest), Self.farthest)
        let target = MPRISMembers.microseconds(item.position) + offset
        if let duration = item.duration, target > MPRISMembers.microseconds(duration) {
            guard !item.isNextEnabled else { return move(.next, if: true, item, act) }
            return perform(.stop, act)
        }
        let distance = max(offset, -MPRISMembers.microseconds(item.position))
        return perform(.skip(MediaTime(distance, timescale: 1_000_000)), act)
    }

    private func open(_ uri: String, _ act: (() -> Void) -> Void) -> BusReply {
        let schemes = ["http://", "https://", "file://"]
        guard schemes.contains(where: uri.hasPrefix) else {
            return .failure("NotSupported", "the scheme of the location is not supported")
        }
        let path =
            uri.hasPrefix("file:///")
            ? String(decoding: PercentCoding.decode(uri.dropFirst(7).utf8), as: UTF8.self) : uri
        var answer = SystemControls.Answer.noSuchContent
        for location in path == uri ? [uri] : [path, uri] where answer == .noSuchContent {
            act { answer = controller.systemControls.perform(.load(location), from: .mpris) }
        }
        guard answer == .success else {
            return .failure("AccessDenied", "only assets of the command line are opened")
        }
        return .done
    }

    // MARK: Properties

    private func property(_ call: BusCall, _ act: (() -> Void) -> Void) -> BusReply {
        guard case .string(let interface)? = call.arguments.first else {
            return Self.unknown(call)
        }
        let members: [(String, BusValue)]
        switch interface {
        case MPRISMembers.root: members = MPRISMembers.rootProperties
        case MPRISMembers.player: members = properties
        default: return .failure("UnknownInterface", "there is no interface \(interface)")
        }
        if call.member == "GetAll", call.arguments.count == 1 {
            return .values([.properties(members)])
        }
        guard call.arguments.count >= 2, case .string(let name) = call.arguments[1] else {
            return Self.unknown(call)
        }
        guard let value = members.first(where: { $0.0 == name })?.1 else {
            return .failure("UnknownProperty", "there is no property \(name)")
        }
        switch (call.member, call.arguments.count) {
        case ("Get", 2): return .values([.variant(value)])
        case ("Set", 3):
            guard interface == MPRISMembers.player, ["Rate", "Volume"].contains(name) else {
                return .failure("PropertyReadOnly", "\(name) cannot be set")
            }
            guard case .double(let number) = call.arguments[2], number.isFinite else {
                return .failure("InvalidArgs", "\(name) must be a number")
            }
            return set(name, to: number, act)
        default: return Self.unknown(call)
        }
    }

    private func set(
        _ name: String, to number: Double, _ act: (() -> Void) -> Void
    ) -> BusReply {
        if name == "Volume" {
            perform(.unmute, act)
            return perform(.volume(min(max(number, 0), 10) * 100), act)
        }
        if number == 0 { return perform(.pause, act) }
        guard MPRISMembers.rates.contains(number) else {
            return .failure("InvalidArgs", "the rate is from 0.1 to 100")
        }
        return perform(.rate(number), act)
    }
}
