/// The table of the commands that clients of a socket may give.
package enum IPCCommandTable {
    /// A row: a command and the names of its arguments.
    package struct Row: Sendable {
        /// The name of the command.
        package let name: String
        /// The names of the arguments.
        package let parameters: [String]
        /// The number of required arguments.
        package let needed: Int
        /// Whether the command accepts further arguments after the named ones.
        package var takesMore: Bool { ["script-message", "cycle-values"].contains(name) }
    }

    private static func row(_ name: String, _ parameters: String..., needs needed: Int = 0) -> Row {
        Row(name: name, parameters: parameters, needed: needed)
    }

    /// The rows, in the order of the documentation.
    package static let rows = [
        row("get_property", "property", needs: 1),
        row("get_property_string", "property", needs: 1),
        row("set_property", "property", "value", needs: 2),
        row("set_property_string", "property", "value", needs: 2),
        row("set", "property", "value", needs: 2),
        row("add", "property", "value", needs: 1),
        row("multiply", "property", "value", needs: 2),
        row("cycle", "property", "direction", needs: 1),
        row("cycle-values", "property", "value", needs: 2),
        row("observe_property", "id", "property", "format", needs: 2),
        row("observe_property_string", "id", "property", needs: 2),
        row("unobserve_property", "id", needs: 1),
        row("enable_event", "event", needs: 1),
        row("disable_event", "event", needs: 1),
        row("request_log_messages", "level", needs: 1),
        row("client_name"), row("get_time_us"), row("get_version"),
        row("seek", "target", "flags", needs: 1),
        row("stop", "flags"), row("quit", "code"),
        row("playlist-next", "flags"), row("playlist-prev", "flags"),
        row("playlist-play-index", "index", needs: 1),
        row("playlist-remove", "index", needs: 1), row("playlist-clear"),
        row("playlist-move", "index1", "index2", needs: 2),
        row("loadfile", "url", "flags", needs: 1),
        row("print-text", "text", needs: 1), row("show-text", "text", "duration", "level"),
        row("script-message", "name"), row("ignore"),
        row("playctl/command", "text", needs: 1),
        row("playctl/run-until", "time", needs: 1),
    ]

    /// Returns the row with a given name.
    package static func row(named name: String) -> Row? { rows.first { $0.name == name } }
}
