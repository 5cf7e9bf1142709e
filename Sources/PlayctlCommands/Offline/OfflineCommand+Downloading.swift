import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension OfflineCommand {
    /// Downloads the given locations.
    func download() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(making: options.store)
        // A catalogue that is not there yet, or whose making was killed, is made below.
        if let catalogue = try? store.catalogue() { try remarkStranded(store, catalogue) }
        let run = try downloadRun(store)
        var seen: Set<String> = []
        for operand in options.operands {
            let url = LocalPath.url(plainPath(operand))
            guard seen.insert(url).inserted else { continue }
            try add(url, to: run)
        }
        return run.finish()
    }

    /// Adds a location, or continues its download.
    private func add(_ url: String, to run: DownloadRun) throws(CommandFailure) {
        let engine = run.engine
        let known = try attempt { () throws(StoreError) in
            try engine.catalogue.record(sourceURL: url)
        }
        if let found = known {
            let known = try attempt { () throws(StoreError) in try engine.checked(found) }
            if options.isSelectionGiven, known.selection != options.selection {
                remark(
                    "\(known.token) goes on as it was asked for first; delete it to choose anew")
            }
            run.follow(known, isNew: false)
            try attempt { () throws(StoreError) in try engine.goOn(with: known.token) }
            return
        }
        var request = DownloadEngine.Request(video: Video(hlsURL: url), sourceURL: url)
        request.displayName = SafeText.line(displayName(of: url))
        request.selection = options.selection
        request.terms = options.terms
        try attempt { () throws(StoreError) in
            // Its reports come at the end of the turn, when the board knows it.
            try engine.world.loop.turn { () throws(StoreError) in
                let token = try engine.start(request)
                run.follow(try engine.record(of: token), isNew: true)
            }
        }
    }

    /// Resumes one download, or all that can be completed.
    func resume() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        if options.operands.isEmpty {
            try remarkStranded(store, catalogue)
        } else {
            _ = try store.record(of: token, in: catalogue)
        }
        while !Interruption.hasHappened {
            if let run = try freeRun(store) { return try resume(run) }
            guard !options.operands.isEmpty else { throw busy(store) }
            // The process that downloads may end before it receives the command.
            if let code = try command(.resume, in: store) { return code }
        }
        return .interrupted
    }

    private func resume(_ run: DownloadRun) throws(CommandFailure) -> CommandFailure.ExitCode {
        let records = try attempt { () throws(StoreError) in
            try run.engine.catalogue.records()
        }
        for record in records {
            let isMeant = options.operands.isEmpty ? record.isUnfinished : record.token == token
            guard isMeant else { continue }
            // One that was named is looked at closely; of many the catalogue is believed.
            let record =
                options.operands.isEmpty
                ? record : try attempt { () throws(StoreError) in try run.engine.checked(record) }
            run.follow(record, isNew: false)
            try attempt { () throws(StoreError) in try run.engine.goOn(with: record.token) }
        }
        if run.board.isEmpty, !options.json { output.write("nothing is left to download\n") }
        return run.finish()
    }

    /// Downloads damaged files again, and removes foreign files.
    func repair() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        _ = try store.record(of: token, in: try store.catalogue())
        let run = try downloadRun(store)
        let report = try report(of: token, store, run.engine.catalogue)
        guard let report else { return .interrupted }
        let record = try store.record(of: token, in: run.engine.catalogue)
        // With all files there a process may have been killed before it wrote that it was complete.
        if report.isWhole, record.phase == .completed {
            if options.json {
                run.follow(record, isNew: false)
            } else {
                output.write("\(token)  nothing is damaged\n")
            }
            return .success
        }
        guard !report.isIntact else {
            throw CommandFailure(
                .failed,
                "nothing of \(token) is damaged, and it is not complete; 'playctl offline resume"
                    + " \(token)' goes on with it")
        }
        for finding in report.findings where !options.json {
            output.write("\(token)  \(Self.line(of: finding))\n")
        }
        try attempt { () throws(StoreError) in
            // Its reports come at the end of the turn, when it is being followed.
            try run.engine.world.loop.turn { () throws(StoreError) in
                try run.engine.repair(report)
                run.follow(try run.engine.record(of: token), isNew: false)
            }
        }
        return run.finish()
    }

    // MARK: The engine

    func busy(_ store: OfflineStore) -> CommandFailure {
        CommandFailure(
            .failed,
            "\(SafeText.line(store.folder.path)): another process downloads into this store; let it"
                + " finish, stop it, or name another store with --store")
    }

    /// Becomes the process that downloads into a store.
    ///
    /// - Throws: ``CommandFailure`` when another one does, or the store cannot be used.
    func downloadRun(_ store: OfflineStore) throws(CommandFailure) -> DownloadRun {
        guard let run = try store.patiently({ () throws(CommandFailure) in try freeRun(store) })
        else { throw busy(store) }
        return run
    }

    /// Becomes the process that downloads into a store; `nil` when another one does.
    private func freeRun(_ store: OfflineStore) throws(CommandFailure) -> DownloadRun? {
        var http = options.hosts.http
        http.maximumIdleHandles = max(http.maximumIdleHandles, options.connections)
        var settings = DownloadOptions()
        var limit: RateLimit?
        if let rate = options.limitRate {
            limit = RateLimit(bytesPerSecond: rate)
            // What is slow because it was asked to be does not count as stuck.
            let share = Int(clamping: rate / Int64(options.connections) / 2)
            http.slowestBytesPerSecond = min(http.slowestBytesPerSecond, share)
            settings.recovery.segmentTimeFactor = nil
        }
        let traffic = TrafficMeter(StandardLoader(options: http), limit: limit)
        let world = PlaybackWorld(loader: traffic, cancellation: Interruption.flag)
        settings.connections = options.connections
        settings.concurrentDownloads = options.concurrent
        settings.takesCommands = true
        let made = try attempt { () throws(StoreError) -> DownloadEngine? in
            do throws(StoreError) {
                return try DownloadEngine(
                    world: world, folder: store.folder, epoch: WallClock.now, device: Device(),
                    options: settings)
            } catch .busy(let path) where path == store.folder.path {
                return nil
            }
        }
        guard let engine = made else { return nil }
        engine.licensing = options.keys.licensing()
        // What the segments' addresses are signed with may be new in the playlist of the same name.
        engine.refresh = { record, completion in completion(record.sourceURL) }
        let board = DownloadBoard(engine, traffic: traffic)
        return DownloadRun(
            engine: engine, board: board, json: options.json, output: output, errors: errors)
    }
}

