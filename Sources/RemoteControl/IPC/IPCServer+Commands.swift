import Formats
import PlaybackControl
import Sessions
import VirtualTime

/// The implementation of the client commands that ``IPCCommandTable`` lists.
extension IPCServer {
    /// The result of a command.
    private enum Outcome {
        case success
        case data(PropertyValue)
        case error(String)
        /// The reply follows when the playback has run until the requested time or the end.
        case later

        static let invalid = Outcome.error("invalid parameter")
        static let unsupported = Outcome.error("unsupported format for accessing property")
    }

    /// A command in progress.
    private struct Call {
        let connection: IPCConnection
        let name: String
        let arguments: [PropertyValue]
        /// The id of the request; `nil` for a command in plain text instead of JSON.
        let id: PropertyValue?
        /// The state of the player before the command.
        let view: PlayerView

        func text(_ place: Int) -> String? { value(place)?.ipcText }
        func number(_ place: Int) -> Double? { value(place)?.ipcNumber }
        func value(_ place: Int) -> PropertyValue? {
            // A plain `nil` would become the JSON value `null` instead of a missing argument.
            arguments.indices.contains(place) ? arguments[place] : PropertyValue?.none
        }
    }

    private typealias Act = (() -> Void) -> Void

    /// Performs the command of a line, and replies to the client if the line is a request.
    func perform(_ line: IPCLine, from connection: IPCConnection, _ act: (() -> Void) -> Void) {
        guard let view = controller.systemControls.view else { return }
        switch line {
        case .nothing: return
        case .invalid(let id): connection.reply(id, "invalid parameter")
        case .words(var words):
            // These prefixes of mpv's text commands have no effect here and are skipped.
            let prefixes: Set = [
                "no-osd", "osd-auto", "osd-bar", "osd-msg", "raw", "async", "sync",
            ]
            while let first = words.first, prefixes.contains(first) { words.removeFirst() }
            guard let name = words.first else { return }
            let call = Call(
                connection: connection, name: name,
                arguments: words.dropFirst().map { .string($0) }, id: nil, view: view)
            _ = outcome(of: call, act)
        case .request(let request):
            let call = Call(
                connection: connection, name: request.name, arguments: request.arguments,
                id: request.id, view: view)
            switch outcome(of: call, act) {
            case .success: connection.reply(request.id)
            case .data(let data): connection.reply(request.id, data: data)
            case .error(let error): connection.reply(request.id, error)
            case .later: break
            }
        }
    }

    private func outcome(of call: Call, _ act: Act) -> Outcome {
        guard let row = IPCCommandTable.row(named: call.name),
            call.arguments.count >= row.needed,
            call.arguments.count <= row.parameters.count || row.takesMore
        else { return .invalid }
        switch call.name {
        case "get_property", "get_property_string", "set_property", "set_property_string", "set",
            "add", "multiply", "cycle", "cycle-values":
            return property(call, act)
        case "observe_property", "observe_property_string", "unobserve_property", "enable_event",
            "disable_event", "request_log_messages", "client_name", "get_time_us", "get_version",
            "script-message", "print-text", "show-text", "ignore":
            return conversation(call)
        case "loadfile": return load(call, act)
        case "playctl/run-until": return run(call)
        case "playctl/command":
            guard let text = call.text(0),
                let command = try? OutsideCommandTable.command(from: text)
            else { return .invalid }
            return perform(command, act)
        default: return playback(call, act)
        }
    }

    private func perform(_ command: SystemControls.Command, _ act: Act) -> Outcome {
        var answer = SystemControls.Answer.commandFailed
        act { answer = controller.systemControls.perform(command, from: .ipc) }
        return answer == .success ? .success : .error("error running command")
    }

    // MARK: Playback

    private func playback(_ call: Call, _ act: Act) -> Outcome {
        switch call.name {
        case "seek": return seek(call, act)
        case "stop": return perform(.stop, act)
        case "quit":
            guard (call.number(0) ?? 0) == 0 else { return .invalid }
            return perform(.quit, act)
        case "playlist-next": return perform(.next, act)
        case "playlist-prev": return perform(.previous, act)
        case "playlist-play-index":
            return item(call).map { perform(.item($0), act) } ?? .invalid
        case "playlist-remove":
            let current = call.text(0) == "current" ? call.view.item.map { $0.index + 1 } : nil
            return (current ?? item(call)).map { perform(.remove($0), act) } ?? .invalid
        case "playlist-move": return move(call, act)
        case "playlist-clear": return perform(.clear, act)
        default: return .invalid
        }
    }

