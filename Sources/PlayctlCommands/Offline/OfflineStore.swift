import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The store that the verbs of `playctl offline` work on.
struct OfflineStore {
    /// The time to wait for a process that briefly owns the store.
    private static let patience = Duration.seconds(1)
    private static let pause: UInt32 = 50_000

    let folder: StoreFolder

    /// Opens the existing store.
    ///
    /// - Parameter path: The path of the store; `nil` means the default path.
    /// - Throws: ``CommandFailure`` when there is no store.
    init(existing path: String?) throws(CommandFailure) {
        let path = if let path { path } else { try Self.usualPath() }
        var status = stat()
        if unsafe stat(path, &status) != 0, errno == ENOENT { throw Self.noStore(path) }
        folder = try attempt { () throws(StoreError) in try StoreFolder(path: path) }
        guard try attempt({ () throws(StoreError) in try folder.hasCatalogue() }) else {
            throw Self.noStore(path)
        }
        finishDeletions()
    }

    /// Finishes the deletions that were interrupted because their process was killed.
    ///
    /// If another process owns the store, nothing is done.
    private func finishDeletions() {
        guard folder.isWritable,
            let catalogue = try? Catalogue(path: folder.cataloguePath, readOnly: true),
            let tokens = try? catalogue.unfinishedDeletions(), !tokens.isEmpty,
            let ownership = try? folder.acquireOwnership(),
            let writable = try? Catalogue(path: folder.cataloguePath)
        else { return }
        // If files cannot be removed now, the next command tries to remove them again.
        try? folder.finishDeletions(in: writable)
        withExtendedLifetime(ownership) {}
    }

    /// Opens the store, and creates it with its parent folders if it is missing.
    ///
    /// - Parameter path: The path of the store; `nil` means the default path.
    /// - Throws: ``CommandFailure`` when the store cannot be created.
    init(making path: String?) throws(CommandFailure) {
        let path = if let path { path } else { try Self.usualPath() }
        try makeFolders(above: path)
        folder = try attempt { () throws(StoreError) in
            try StoreFolder(path: path, creates: true)
        }
    }

    private static func noStore(_ path: String) -> CommandFailure {
        CommandFailure(
            .failed,
            "\(SafeText.line(path)): there is no store here; 'playctl offline download' makes one")
    }

