import Formats
import VirtualTime

/// The table that defines the names, arguments and conditions of all outside commands.
///
/// Remote commands, scenario steps and traces take the commands from this table. Every other part
/// of the library that uses the commands must also take them from this table.
package enum OutsideCommandTable {
    /// The kind of argument that a command has.
    package enum Argument: Sendable, Equatable {
        case none
        /// A position in seconds, at least 0.
        case position
        /// A signed number of seconds.
        case distance
        /// A rate of playback from 0 to 1000.
        case rate
        /// A volume from 0 to 1000 percent.
        case volume
        /// The number of an item, counted from 1.
        case item
        /// The current number of an item and the new number.
        case itemAndPlace
        /// The language or the name of an audio option.
        case track
        /// The language or the name of subtitles, or `off`.
        case trackOrOff
        /// The location of a video or of a list of videos.
        case location

        /// The placeholder of the argument in help texts; `nil` if the command has no argument.
        package var placeholder: String? {
            switch self {
            case .none: nil
            case .position, .distance: "SECONDS"
            case .rate: "RATE"
            case .volume: "PERCENT"
            case .item: "NUMBER"
            case .itemAndPlace: "NUMBER NUMBER"
            case .track, .trackOrOff: "LANGUAGE"
            case .location: "LOCATION"
            }
        }

        /// The regular expression for the text that follows the name of a command.
        fileprivate var pattern: String {
            switch self {
            case .none: ""
            case .position, .rate, .volume: " [0-9]+([.][0-9]+)?"
            case .distance: " [-+]?[0-9]+([.][0-9]+)?"
            case .item: " [1-9][0-9]*"
            case .itemAndPlace: " [1-9][0-9]* [1-9][0-9]*"
            case .track, .trackOrOff, .location: " .+"
            }
        }

        /// A description of the accepted arguments, for error messages.
        var expectation: String {
            switch self {
            case .none: "no argument"
            case .position: "a position in seconds from 0 on, such as 12.5"
            case .distance: "a number of seconds, such as 15 or -15"
            case .rate: "a rate from 0 to 1000"
            case .volume: "a volume from 0 to 1000 percent"
            case .item: "the number of an item, from 1 on"
            case .itemAndPlace: "the number of an item and its new number, such as 3 1"
            case .track: "a language or a name"
            case .trackOrOff: "a language, a name or off"
            case .location: "the location of a video"
            }
        }
    }

    /// The condition under which a command is enabled.
    ///
    /// Every condition except `always` also requires a current item.
    package enum Condition: Sendable {
        /// The command is always enabled, even without an item.
        case always
        /// There is a current item.
        case item
        /// There are several items, the current one is not the last, and no ad is shown.
        ///
        /// If the queue wraps around, the current item can also be the last.
        case otherItems
        /// There is an item before the current one, and no ad is shown.
        case formerItems
        /// The current item has a seekable range.
        case seekable
    }

    /// A row of the table.
    package struct Row: Sendable {
        /// The name of the command in scenarios and traces.
        package let name: String
        /// The kind of argument that the command has.
        package let argument: Argument
        /// The effect of the command, as a human-readable sentence.
        package let summary: String
        /// The condition under which the command is enabled.
        package let condition: Condition
        fileprivate let make: @Sendable (Value) -> SystemControls.Command
    }

    /// The value of an argument.
    fileprivate struct Value {
        var number = 0.0
        var place = 0
        var time = MediaTime.zero
        var text = ""
    }

    private static func row(
        _ name: String, taking argument: Argument = .none, when condition: Condition = .item,
        _ summary: String, _ make: @escaping @Sendable (Value) -> SystemControls.Command
    ) -> Row {
        Row(name: name, argument: argument, summary: summary, condition: condition, make: make)
    }

    /// The rows, in the order of the documentation.
    package static let rows = [
        row("play", "Plays.") { _ in .play },
        row("pause", "Pauses.") { _ in .pause },
        row("toggle", "Pauses what plays, and plays what is paused.") { _ in .toggle },
        row("stop", "Pauses at the start.") { _ in .stop },
        row("next", when: .otherItems, "Plays the next item.") { _ in .next },
        row("previous", when: .formerItems, "Plays the previous item.") { _ in .previous },
        row("item", taking: .item, "Plays the item with a number.") { .item(Int($0.number)) },
        row("skip", taking: .distance, when: .seekable, "Seeks forward or backward.") {
            .skip($0.time)
        },
        row("seek", taking: .position, when: .seekable, "Seeks to a position.") {
            .seek($0.time)
        },
        row("rate", taking: .rate, "Sets the rate; 0 pauses.") { .rate($0.number) },
        row("audio", taking: .track, "Selects audio.") { .audio($0.text) },
        row("next-audio", "Selects the next audio.") { _ in .nextAudio },
        row("subtitles", taking: .trackOrOff, "Selects subtitles, or none.") {
            .subtitles($0.text == "off" ? nil : $0.text)
        },
        row("next-subtitles", "Selects the next subtitles, or none.") { _ in .nextSubtitles },
        row("volume", taking: .volume, when: .always, "Stores a volume in percent.") {
            .volume($0.number)
        },
        row("mute", when: .always, "Stores that the sound is off.") { _ in .mute },
        row("unmute", when: .always, "Stores that the sound is on.") { _ in .unmute },
        row("load", taking: .location, when: .always, "Plays a video instead of the list.") {
            .load($0.text)
        },
        row("append", taking: .location, when: .always, "Adds a video to the list.") {
            .append($0.text)
        },
        row("remove", taking: .item, when: .always, "Removes the item with a number.") {
            .remove(Int($0.number))
        },
        row("move", taking: .itemAndPlace, when: .always, "Moves the item to another number.") {
            .move(Int($0.number), to: $0.place)
        },
        row("clear", when: .always, "Removes all items except the current one.") { _ in .clear },
        row("quit", when: .always, "Ends playback.") { _ in .quit },
    ]

    /// The regular expression that matches the text of every command, for schemas.
    package static let pattern =
        "^(\(rows.map { $0.name + $0.argument.pattern }.joined(separator: "|")))$"

    /// The names of all commands.
    package static let names = rows.map(\.name)

    /// Returns the row of a command.
    package static func row(of command: SystemControls.Command) -> Row {
        let name = command.name
        guard let row = rows.first(where: { $0.name == name }) else {
            preconditionFailure("each outside command has a row")
        }
        return row
    }

    /// Parses a command as written in scenarios and traces: the name, and any argument.
    ///
    /// - Parameter text: The text.
    /// - Returns: The command.
    /// - Throws: An error that describes the accepted text, when `text` is not a command.
    package static func command(
        from text: String
    ) throws(OutsideCommandError) -> SystemControls.Command {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let name = parts.first.map(String.init) else { throw .unknown("") }
        guard let row = rows.first(where: { $0.name == name }) else { throw .unknown(name) }
        let argument = parts.count > 1 ? String(parts[1]) : ""
        guard let value = value(argument, of: row.argument) else {
            throw .argument(of: name, expected: row.argument.expectation)
        }
        return row.make(value)
    }

    private static func value(_ text: String, of argument: Argument) -> Value? {
        switch argument {
        case .none: return text.isEmpty ? Value() : nil
        case .track, .trackOrOff, .location: return text.isEmpty ? nil : Value(text: text)
        case .itemAndPlace:
            let parts = text.split(separator: " ", maxSplits: 1).map {
                value(String($0), of: .item)
            }
            guard parts.count == 2, let item = parts[0], let place = parts[1] else { return nil }
            return Value(number: item.number, place: Int(place.number))
        case .position, .distance, .rate, .volume, .item:
            guard let number = Double(text), isValid(number, as: argument),
                let time = MediaTime(seconds: number)
            else { return nil }
            return Value(number: number, time: time)
        }
    }

    /// Returns whether a number can be the argument of a command.
    package static func isValid(_ number: Double, as argument: Argument) -> Bool {
        switch argument {
        case .distance: number.isFinite
        case .position: number.isFinite && number >= 0
        case .rate, .volume: (0...1000).contains(number)
        case .item: (1...1_000_000).contains(number) && number == number.rounded()
        case .none, .itemAndPlace, .track, .trackOrOff, .location: false
        }
    }
}