    /// Moves the item at the first index before the item at the second index, or to the end.
    private func move(_ call: Call, _ act: Act) -> Outcome {
        guard let source = item(call), let target = item(call, at: 1) else { return .invalid }
        return perform(.move(source, to: target > source ? target - 1 : target), act)
    }

    private func seek(_ call: Call, _ act: Act) -> Outcome {
        guard let target = call.number(0) else { return .invalid }
        var mode = "relative"
        for flag in (call.text(1) ?? "relative").split(separator: "+").map(String.init) {
            switch flag {
            case "relative", "absolute", "relative-percent", "absolute-percent": mode = flag
            case "exact", "keyframes": break
            default: return .invalid
            }
        }
        guard let item = call.view.item else { return .error("error running command") }
        let duration = item.duration?.seconds
        switch mode {
        case "relative": return seek(SystemControls.Command.skip, target, act)
        case "absolute":
            // A negative target is measured from the end.
            guard target < 0 else { return seek(SystemControls.Command.seek, target, act) }
            guard let duration else { return .error("error running command") }
            return seek(SystemControls.Command.seek, max(duration + target, 0), act)
        default:
            guard let duration else { return .error("error running command") }
            let seconds = duration * target / 100
            return mode == "relative-percent"
                ? seek(SystemControls.Command.skip, seconds, act)
                : seek(SystemControls.Command.seek, max(seconds, 0), act)
        }
    }

    private func seek(
        _ make: (MediaTime) -> SystemControls.Command, _ seconds: Double, _ act: Act
    ) -> Outcome {
        guard let time = MediaTime(seconds: seconds) else { return .invalid }
        send("seek")
        let outcome = perform(make(time), act)
        send("playback-restart")
        return outcome
    }

    private func load(_ call: Call, _ act: Act) -> Outcome {
        guard let url = call.text(0), !url.isEmpty else { return .invalid }
        let mode = call.text(1) ?? "replace"
        guard ["replace", "append", "append-play"].contains(mode) else { return .invalid }
        let isIdle = call.view.item.map { $0.hasEnded || $0.hasFailed } ?? true
        let command: SystemControls.Command
        switch mode {
        case "append-play" where call.view.item == nil: command = .load(url)
        case "append", "append-play": command = .append(url)
        default: command = .load(url)
        }
        var answer = SystemControls.Answer.commandFailed
        act { answer = controller.systemControls.perform(command, from: .ipc) }
        guard answer == .success else { return .error("loading failed") }
        guard mode == "append-play", isIdle, case .append = command else { return .success }
        return perform(.item(call.view.entries.count + 1), act)
    }

    /// Returns the number of the item whose index is an argument of a call; `nil` if it is invalid.
    ///
    /// Numbers are counted from 1, and indices from 0.
    private func item(_ call: Call, at place: Int = 0) -> Int? {
        call.number(place).flatMap { Int(exactly: $0) }.flatMap { $0 < 1_000_000 ? $0 + 1 : nil }
    }

    private func run(_ call: Call) -> Outcome {
        guard host.isVirtual else { return .error("not supported") }
        if call.text(0) == "end" {
            call.connection.goal = (.end, call.id)
            return .later
        }
        guard let seconds = call.number(0), (0...1e9).contains(seconds) else { return .invalid }
        call.connection.goal = (.instant(.seconds(seconds)), call.id)
        return .later
    }

    // MARK: Observations, events and texts

    private func conversation(_ call: Call) -> Outcome {
        let connection = call.connection
        switch call.name {
        case "observe_property", "observe_property_string":
            guard let number = call.number(0), let id = Int64(exactly: number),
                let name = call.text(1)
            else { return .invalid }
            guard connection.observations.count < IPCConnection.mostObservations else {
                return .error("error running command")
            }
            let isText = call.name.hasSuffix("_string") || call.text(2) == "string"
            connection.observations.append(.init(id: id, name: name, isText: isText))
        case "unobserve_property":
            guard let number = call.number(0), let id = Int64(exactly: number) else {
                return .invalid
            }
            connection.observations.removeAll { $0.id == id }
        case "enable_event", "disable_event":
            guard let event = call.text(0), event.utf8.count < 64 else { return .invalid }
            guard call.name == "enable_event" else {
                guard connection.disabledEvents.count < 64 else { return .invalid }
                connection.disabledEvents.insert(event)
                return .success
            }
            if event == "all" { connection.disabledEvents = [] }
            connection.disabledEvents.remove(event)
        case "request_log_messages":
            guard let level = IPCLogLevel(named: call.text(0) ?? "") else { return .invalid }
            connection.logLevel = level
        case "client_name": return .data(.string(connection.name))
        case "get_time_us":
            let microseconds = controller.world.loop.now.sinceStart / .microseconds(1)
            return .data(.integer(Int64(microseconds)))
        case "get_version": return .data(.integer(2 << 16))
        case "script-message":
            send("client-message", [("args", .array(call.arguments))])
        case "print-text", "show-text":
            host.show(SafeText.joinedLines(call.text(0) ?? "") + "\n")
        default: break
        }
        return .success
    }

