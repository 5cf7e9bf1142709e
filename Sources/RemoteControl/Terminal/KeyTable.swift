package import PlaybackControl
import VirtualTime

/// The table of keyboard keys, which also states their commands and their descriptions.
package enum KeyTable {
    /// The effect of a key.
    package enum Effect: Equatable, Sendable {
        /// A player command that can also be given from outside the app.
        case command(SystemControls.Command)
        /// A change of the playback rate to a multiple of the current rate.
        case rate(times: Double)
        /// The key shows the list of keys.
        case help
    }

    /// A row: keys with the same effect.
    package struct Row: Sendable {
        /// The keyboard keys.
        package let keys: [Key]
        /// The names of the keyboard keys, as the help of the tool shows them.
        package let names: String
        /// The effect.
        package let effect: Effect
        /// The description of the effect, for users.
        package let summary: String
    }

    private static func row(
        _ keys: Key..., named names: String, _ effect: Effect, _ summary: String
    ) -> Row {
        Row(keys: keys, names: names, effect: effect, summary: summary)
    }

    /// The rows, in the order of the documentation.
    package static let rows = [
        row(
            .character(" "), .character("p"), named: "space p", .command(.toggle),
            "pause or play"),
        row(.left, named: "left", .command(.skip(.seconds(Int64(-5)))), "back 5 s"),
        row(.right, named: "right", .command(.skip(.seconds(Int64(5)))), "forward 5 s"),
        row(.down, named: "down", .command(.skip(.seconds(Int64(-60)))), "back 60 s"),
        row(.up, named: "up", .command(.skip(.seconds(Int64(60)))), "forward 60 s"),
        row(.home, named: "home", .command(.seek(.zero)), "to the start"),
        row(.character("["), named: "[", .rate(times: 1 / 1.1), "a tenth slower"),
        row(.character("]"), named: "]", .rate(times: 1.1), "a tenth faster"),
        row(.character("{"), named: "{", .rate(times: 0.5), "half the rate"),
        row(.character("}"), named: "}", .rate(times: 2), "twice the rate"),
        row(.backspace, named: "backspace", .command(.rate(1)), "the normal rate"),
        row(.character("#"), named: "#", .command(.nextAudio), "next audio"),
        row(.character("j"), named: "j", .command(.nextSubtitles), "next subtitles, or none"),
        row(.character("<"), named: "<", .command(.previous), "previous item"),
        row(.character(">"), .enter, named: "> enter", .command(.next), "next item"),
        row(.character("m"), named: "m", .command(.mute), "sound off, or on again"),
        row(.character("q"), named: "q", .command(.quit), "quit"),
        row(.character("?"), named: "?", .help, "this list"),
    ]

    /// Returns the effect of a key; `nil` for a key without effect.
    package static func effect(of key: Key) -> Effect? {
        rows.first { $0.keys.contains(key) }?.effect
    }

    /// Returns the command that a key gives.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - view: The state of the player.
    /// - Returns: The command; `nil` for a key without a command.
    package static func command(of key: Key, _ view: PlayerView) -> SystemControls.Command? {
        switch effect(of: key) {
        case .command(.mute): view.sound.isMuted ? .unmute : .mute
        case .command(let command): command
        case .rate(let factor): .rate(rate(view.rate, times: factor))
        case .help, nil: nil
        }
    }

    /// Returns a rate multiplied by a factor, rounded to two decimals and limited to 0.1 to 100.
    private static func rate(_ rate: Double, times factor: Double) -> Double {
        min(max((rate * factor * 100).rounded() / 100, 0.1), 100)
    }

    /// The list of keyboard keys, one per line.
    package static let help: String = {
        let width = rows.map(\.names.count).max() ?? 0
        return rows.reduce(into: "") { text, row in
            let blanks = String(repeating: " ", count: width - row.names.count)
            text += "  \(row.names)\(blanks)  \(row.summary)\n"
        }
    }()
}
