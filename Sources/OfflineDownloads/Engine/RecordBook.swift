import Sessions
import VirtualTime

/// The current records of an engine's downloads, and stored files that have no row yet.
///
/// A record here can be newer than its row in the catalogue, because frequent changes are stored
/// together with the next rows.
final class RecordBook {
    private let folder: StoreFolder
    private let catalogue: Catalogue
    private let loop: EventLoop
    private let interval: Duration
    private var records: [OfflineVideoToken: DownloadRecord] = [:]
    private var unwritten: [(token: OfflineVideoToken, ordinal: Int, file: StoredFile)] = []
    /// The first stored versions of files that are loaded again, by token and resource ordinal.
    private var originals: [OfflineVideoToken: [Int: StoredFile]] = [:]
    /// The weakly held lists of stored files that players of this process use.
    private var followers: [ContentsFollower] = []
    private var flush: EventToken?
    /// A closure that receives the error when a deferred change cannot be stored.
    var onFailure: (OfflineError) -> Void = { _ in }

    init(folder: StoreFolder, catalogue: Catalogue, loop: EventLoop, interval: Duration) {
        self.folder = folder
        self.catalogue = catalogue
        self.loop = loop
        self.interval = interval
    }

    // MARK: Records

    /// The record of a managed download; `nil` for a download that is not managed.
    subscript(token: OfflineVideoToken) -> DownloadRecord? { records[token] }

    /// Starts to manage the record of a download.
    func open(_ record: DownloadRecord) { records[record.token] = record }

    /// Stops managing the record of a download.
    func close(_ token: OfflineVideoToken) { records[token] = nil }

    /// Stops managing all records.
    ///
    /// Files that have no catalogue row yet are later found by their names.
    func closeAll() {
        records = [:]
        unwritten = []
        originals = [:]
        flush = nil
    }

    /// Returns the current record of a download, which may be newer than its row.
    ///
    /// - Throws: When there is no such download, or its row cannot be read.
    func record(of token: OfflineVideoToken) throws(StoreError) -> DownloadRecord {
        if let record = records[token] { return record }
        guard let record = try catalogue.record(of: token) else { throw .unknownToken(token) }
        return record
    }

    /// Changes the record of a managed download in memory.
    ///
    /// The change is stored together with the next stored files of the download. A download that
    /// is not managed has no record here, so the method does nothing.
    func update(_ token: OfflineVideoToken, _ change: (inout DownloadRecord) -> Void) {
        guard var record = records[token] else { return }
        change(&record)
        records[token] = record
    }

    /// Stores only the licence terms of a record.
    func storeLicence(of renewed: DownloadRecord, isRenewal: Bool) throws(StoreError) {
        var record = try record(of: renewed.token)
        func take(_ record: inout DownloadRecord) {
            if isRenewal { record.initialPlaybackTime = nil }
            record.usesFairPlay = renewed.usesFairPlay
            record.request.terms = renewed.request.terms
            record.licenceRequestTime = renewed.licenceRequestTime
            record.licenceExpiration = renewed.licenceExpiration
            record.playDuration = renewed.playDuration
        }
        take(&record)
        try catalogue.update(record)
        update(renewed.token, take)
    }

    // MARK: Files

    /// Records that a file has its final name; its row is stored later together with others.
    func noteStored(_ token: OfflineVideoToken, _ ordinal: Int, _ file: StoredFile) {
        unwritten.append((token, ordinal, file))
        for follower in followers where follower.contents?.token == token {
            follower.contents?.note(ordinal)
        }
        guard flush == nil else { return }
        flush = loop.schedule(after: interval) { [weak self] in
            guard let self else { return }
            flush = nil
            if let error = write() { onFailure(error) }
        }
    }

    /// Records the first stored versions of lost files, for comparison with their replacements.
    func noteLost(_ files: [Int: StoredFile], of token: OfflineVideoToken) {
        originals[token, default: [:]].merge(files) { $1 }
    }

    /// Returns the first stored versions of a download's lost files, by resource ordinal.
    func originals(of token: OfflineVideoToken) -> [Int: StoredFile] { originals[token] ?? [:] }

    /// Discards the pending rows of a download whose files are removed, and notifies players.
    func forgetFiles(of token: OfflineVideoToken) {
        originals[token] = nil
        makeFollowersForget(token)
        unwritten.removeAll { $0.token == token }
    }

    /// Stores pending changes: first the file names on the disk, then the catalogue rows.
    ///
    /// - Returns: The error; `nil` on success. After an error, the rows are added when the download
    ///   is continued and finds the files by their names.
    @discardableResult
    func write() -> OfflineError? {
        let rows = unwritten
        unwritten = []
        flush = nil
        var tokens: [OfflineVideoToken] = []
        for row in rows where tokens.last != row.token && !tokens.contains(row.token) {
            tokens.append(row.token)
        }
        do throws(StoreError) {
            for token in tokens { try folder.package(token)?.sync() }
            try catalogue.transaction { () throws(StoreError) in
                try catalogue.noteStored(rows.filter { records[$0.token] != nil })
                for token in tokens {
                    if let record = records[token] { try catalogue.update(record) }
                }
            }
            return nil
        } catch {
            return OfflineError(error)
        }
    }

    // MARK: Players

    /// Returns an object that lists the stored files of a download.
    ///
    /// Each newly stored file is added to the object as long as the caller retains it.
    func contents(of token: OfflineVideoToken) throws(StoreError) -> StoredContents {
        let resources = try catalogue.resources(of: token)
        let contents = StoredContents(token, count: resources.count)
        for resource in resources where resource.isStored { contents.note(resource.ordinal) }
        for row in unwritten where row.token == token { contents.note(row.ordinal) }
        followers.removeAll { $0.contents == nil }
        followers.append(ContentsFollower(contents: contents))
        return contents
    }

    /// Notifies players that the files of a download are being removed.
    private func makeFollowersForget(_ token: OfflineVideoToken) {
        for follower in followers where follower.contents?.token == token {
            follower.contents?.forget()
        }
    }
}

/// A weak reference to the stored contents of a download.
private struct ContentsFollower {
    weak var contents: StoredContents?
}