/// Returns the canonical path of a local file, so that it keeps its token; a path outside any
/// folder is unchanged.
private func plainPath(_ location: String) -> String {
    guard ResourceScheme(of: location) == .file, !location.utf8.contains(0) else {
        return location
    }
    // A link in the place of the file itself remains: its target is relative to it.
    let slash = location.lastIndex(of: "/")
    let folder = slash.map { String(location[...$0]) } ?? "."
    guard let path = unsafe realpath(folder, nil) else { return location }
    defer { unsafe free(path) }
    let name = slash.map { location[location.index(after: $0)...] } ?? location[...]
    let real = unsafe String(cString: path)
    return real.hasSuffix("/") ? real + name : "\(real)/\(name)"
}

extension DownloadRecord {
    /// Whether resuming the download can complete it.
    ///
    /// It was not cancelled, did not fail permanently, and more than its licence was requested.
    fileprivate var isUnfinished: Bool {
        if isPreload { return false }
        return switch phase {
        case .requested, .downloading, .suspended: true
        case .failed: errorCode != .unsupported && errorCode != .invalidParameter
        case .completed, .cancelled, .licencePreloaded: false
        }
    }
}

// MARK: Verbs

extension OfflineVerbs {
    private static let location = "an HLS playlist, as a path or a URL"
    private static let eventNote =
        "With --json every line is an object with \"t\" (seconds since the start), \"token\" and"
        + " \"event\": started or continued (\"url\", \"name\"), planned (\"variant\","
        + " \"bytes\", \"files\", \"tracks\"), preparing, waiting, keyLoaded, downloading"
        + " (\"progress\" from 0 to 1, \"bytes\", \"expected\", \"rate\" in bytes per second),"
        + " paused, completed (\"bytes\"), cancelled or failed (\"code\", \"reason\")."

    /// `playctl offline download`.
    static let downloading = verb(
        "download", "Downloads assets, or continues the downloads of a store.",
        url: .some("URL", \.operands, count: 1...Int.max, location),
        options: OfflineOptions.selection + OfflineOptions.terms + OfflineOptions.transfer
            + [OfflineOptions.store, OfflineOptions.json] + OfflineOptions.licences
            + [OfflineOptions.hosts],
        rules: OfflineOptions.selectionRules + OfflineOptions.termRules,
        notes: [
            "A location that is already in the store keeps its token and its first selection: a"
                + " complete download stays as it is, any other continues.",
            "Ctrl-C stops cleanly; the same command, or 'playctl offline resume', continues. A"
                + " download that another process pauses or cancels counts as missing for the exit"
                + " code.", eventNote, exitCodes,
        ],
        examples: [
            (
                "playctl offline download film/index.m3u8 --bitrate 2M --audio en,de",
                "download a film with two languages"
            )
        ]
    ) { command throws(CommandFailure) in try command.download() }

    /// `playctl offline resume`.
    static let resuming = verb(
        "resume", "Continues a download, or all that are unfinished.",
        token: .some(
            "TOKEN", \.operands, count: 0...1,
            "the token of a download; without one all downloads continue that are interrupted,"
                + " paused or failed"),
        options: OfflineOptions.transfer + [OfflineOptions.store, OfflineOptions.json]
            + OfflineOptions.licences + [OfflineOptions.hosts],
        notes: [
            "Where another process downloads into the store, that process continues, and this"
                + " command ends. Otherwise this command downloads, with the output of"
                + " 'playctl offline download'.", exitCodes,
        ]
    ) { command throws(CommandFailure) in try command.resume() }

    /// `playctl offline repair`.
    static let repairing = verb(
        "repair", "Downloads the damaged parts of a download again.",
        options: OfflineOptions.transfer + [OfflineOptions.store, OfflineOptions.json]
            + OfflineOptions.licences + [OfflineOptions.hosts],
        notes: [
            "Nothing else is downloaded. Files that 'playctl offline verify' calls stray are removed."
        ]
    ) { command throws(CommandFailure) in try command.repair() }
}
