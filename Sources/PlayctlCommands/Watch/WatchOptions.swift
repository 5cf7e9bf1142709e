import CommandTree
package import PlaybackCommands
import VirtualTime

/// The options of `playctl watch`.
package struct WatchOptions: Equatable, Sendable {
    /// The address of the playlist.
    package var asset = ""
    /// The time to watch; `nil` watches until the broadcast ends or the user stops the tool.
    package var length: Duration?
    /// Whether each newest segment is loaded completely, even if it is not encrypted.
    package var readsWholeSegments = false
    /// The destinations of results.
    package var reports = ReportOptions()
    /// The hosts that requests may go to.
    package var hosts = HostOptions()
    /// Whether each request and check is written in addition to failures.
    package var isVerbose = false
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}

extension WatchCommand {
    /// The command `playctl watch`.
    static let verb = Command(
        "watch", "Follows live playlists, and checks that their server keeps the rules.",
        defaults: WatchOptions(),
        operands: .one("URL", \.asset, "the playlist of a broadcast"),
        options: [
            .value(
                "length", \.length, as: .length, named: "TIME",
                "end after this much time, such as 90 or 30m (default: with the broadcast)"),
            .flag(
                "whole", \.readsWholeSegments,
                "load each newest segment completely, and compare its media with its duration"),
            .quiet(\.isQuiet), .verbose(\.isVerbose, "each request and check"),
        ] + HostOptions.options.map { $0.lifted(to: \.hosts) }
            + ReportOptions.reports.map { $0.lifted(to: \.reports) },
        rules: [.conflict("quiet", "verbose"), RequestOptions.hostRule],
        notes: [
            "All variants and renditions, except I-frame playlists, are reloaded as the"
                + " specification asks players to, with blocking reloads and delta updates where the"
                + " server offers them. No media is played: the first 2,048 bytes are requested of"
                + " the newest segment, of the newest part, and of a segment that was just removed,"
                + " and the whole initialization section. A response that is not media, such as a"
                + " login page, is a breach. The timestamps in these bytes must agree with the"
                + " durations of the segments between two discontinuities.",
            "The newest segment is loaded completely with --whole, or if it is encrypted with a"
                + " listed key. In that case, the key must be right, the media must be as long as"
                + " the playlist promises, and no cue of a WebVTT file may be lost. The rest of"
                + " any other segment is not read, and may be absent or wrong. A part, or a"
                + " segment that is encrypted as a whole with a key that is not loaded, is a"
                + " breach only if it is an HTML page, a playlist or a long text, or has a size"
                + " that AES-128 cannot have.",
            "Each breach of a rule is printed on a line, and every minute a line counts"
                + " playlists, versions and breaches. A rule that could not be checked is reported"
                + " as skipped.",
            "The exit code is 0 when no rule was broken, 1 when one was or no playlist could be"
                + " loaded, and 130 when the watch was interrupted. A watch that was interrupted"
                + " before the end of --length does not pass in its reports. A playlist without a"
                + " second version to compare, such as one that has ended, does not pass; the exit"
                + " code is 5 when nothing else failed.",
        ],
        examples: [
            (
                "playctl watch https://live.example/news.m3u8 --length 10m --junit live.xml",
                "check the playlists of a channel for ten minutes, in CI"
            ),
            (
                "playctl watch http://127.0.0.1:8080/live.m3u8",
                "watch a local packager until Ctrl-C"
            ),
        ],
        check: { (_, options) throws(UsageError) in try options.reports.checkPaths() }
    ) { (options, output, errors) throws(CommandFailure) in
        try WatchCommand(options: options, output: output, errors: errors).run()
    }
}
