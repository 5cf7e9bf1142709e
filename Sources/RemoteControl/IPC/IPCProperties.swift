package import Formats
package import PlaybackControl
import Sessions
import VirtualTime

/// The properties of a player, under the names that clients of mpv know.
package enum IPCProperties {
    /// The value of a property.
    package enum Value: Equatable, Sendable {
        /// There is no property with the requested name.
        case unknown
        /// The property currently has no value.
        case unavailable
        /// The property has this value.
        case value(PropertyValue)
    }

    private typealias Read = @Sendable (PlayerView) -> PropertyValue?

    private static func item(
        _ read: @escaping @Sendable (PlayerView.Item) -> PropertyValue?
    ) -> Read {
        { $0.item.flatMap(read) }
    }

    private static func always(
        _ read: @escaping @Sendable (PlayerView) -> PropertyValue
    ) -> Read { { read($0) } }

    private static let table: [(name: String, read: Read)] = [
        ("time-pos", item { .number($0.position.seconds) }),
        ("playback-time", item { .number($0.position.seconds) }),
        ("duration", item { $0.duration.map { .number($0.seconds) } }),
        ("percent-pos", item { $0.share.map { .number($0 * 100) } }),
        ("time-remaining", item { $0.remaining.map { .number($0) } }),
        (
            "playtime-remaining",
            { view in view.item?.remaining.map { .number($0 / view.rate) } }
        ),
        ("pause", always { .bool($0.item?.isPaused ?? false) }),
        ("core-idle", always { .bool(!($0.item?.isMoving ?? false)) }),
        ("idle-active", always { .bool($0.item == nil) }),
        ("eof-reached", item { .bool($0.hasEnded) }),
        ("paused-for-cache", item { .bool($0.isStalled) }),
        ("demuxer-cache-duration", item { .number($0.bufferedLead.seconds) }),
        (
            "demuxer-cache-time",
            item { .number($0.position.seconds + $0.bufferedLead.seconds) }
        ),
        ("seekable", item { .bool($0.seekable != nil) }),
        ("seeking", item { .bool($0.isSeeking) }),
        ("speed", always { .number($0.rate) }),
        ("path", item { .string(SafeText.url($0.url)) }),
        ("filename", item { .string(fileName($0.url)) }),
        ("media-title", { $0.title.map { .string($0) } }),
        ("metadata", { $0.title.map { .object(["title": .string($0)]) } }),
        ("playlist", always { .array(playlist($0)) }),
        ("playlist-count", always { .integer(Int64($0.entries.count)) }),
        ("playlist-pos", always { .integer(Int64($0.item?.index ?? -1)) }),
        ("playlist-pos-1", item { .integer(Int64($0.index + 1)) }),
        ("track-list", always { .array($0.item.map(tracks) ?? []) }),
        ("aid", item { selected($0.audio) }),
        ("sid", item { selected($0.subtitles) }),
        ("sub-text", item { .string($0.cues.map(\.plainText).joined(separator: "\n")) }),
        ("sub-start", item { $0.cues.map(\.start).min().map { .number($0.seconds) } }),
        ("sub-end", item { $0.cues.map(\.end).max().map { .number($0.seconds) } }),
        ("chapter-list", item { .array($0.chapters.map(chapter)) }),
        ("chapters", item { .integer(Int64($0.chapters.count)) }),
        ("chapter", item { .integer(Int64($0.currentChapter)) }),
        (
            "hls-bitrate",
            item { $0.bitrate > 0 ? PropertyValue.integer($0.bitrate) : PropertyValue?.none }
        ),
        ("volume", always { .number($0.sound.volume) }),
        ("mute", always { .bool($0.sound.isMuted) }),
        ("mpv-version", always { _ in .string("playctl") }),
        ("property-list", always { _ in .array(names.map { .string($0) }) }),
        ("command-list", always { _ in .array(IPCCommandTable.rows.map(command)) }),
        ("cache-buffering-state", item { .integer($0.isStalled ? 0 : 100) }),
        ("playctl/clock", always { .number($0.instant.sinceStart / .seconds(1)) }),
    ]

    /// The names of all properties.
    package static let names = table.map(\.name)

    /// The properties that a client may set.
    package static let settable = [
        "pause", "time-pos", "playback-time", "percent-pos", "speed", "volume", "mute", "aid",
        "sid", "playlist-pos", "playlist-pos-1", "chapter",
    ]

    /// Returns a property.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - view: The state of the player.
    /// - Returns: The value.
    package static func value(of name: String, _ view: PlayerView) -> Value {
        guard let row = table.first(where: { $0.name == name }) else { return .unknown }
        return row.read(view).map { .value($0) } ?? .unavailable
    }

    private static func fileName(_ url: String) -> String {
        let path = SafeText.url(url).prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? url
    }

    private static func playlist(_ view: PlayerView) -> [PropertyValue] {
        view.entries.enumerated().map { place, entry in
            var object: [String: PropertyValue] = [
                "filename": .string(SafeText.url(entry.url)), "id": .integer(Int64(place + 1)),
            ]
            if let title = entry.title { object["title"] = .string(title) }
            if place == view.item?.index {
                object["current"] = .bool(true)
                object["playing"] = .bool(true)
            }
            return .object(object)
        }
    }

    private static func tracks(_ item: PlayerView.Item) -> [PropertyValue] {
        [("audio", item.audio), ("sub", item.subtitles)].flatMap { kind, tracks in
            tracks.options.enumerated().map { place, option in
                var object: [String: PropertyValue] = [
                    "id": .integer(Int64(place + 1)), "type": .string(kind),
                    "title": .string(option.name), "selected": .bool(place == tracks.selected),
                    "default": .bool(option.isDefault), "forced": .bool(option.isForced),
                ]
                if let language = option.languageTag { object["lang"] = .string(language) }
                return .object(object)
            }
        }
    }

    private static func selected(_ tracks: PlayerView.Tracks) -> PropertyValue {
        tracks.selected.map { .integer(Int64($0 + 1)) } ?? .bool(false)
    }

    private static func chapter(_ chapter: PlayerView.Chapter) -> PropertyValue {
        .object(["title": .string(chapter.title), "time": .number(chapter.time.seconds)])
    }

    private static func command(_ row: IPCCommandTable.Row) -> PropertyValue {
        .object([
            "name": .string(row.name),
            "args": .array(
                row.parameters.enumerated().map { place, name in
                    .object([
                        "name": .string(name), "type": .string("String"),
                        "optional": .bool(place >= row.needed),
                    ])
                }), "vararg": .bool(row.takesMore),
        ])
    }
}

extension PlayerView.Item {
    /// Whether the item has loaded but is not playing, and has neither ended nor failed.
    var isPaused: Bool {
        !isPlaying && !hasEnded && !hasFailed && (duration != nil || isLive)
    }

    /// Whether the playhead of the item moves.
    var isMoving: Bool { isPlaying && !isStalled && !isSeeking && !hasEnded && !hasFailed }

    /// The position as a fraction of the duration, at most 1; `nil` if there is no duration.
    fileprivate var share: Double? {
        duration.map { $0 > .zero ? min(position.seconds / $0.seconds, 1) : 0 }
    }

    /// The seconds from the playhead to the end of the item; `nil` if the item has no duration.
    fileprivate var remaining: Double? { duration.map { max($0.seconds - position.seconds, 0) } }

    /// The index of the last cue point at or before the playhead; -1 if there is none.
    fileprivate var currentChapter: Int { (chapters.lastIndex { $0.time <= position } ?? -1) }
}
