package import Playlists
package import Sessions
import Transport
package import VirtualTime

/// Downloads assets into a store: the one engine under both public faces.
///
/// It lives on the loop of its world, and decides nothing itself: ``DownloadStateMachine`` says what
/// becomes of each download, ``PackagePlanner`` what it fetches, ``DownloadLine`` which of them run.
/// It does what they say: requests, files, rows.
package final class DownloadEngine {
    package let world: PlaybackWorld
    package let folder: StoreFolder
    package let catalogue: Catalogue
    package let clock: StoreClock
    package let device: Device
    package let options: DownloadOptions
    /// Gets the licences that are kept; `nil` means that protected videos cannot be downloaded.
    package var licensing: (any PersistentLicensing)?
    /// Hears of everything, at the end of the turn in which it happened.
    package var observer: ((OfflineVideoToken, DownloadEvent) -> Void)?
    /// Says where a video is whose location has expired; `nil` when nobody knows.
    package var refresh: ((DownloadRecord, @escaping (String?) -> Void) -> Void)?

    let fetcher: ResourceFetcher
    package let workers: Workers
    /// Twice as many threads as connections: what has come gets to the disk while the next comes.
    package let segmentWorkers: Workers
    private var ownership: StoreOwnership?
    private(set) var items: [OfflineVideoToken: DownloadItem] = [:]
    private(set) var order: [OfflineVideoToken] = []
    private var line: DownloadLine
    private var connectionsInUse = 0
    private var isFillScheduled = false
    /// Whether nothing is to be fetched any more.
    var isClosed = false
    private var turnOf = 0
    private(set) var unwrittenRows: [(token: OfflineVideoToken, ordinal: Int, file: StoredFile)] =
        []
    /// The players of this process that want to know what is stored.
    var followers: [ContentsFollower] = []
    /// The licence exchanges that may be under way.
    var exchanges: [LicenceExchangeUnderWay] = []
    private var flush: EventToken?
    private var commandWatch: EventToken?

    /// Becomes the owner of a store.
    ///
    /// - Parameters:
    ///   - world: The world that downloads happen in.
    ///   - folder: The store.
    ///   - epoch: The date at which the world started.
    ///   - device: What surrounds the app.
    ///   - options: How downloads are made.
    /// - Throws: `StoreError.busy` when another process owns the store, or why it cannot be used.
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

    /// Takes up a download: one that is new, or one of the catalogue.
    @discardableResult
    func adopt(
        _ record: DownloadRecord, stage: DownloadStateMachine.Stage
    ) -> DownloadItem {
        let item = DownloadItem(record, stage: stage, engine: self)
        if items.updateValue(item, forKey: record.token) == nil { order.append(record.token) }
        item.apply(.network(isAllowed: isNetworkAllowed(for: record)))
        return item
    }

    /// Lets go of a download; what is stored of it stays.
    func release(_ token: OfflineVideoToken) {
        items[token]?.stop()
        items[token] = nil
        order.removeAll { $0 == token }
        leaveLine(token)
    }

    /// Lets go of all downloads and of the store; what is stored stays.
    ///
    /// What is not written down yet is found again by the names of its files.
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

    /// Gives slots and connections to who waits for them, at the end of the turn.
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
        // Downloads take turns, so that none starves behind one with many segments.
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

    /// Whether the connection that there is may be used by a download.
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

    /// Lets downloads use a cellular connection from now on, or not: those under way too.
    package func setAllowsCellular(_ isAllowed: Bool) {
        for token in order {
            items[token]?.update { $0.allowsCellular = isAllowed }
        }
        followDevice()
    }

    // MARK: Rows

    /// Takes note of a file that has its final name, to be written down with others.
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

    /// Forgets what is not written down yet of files that go.
    func forgetUnwrittenRows(of token: OfflineVideoToken) {
        unwrittenRows.removeAll { $0.token == token }
    }

    /// Writes down what is not yet: names first, then rows.
    ///
    /// - Returns: What went wrong; the rows are found again by the names of their files.
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

    /// Does what other processes asked for through the catalogue.
    package func obeyCommands() {
        let commands = (try? catalogue.takeCommands()) ?? []
        for command in commands {
            // What an earlier process left is commanded as well as what this one started.
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
