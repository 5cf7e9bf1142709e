import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands
import Transport

/// `playctl offline download`: downloads the given locations.
struct OfflineDownloading: OfflineVerb {
    private static let location = "an HLS playlist, as a path or a URL"
    private static let eventNote =
        "With --json every line is an object with \"t\" (seconds since the start), \"token\" and"
        + " \"event\": started or continued (\"url\", \"name\"), planned (\"variant\","
        + " \"bytes\", \"files\", \"tracks\"), preparing, waiting, keyLoaded, downloading"
        + " (\"progress\" from 0 to 1, \"bytes\", \"expected\", \"rate\" in bytes per second),"
        + " paused, completed (\"bytes\"), cancelled or failed (\"code\", \"reason\")."

    static let verb = onAsset(
        "download", "Downloads assets, or continues the downloads of a store.",
        url: .some("URL", \.operands, count: 1...Int.max, location),
        options: OfflineOptions.selection + OfflineOptions.terms + OfflineOptions.transfer
            + [
                OfflineOptions.shortSubtitles, OfflineOptions.store, OfflineOptions.json,
                OfflineOptions.quiet,
            ]
            + OfflineOptions.licences + OfflineOptions.hosts,
        rules: OfflineOptions.selectionRules + OfflineOptions.termRules,
        notes: [
            "A location that is already in the store keeps its token and its first selection: a"
                + " complete download remains as it is, any other download continues. If another"
                + " selection is given, the playlists are read again, and the exit code is 1 if"
                + " the download or the asset lacks a selected part. It is also 1 if the given"
                + " terms differ from the terms of the stored licence, or if that licence has"
                + " expired.",
            "A segment that is empty or starts like HTML, JSON or other text fails the download,"
                + " and so does a segment that ends within a box, a packet or a cipher block. When"
                + " all files are stored, each must start like a media container and be as long as"
                + " its playlist promises, after decryption if the whole file is encrypted."
                + " Encrypted media must have a key, and the keys, including keys in licences,"
                + " must decrypt it. Audio that the variant stream or a rendition should have must"
                + " be in a segment. Otherwise the exit code is 1. 'playctl offline play --verify"
                + " decode' checks the media itself.",
            "Ctrl-C stops cleanly; the same command, or 'playctl offline resume', continues. The"
                + " hosts of --allow-host are stored with the download, and apply until a command"
                + " names others. A download that another process pauses or cancels counts as"
                + " missing for the exit code.",
            eventNote, OfflineVerbs.exitCodes,
        ],
        examples: [
            (
                "playctl offline download film/index.m3u8 --bitrate 2M --audio en,de",
                "download a film with two languages"
            )
        ])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(making: options.store)
        // A missing or incomplete catalogue is not an error here, because it is created below.
        if let catalogue = try? store.catalogue() { try command.remarkStranded(store, catalogue) }
        let run = try DownloadRun.waiting(for: store, command)
        var seen: Set<String> = []
        for operand in options.operands {
            let url = LocalPath.url(plainPath(operand))
            guard seen.insert(url).inserted else { continue }
            try add(url, to: run)
        }
        return run.finish()
    }

    /// Starts the download of a location, or continues an existing download of the location.
    private func add(_ url: String, to run: DownloadRun) throws(CommandFailure) {
        let engine = run.engine
        let known = try attempt { () throws(StoreError) in
            try engine.catalogue.record(sourceURL: url)
        }
        if let found = known {
            let known = try attempt { () throws(StoreError) in try engine.checked(found) }
            try run.use(options.hosts, for: [known])
            run.follow(known, isNew: false)
            try attempt { () throws(StoreError) in
                if options.isSelectionGiven, known.request.selection != options.selection {
                    command.remark(
                        "\(known.token) continues as first requested; delete it to choose again")
                    try run.expect(options.selection, of: known.token)
                }
                if options.areTermsGiven { run.expect(options.terms, of: known.token) }
                try engine.goOn(with: known.token)
            }
            return
        }
        var video = Video(hlsURL: url)
        video.assetOptions = options.hosts.restricting(
            try options.hosts.requests.assetOptions(of: url))
        var request = DownloadRequest(video: video, sourceURL: url)
        request.displayName = SafeText.line(displayName(of: url))
        request.selection = options.selection
        request.terms = options.terms
        try attempt { () throws(StoreError) in
            // The event loop delivers the reports of the download only at the end of this turn. By
            // that time, `run` follows the download and receives them.
            try engine.world.loop.turn { () throws(StoreError) in
                let token = try engine.start(request)
                run.follow(try engine.record(of: token), isNew: true)
            }
        }
    }
}

/// Returns the canonical path of a local file, so that the file always has the same token.
///
/// A location that is not a local file, or whose folder does not exist, is returned unchanged.
private func plainPath(_ location: String) -> String {
    guard ResourceScheme(of: location) == .file, !location.utf8.contains(0) else {
        return location
    }
    // A symbolic link to the file itself is not resolved, because relative references are resolved
    // against the folder of the link.
    let slash = location.lastIndex(of: "/")
    let folder = slash.map { String(location[...$0]) } ?? "."
    guard let real = SystemCalls.realPath(folder) else { return location }
    let name = slash.map { location[location.index(after: $0)...] } ?? location[...]
    return real.hasSuffix("/") ? real + name : "\(real)/\(name)"
}