/// The reason why a text is not an outside command.
package enum OutsideCommandError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No command has the name.
    case unknown(String)
    /// The argument is not valid for the command.
    case argument(of: String, expected: String)

    /// A description of the accepted text.
    package var description: String {
        switch self {
        case .unknown: "one of \(OutsideCommandTable.names.joined(separator: ", "))"
        case .argument(let name, let expected): "'\(name)' with \(expected)"
        }
    }
}

extension SystemControls.Command {
    /// The name of the command in the table.
    package var name: String {
        switch self {
        case .play: "play"
        case .pause: "pause"
        case .toggle: "toggle"
        case .stop: "stop"
        case .next: "next"
        case .previous: "previous"
        case .item: "item"
        case .skip: "skip"
        case .seek: "seek"
        case .rate: "rate"
        case .audio: "audio"
        case .nextAudio: "next-audio"
        case .subtitles: "subtitles"
        case .nextSubtitles: "next-subtitles"
        case .volume: "volume"
        case .mute: "mute"
        case .unmute: "unmute"
        case .load: "load"
        case .append: "append"
        case .remove: "remove"
        case .move: "move"
        case .clear: "clear"
        case .quit: "quit"
        }
    }

    /// The argument as a number; `nil` if the command has no numeric argument.
    var number: Double? {
        switch self {
        case .skip(let time), .seek(let time): time.seconds
        case .rate(let number), .volume(let number): number
        case .item(let place), .remove(let place): Double(place)
        default: nil
        }
    }

    /// The command as written in scenarios and traces.
    package var text: String {
        switch self {
        case .item(let place), .remove(let place): "\(name) \(place)"
        case .move(let place, let target): "\(name) \(place) \(target)"
        // The URL is shown without credentials, query values and `data:` payloads, which may be
        // secret.
        case .load(let url), .append(let url): "\(name) \(SafeText.joinedLines(SafeText.url(url)))"
        case .skip(let time), .seek(let time): "\(name) \(Self.text(of: time.seconds))"
        case .rate(let number), .volume(let number): "\(name) \(Self.text(of: number))"
        case .audio(let track): "\(name) \(SafeText.joinedLines(track))"
        case .subtitles(let track): "\(name) \(track.map { SafeText.joinedLines($0) } ?? "off")"
        default: name
        }
    }

    private static func text(of number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}
