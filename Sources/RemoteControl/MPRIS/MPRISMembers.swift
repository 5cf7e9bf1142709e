import Formats
package import PlaybackControl
import Sessions
package import VirtualTime

/// The members of a player's two interfaces on the session bus, as MPRIS 2.2 defines them.
///
/// Source: `Documentation/Controls.md#session-bus`.
package enum MPRISMembers {
    /// The name of the D-Bus interface of the application.
    package static let root = "org.mpris.MediaPlayer2"
    /// The name of the D-Bus interface of the player.
    package static let player = "org.mpris.MediaPlayer2.Player"
    /// The path of the object.
    package static let path = "/org/mpris/MediaPlayer2"

    /// The range of playback rates, from the slowest to the fastest.
    package static let rates = 0.1...100.0

    /// The application's properties; they never change.
    package static let rootProperties: [(String, BusValue)] = [
        ("CanQuit", .bool(true)), ("CanRaise", .bool(false)), ("HasTrackList", .bool(false)),
        ("Identity", .string("playctl")),
        ("SupportedUriSchemes", .strings(["http", "https", "file"])),
        (
            "SupportedMimeTypes",
            .strings([
                "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl",
                "video/mp4", "video/mp2t", "audio/mp4", "audio/aac", "audio/mpeg",
            ])
        ),
    ]

    /// The properties whose changes are not signalled.
    package static let silent: Set = ["Position", "CanControl"]

    /// Returns the player's properties.
    ///
    /// - Parameters:
    ///   - view: The state of the player.
    ///   - isStopped: Whether a command has stopped the player.
    /// - Returns: The properties, in the order of the specification.
    package static func playerProperties(
        _ view: PlayerView, isStopped: Bool
    ) -> [(String, BusValue)] {
        let item = view.item
        return [
            ("PlaybackStatus", .string(status(item, isStopped: isStopped))),
            ("Rate", .double(view.rate)), ("Metadata", .properties(metadata(view))),
            ("Volume", .double(view.sound.isMuted ? 0 : view.sound.volume / 100)),
            ("Position", .int64(item.map { microseconds($0.position) } ?? 0)),
            ("MinimumRate", .double(rates.lowerBound)),
            ("MaximumRate", .double(rates.upperBound)),
            ("CanGoNext", .bool(item?.isNextEnabled ?? false)),
            ("CanGoPrevious", .bool(item?.isPreviousEnabled ?? false)),
            ("CanPlay", .bool(item.map { !$0.hasFailed } ?? false)),
            ("CanPause", .bool(item.map { !$0.hasFailed } ?? false)),
            ("CanSeek", .bool(item?.seekable != nil)), ("CanControl", .bool(true)),
        ]
    }

    /// Returns the playback status; a stalled or starting player counts as playing.
    package static func status(_ item: PlayerView.Item?, isStopped: Bool) -> String {
        guard let item, !item.hasEnded, !item.hasFailed, !isStopped else { return "Stopped" }
        return item.isPaused ? "Paused" : "Playing"
    }

    /// Returns the D-Bus object path of an item's track; each item has a unique path.
    package static func track(_ item: PlayerView.Item) -> String {
        "/dev/playctl/Track/\(item.session)"
    }

    private static func metadata(_ view: PlayerView) -> [(String, BusValue)] {
        guard let item = view.item else { return [] }
        var members: [(String, BusValue)] = [("mpris:trackid", .path(track(item)))]
        if let duration = item.duration {
            members.append(("mpris:length", .int64(microseconds(duration))))
        }
        if let artwork = item.artwork { members.append(("mpris:artUrl", .string(uri(artwork)))) }
        members.append(("xesam:title", .string(view.title ?? item.title)))
        members.append(("xesam:url", .string(uri(item.url))))
        return members
    }

    /// Returns a location as a URI.
    private static func uri(_ location: String) -> String {
        // Secrets of a location are not published.
        let location = SafeText.url(location)
        guard location.hasPrefix("/") else { return location }
        return "file://\(PercentCoding.encodePath(Array(location.utf8)))"
    }

    /// Returns a position in microseconds.
    package static func microseconds(_ time: MediaTime) -> Int64 {
        time.value(timescale: 1_000_000)
    }

    /// The description of the object, for clients that introspect it.
    package static let introspection: String = {
        func methods(_ rows: [(String, [(String, String)])]) -> String {
            rows.map { name, arguments in
                let lines = arguments.map {
                    "      <arg name=\"\($0.0)\" type=\"\($0.1)\" direction=\"in\"/>\n"
                }
                return "    <method name=\"\(name)\">\n\(lines.joined())    </method>\n"
            }.joined()
        }
        func properties(_ members: [(String, BusValue)], writable: Set<String>) -> String {
            members.map { name, value in
                let access = writable.contains(name) ? "readwrite" : "read"
                let signal = name == "CanControl" ? "const" : "false"
                let emits = silent.contains(name) ? "value=\"\(signal)\"" : "value=\"true\""
                return "    <property name=\"\(name)\" type=\"\(value.signature)\""
                    + " access=\"\(access)\">\n      <annotation"
                    + " name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" \(emits)/>\n"
                    + "    </property>\n"
            }.joined()
        }
        let empty = PlayerView(
            instant: .start, item: nil, entries: [], rate: 1, sound: PlayerView.Sound())
        return """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>
              <interface name="org.freedesktop.DBus.Introspectable">
                <method name="Introspect"><arg name="data" type="s" direction="out"/></method>
              </interface>
              <interface name="org.freedesktop.DBus.Peer">
                <method name="Ping"/>
                <method name="GetMachineId"><arg name="id" type="s" direction="out"/></method>
              </interface>
              <interface name="org.freedesktop.DBus.Properties">
                <method name="Get">
                  <arg name="interface" type="s" direction="in"/>
                  <arg name="property" type="s" direction="in"/>
                  <arg name="value" type="v" direction="out"/>
                </method>
                <method name="GetAll">
                  <arg name="interface" type="s" direction="in"/>
                  <arg name="properties" type="a{sv}" direction="out"/>
                </method>
                <method name="Set">
                  <arg name="interface" type="s" direction="in"/>
                  <arg name="property" type="s" direction="in"/>
                  <arg name="value" type="v" direction="in"/>
                </method>
                <signal name="PropertiesChanged">
                  <arg name="interface" type="s"/>
                  <arg name="changed" type="a{sv}"/>
                  <arg name="invalidated" type="as"/>
                </signal>
              </interface>
              <interface name="\(root)">
            \(methods([("Raise", []), ("Quit", [])]))\(properties(rootProperties, writable: []))  </interface>
              <interface name="\(player)">
            \(methods([
                ("Next", []), ("Previous", []), ("Pause", []), ("PlayPause", []), ("Stop", []),
                ("Play", []), ("Seek", [("Offset", "x")]),
                ("SetPosition", [("TrackId", "o"), ("Position", "x")]), ("OpenUri", [("Uri", "s")]),
            ]))    <signal name="Seeked"><arg name="Position" type="x"/></signal>
            \(properties(
                playerProperties(empty, isStopped: false), writable: ["Rate", "Volume"]))  </interface>
            </node>

            """
    }()
}