    // MARK: Properties

    private func property(_ call: Call, _ act: Act) -> Outcome {
        guard let name = call.text(0) else { return .invalid }
        let value = IPCProperties.value(of: name, call.view)
        switch (call.name, value) {
        case (_, .unknown): return .error("property not found")
        case ("get_property", .value(let data)): return .data(data)
        case ("get_property_string", .value(let data)): return .data(.string(data.ipcText))
        case ("get_property", .unavailable), ("get_property_string", .unavailable):
            return .error("property unavailable")
        case ("set_property", _), ("set_property_string", _), ("set", _):
            return set(name, to: call.value(1) ?? .null, call.view, act)
        case ("add", .value(let data)), ("multiply", .value(let data)):
            guard let old = data.ipcNumber,
                let change = call.number(1) ?? (call.name == "add" ? 1 : nil)
            else { return .invalid }
            let new = call.name == "add" ? old + change : old * change
            return set(name, to: .number(new), call.view, act)
        case ("cycle", .value(.bool(let old))) where name == "pause" || name == "mute":
            return set(name, to: .bool(!old), call.view, act)
        case ("cycle-values", .value(let data)):
            let values = call.arguments.dropFirst().map(\.ipcText)
            guard !values.isEmpty else { return .invalid }
            let place = values.firstIndex {
                $0 == data.ipcText || Double($0).map { $0 == data.ipcNumber } == true
            }
            let next = place.map { ($0 + 1) % values.count } ?? 0
            return set(name, to: .string(values[next]), call.view, act)
        case ("cycle", .value) where name == "aid": return perform(.nextAudio, act)
        case ("cycle", .value) where name == "sid": return perform(.nextSubtitles, act)
        case (_, .unavailable): return .error("property unavailable")
        default: return .invalid
        }
    }

    private func set(
        _ name: String, to value: PropertyValue, _ view: PlayerView, _ act: Act
    ) -> Outcome {
        switch name {
        case "pause":
            guard let pauses = value.ipcBool else { return .unsupported }
            return perform(pauses ? .pause : .play, act)
        case "mute":
            guard let mutes = value.ipcBool else { return .unsupported }
            return perform(mutes ? .mute : .unmute, act)
        case "aid", "sid": return select(name, value, view, act)
        default: break
        }
        guard IPCProperties.settable.contains(name) else {
            return .error("error accessing property")
        }
        guard let number = value.ipcNumber else { return .unsupported }
        guard let command = command(setting: name, to: number, view) else {
            return .error("error accessing property")
        }
        return perform(command, act)
    }

    private func command(
        setting name: String, to number: Double, _ view: PlayerView
    ) -> SystemControls.Command? {
        switch name {
        case "time-pos", "playback-time":
            return MediaTime(seconds: max(number, 0)).map { .seek($0) }
        case "percent-pos":
            guard let duration = view.item?.duration else { return nil }
            return MediaTime(seconds: max(number, 0) / 100 * duration.seconds).map { .seek($0) }
        case "speed": return number > 0 ? .rate(number) : nil
        case "volume": return .volume(number)
        case "playlist-pos", "playlist-pos-1":
            let place = Int(exactly: name == "playlist-pos" ? number + 1 : number)
            return place.map { .item($0) }
        case "chapter":
            guard let place = Int(exactly: number), let chapters = view.item?.chapters,
                chapters.indices.contains(place)
            else { return nil }
            return .seek(chapters[place].time)
        default: return nil
        }
    }

    private func select(
        _ name: String, _ value: PropertyValue, _ view: PlayerView, _ act: Act
    ) -> Outcome {
        guard let item = view.item else { return .error("property unavailable") }
        if value.ipcBool == false, name == "sid" { return perform(.subtitles(nil), act) }
        let options = (name == "aid" ? item.audio : item.subtitles).options
        guard let number = value.ipcNumber, let place = Int(exactly: number),
            place >= 1, place <= options.count
        else { return .unsupported }
        let option = options[place - 1]
        // The language tag selects the option if no other option has this language; otherwise the
        // name of the option selects it.
        let isAlone = options.filter { $0.speaks(option.languageTag) }.count == 1
        let text = isAlone ? option.languageTag ?? option.name : option.name
        return perform(name == "aid" ? .audio(text) : .subtitles(text), act)
    }
}