    /// Returns the default path of the store.
    private static func usualPath() throws(CommandFailure) -> String {
        if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") {
            return "\(data)/headless-playback/offline"
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            throw CommandFailure(
                .usage, "the store has no location, because HOME is not set; add --store DIR")
        }
        return "\(home)/.local/share/headless-playback/offline"
    }

    private static func environment(_ name: String) -> String? {
        SystemCalls.environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: Using the store

    /// Returns the catalogue, opened for reading.
    ///
    /// If possible, a catalogue of an earlier version is upgraded first, and an incomplete one is
    /// completed.
    func catalogue() throws(CommandFailure) -> Catalogue {
        try attempt { () throws(StoreError) in
            do throws(StoreError) {
                return try Catalogue(path: folder.cataloguePath, readOnly: true)
            } catch {
                switch error {
                case .olderSchema, .readOnly: if !folder.isWritable { throw error }
                default: throw error
                }
                _ = try Catalogue(path: folder.cataloguePath)
                return try Catalogue(path: folder.cataloguePath, readOnly: true)
            }
        }
    }

    /// Returns the catalogue, opened for writing.
    func writableCatalogue() throws(CommandFailure) -> Catalogue {
        try attempt { () throws(StoreError) in try Catalogue(path: folder.cataloguePath) }
    }

    /// Returns whether a package with the token exists although the catalogue has no such download.
    func isStranded(
        _ token: OfflineVideoToken, _ catalogue: Catalogue
    ) throws(CommandFailure) -> Bool {
        try attempt { () throws(StoreError) in
            let isKnown = try catalogue.record(of: token) != nil
            return try isKnown ? false : folder.hasPackage(token)
        }
    }

    /// Becomes the owner of the store, after a short wait if another process owns it.
    ///
    /// - Parameter body: Creates the owner, or returns `nil` while another process is the owner.
    /// - Returns: The owner; `nil` when another process remains the owner.
    /// - Throws: The ``CommandFailure`` that the body throws.
    func patiently<Owner>(
        _ body: () throws(CommandFailure) -> Owner?
    ) throws(CommandFailure) -> Owner? {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: Self.patience)
        while true {
            if let owner = try body() { return owner }
            if clock.now >= end || Interruption.hasHappened { return nil }
            usleep(Self.pause)
        }
    }

    /// Returns the record of a download in the catalogue.
    ///
    /// - Throws: ``CommandFailure`` when the download does not exist.
    func record(
        of token: OfflineVideoToken, in catalogue: Catalogue
    ) throws(CommandFailure) -> DownloadRecord {
        let record = try attempt { () throws(StoreError) in try catalogue.record(of: token) }
        guard let record else {
            if try isStranded(token, catalogue) {
                throw CommandFailure(.failed, Self.strandedText(token))
            }
            throw CommandFailure(
                .failed, "there is no download \(token); 'playctl offline list' lists them")
        }
        return record
    }

    /// Returns the message about a package that is not in the catalogue.
    private static func strandedText(_ token: OfflineVideoToken) -> String {
        "packages/\(token) belongs to no download; 'playctl offline delete \(token)' removes it"
    }

    /// Returns one line for each package or other entry that belongs to no download.
    ///
    /// The list is empty while another process works in the store.
    func strandedTexts(_ catalogue: Catalogue) throws(CommandFailure) -> [String] {
        try attempt { () throws(StoreError) in
            if try folder.isOwned() { return [] }
            let packages = try folder.strandedPackages(catalogue)
            let others = try folder.strayEntries(catalogue)
            // A process may have started a download while the names were read.
            if try folder.isOwned() { return [] }
            return packages.map(Self.strandedText)
                + others.map { "packages/\(SafeText.line($0)) belongs to no download" }
        }
    }

    /// Compares the files of one download with its stored records.
    ///
    /// If the download is complete, its intact files are also examined, to check that they are
    /// media. The options state whether subtitles may be short.
    ///
    /// - Returns: The report, with the examined media if the download is complete. The result is
    ///   `nil` when the user interrupted the comparison.
    func report(
        of token: OfflineVideoToken, in catalogue: Catalogue, _ options: OfflineOptions
    ) throws(CommandFailure) -> (report: PackageVerification.Report, media: StoredMedia?)? {
        try attempt {
            () throws(StoreError) -> (report: PackageVerification.Report, media: StoredMedia?)? in
            let compared = try PackageVerification(of: token, in: folder, by: catalogue)
                .run(cancellation: Interruption.flag)
            guard var report = compared else { return nil }
            guard try catalogue.record(of: token)?.state == .completed else { return (report, nil) }
            let known = Set(report.findings.map(\.name))
            let media = try StoredMedia(
                of: token, in: folder, by: catalogue, besides: known,
                acceptsShortSubtitles: options.acceptsShortSubtitles)
            report.add(media.findings.filter { !known.contains($0.name) })
            if Interruption.hasHappened { return nil }
            return (report, media)
        }
    }

    /// Opens the stored licences of a download, and returns the reason if one cannot be opened.
    ///
    /// - Returns: The reason; `nil` when all licences can be opened, or no licence is needed.
    func licenceDamage(
        of record: DownloadRecord, in catalogue: Catalogue
    ) throws(CommandFailure) -> OfflineError? {
        let licences = try attempt { () throws(StoreError) in
            try catalogue.licences(of: record.token)
        }
        return record.damage(of: licences, in: folder, with: KeyOptions().licensing())
    }

    /// Records expired licences, so that setting the clock back does not make them valid again.
    ///
    /// If the store cannot be written, nothing is recorded.
    func noteExpired(_ records: [DownloadRecord]) {
        let now = WallClock.now.millisecondsSince1970
        let news = records.filter { record in
            guard case .expired? = record.licenceTerm?.validity(at: now) else { return false }
            return record.licenceTerm?.validity(at: record.lastSeenTime ?? .min).refusal == nil
        }
        guard !news.isEmpty, folder.isWritable,
            let catalogue = try? Catalogue(path: folder.cataloguePath)
        else { return }
        for record in news { try? catalogue.noteSeen(record.token, at: now) }
    }

    /// The failure when another process owns the store.
    var busy: CommandFailure {
        CommandFailure(
            .failed,
            "\(SafeText.line(folder.path)): another process downloads into this store; let it"
                + " finish, stop it, or name another store with --store")
    }
}

/// Performs an action with a store, and converts a store error to a failure of the command.
func attempt<Value>(
    _ body: () throws(StoreError) -> Value
) throws(CommandFailure) -> Value {
    do throws(StoreError) {
        return try body()
    } catch {
        let reading = "; 'list', 'status', 'licenses', 'verify', 'play' and 'export' still work"
        let help =
            switch error {
            case .readOnly: reading
            case .full: reading + ", and 'delete' makes room"
            default: ""
            }
        throw CommandFailure(.failed, SafeText.line("\(error)") + help)
    }
}

/// Creates the missing folders above a path.
func makeFolders(above path: String) throws(CommandFailure) {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
        let folder = String(path[..<slash])
        end = slash
        guard case .failed(let reason) = SystemCalls.createFolder(folder),
            !SystemCalls.exists(folder)
        else { continue }
        // The message names the folder that is missing, although the problem may be in one of its
        // parents.
        throw CommandFailure(.failed, "\(SafeText.line(folder)): cannot be made: \(reason)")
    }
}
