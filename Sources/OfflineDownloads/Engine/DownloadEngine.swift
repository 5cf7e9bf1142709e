package import Playlists
package import Sessions
import Transport
package import VirtualTime

/// Downloads assets into a store: the engine of both public interfaces.
///
/// It runs on the loop of its world and makes no decisions: ``DownloadStateMachine`` decides the
/// states of each download, ``PackagePlanner`` the files to download, ``DownloadLine`` the running
/// downloads. The engine performs requests, files and rows.
package final class DownloadEngine {
    package let world: PlaybackWorld
    package let folder: StoreFolder
    package let catalogue: Catalogue
    package let clock: StoreClock
    package let device: Device
    package let options: DownloadOptions
    /// The source of stored licences; `nil` means that protected videos cannot be downloaded.
    package var licensing: (any PersistentLicensing)?
    /// Receives every event at the end of the turn in which it occurred.
    package var observer: ((OfflineVideoToken, DownloadEvent) -> Void)?
    /// Returns the new location of a video whose location has expired; `nil` when it is unknown.
    package var refresh: ((DownloadRecord, @escaping (String?) -> Void) -> Void)?

    let fetcher: ResourceFetcher
    package let workers: Workers
    /// Twice as many threads as connections: a file is written while the next one arrives.
    package let segmentWorkers: Workers
    private var ownership: StoreOwnership?
    private(set) var items: [OfflineVideoToken: DownloadItem] = [:]
    private(set) var order: [OfflineVideoToken] = []
    private var line: DownloadLine
    private var connectionsInUse = 0
    private var isFillScheduled = false
    /// Whether downloading has stopped permanently.
    var isClosed = false
    private var turnOf = 0
    private(set) var unwrittenRows: [(token: OfflineVideoToken, ordinal: Int, file: StoredFile)] =
        []
    /// The players of this process that follow stored contents.
    var followers: [ContentsFollower] = []
    /// The licence exchanges that may be in progress.
    var exchanges: [LicenceExchangeUnderWay] = []
    private var flush: EventToken?
    private var commandWatch: EventToken?

    /// Becomes the owner of a store.
    ///
    /// - Parameters:
    ///   - world: The world of the downloads.
    ///   - folder: The store.
    ///   - epoch: The date at which the world started.
    ///   - device: The environment of the app.
    ///   - options: The options of downloads.
    /// - Throws: `StoreError.busy` when another process owns the store, or the reason why it cannot
    ///   be used.
    package init(
        world: PlaybackWorld, folder: StoreFolder, epoch: DateTime, device: Device,
        options: DownloadOptions
    ) throws(StoreError) {
        guard let ownership = try folder.acquireOwnership() else {
            throw .busy(path: folder.path)
        }
        self.world = world
        self.folder = folder
        self.device = device
        self.options = options
        self.ownership = ownership
        catalogue = try Catalogue(path: folder.cataloguePath)
        clock = StoreClock(loop: world.loop, epoch: epoch)
        try folder.finishDeletions(in: catalogue)
        try catalogue.noteSeenLicences(at: clock.now)
        workers = Workers(count: max(1, options.connections))
        fetcher = ResourceFetcher(world: world, recovery: options.recovery, workers: workers)
        segmentWorkers = Workers(count: 2 * workers.count)
        line = DownloadLine(limit: options.concurrentDownloads)
        device.observe(self) { [weak self] in self?.followDevice() }
        if options.takesCommands { watchCommands() }
    }

    // MARK: Downloads

    /// Starts to manage a new download, or one of the catalogue.
    @discardableResult
    func adopt(
        _ record: DownloadRecord, stage: DownloadStateMachine.Stage
    ) -> DownloadItem {
        let item = DownloadItem(record, stage: stage, engine: self)
        if items.updateValue(item, forKey: record.token) == nil { order.append(record.token) }
        item.apply(.network(isAllowed: isNetworkAllowed(for: record)))
        return item
    }

    /// Stops managing a download; its files remain.
    func release(_ token: OfflineVideoToken) {
        items[token]?.stop()
        items[token] = nil
        order.removeAll { $0 == token }
        leaveLine(token)
    }

    /// Stops managing all downloads and releases the store; all files remain.
    ///
    /// Files without a row are found again by their names.
    func letGo() {
        for token in order { items[token]?.stop() }
        items = [:]
        order = []
        line = DownloadLine(limit: options.concurrentDownloads)
        unwrittenRows = []
        flush = nil
        commandWatch = nil
        ownership = nil
    }

    func tell(_ token: OfflineVideoToken, _ event: DownloadEvent) {
        world.loop.atEndOfTurn { [weak self] in self?.observer?(token, event) }
    }

    // MARK: The line

    func enterLine(_ token: OfflineVideoToken) {
        line.enter(token)
        fillLater()
    }

    func leaveLine(_ token: OfflineVideoToken) {
        line.leave(token)
        fillLater()
    }

    /// Assigns slots and connections to waiting downloads, at the end of the turn.
    func fillLater() {
        guard !isFillScheduled else { return }
        isFillScheduled = true
        world.loop.atEndOfTurn { [weak self] in
            guard let self else { return }
            isFillScheduled = false
            fill()
        }
    }

    private func fill() {
        guard !isClosed else { return }
        while let token = line.grant() {
            guard let item = items[token] else {
                line.leave(token)
                continue
            }
            item.apply(.slotGranted)
        }
        // Downloads alternate, so that none waits behind one with many segments.
        var idle = 0
        while connectionsInUse < max(1, options.connections), idle < order.count {
            turnOf = (turnOf + 1) % order.count
            if items[order[turnOf]]?.fetchNext() == true {
                connectionsInUse += 1
                idle = 0
            } else {
                idle += 1
            }
        }
    }

    func connectionIsFree() {
        connectionsInUse -= 1
        fillLater()
    }

    // MARK: The device

    /// Returns whether a download may use the current connection.
    func isNetworkAllowed(for record: DownloadRecord) -> Bool {
        switch device.connection {
        case .wifi: true
        case .cellular: record.allowsCellular
        case .none: false
        }
    }

    private func followDevice() {
        world.loop.turn {
            if device.appState == .background { endExchanges() }
            for token in order {
                guard let item = items[token] else { continue }
                item.apply(.network(isAllowed: isNetworkAllowed(for: item.record)))
            }
        }
    }

    /// Allows or forbids cellular connections from now on, for current downloads too.
    package func setAllowsCellular(_ isAllowed: Bool) {
        for token in order {
            items[token]?.update { $0.allowsCellular = isAllowed }
        }
        followDevice()
    }

    // MARK: Rows

    /// Records a file with its final name, to be stored together with others.
    func noteStored(_ token: OfflineVideoToken, _ ordinal: Int, _ file: StoredFile) {
        unwrittenRows.append((token, ordinal, file))
        tellFollowers(token, ordinal)
        guard flush == nil else { return }
        flush = world.loop.schedule(after: options.catalogueInterval) { [weak self] in
            guard let self else { return }
            flush = nil
            let failed = writeRows()
            if let failed { for token in order { items[token]?.apply(.failed(failed)) } }
        }
    }

    /// Discards unwritten rows of files that are being removed.
    func forgetUnwrittenRows(of token: OfflineVideoToken) {
        unwrittenRows.removeAll { $0.token == token }
    }

    /// Stores pending changes: first names, then rows.
    ///
    /// - Returns: The error; rows are restored from the names of their files.
    @discardableResult
    func writeRows() -> OfflineError? {
        let rows = unwrittenRows
        unwrittenRows = []
        flush = nil
        var tokens: [OfflineVideoToken] = []
        for row in rows where tokens.last != row.token && !tokens.contains(row.token) {
            tokens.append(row.token)
        }
        do throws(StoreError) {
            for token in tokens { try folder.package(token)?.sync() }
            try catalogue.transaction { () throws(StoreError) in
                let known = rows.filter { items[$0.token] != nil }
                try catalogue.noteStored(known)
                for token in tokens {
                    if let record = items[token]?.record { try catalogue.update(record) }
                }
            }
            return nil
        } catch {
            return OfflineError(error)
        }
    }

    // MARK: Other processes

    private func watchCommands() {
        let next = world.loop.now.advanced(by: options.commandInterval)
        commandWatch = world.loop.scheduleInBackground(at: next) { [weak self] in
            guard let self else { return }
            obeyCommands()
            watchCommands()
        }
    }

    /// Performs the commands that other processes left in the catalogue.
    package func obeyCommands() {
        let commands = (try? catalogue.takeCommands()) ?? []
        for command in commands {
            // Downloads of an earlier process accept commands like those of this one.
            switch command.verb {
            case .pause:
                try? takeUp(command.token)
                pause(command.token)
            case .resume: try? goOn(with: command.token)
            case .cancel:
                try? takeUp(command.token)
                cancel(command.token)
            case .delete: try? delete(command.token)
            }
        }
    }
}
