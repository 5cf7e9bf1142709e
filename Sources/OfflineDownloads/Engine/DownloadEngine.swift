package import Devices
package import Playlists
package import Sessions
import Transport
package import VirtualTime

/// An engine that downloads assets into a store.
///
/// Both public interfaces, `OfflineVideoManager` and `VidLoader`, use this engine. The engine runs
/// on the event loop of its simulation and makes no decisions. ``DownloadStateMachine`` decides the
/// stage of each download, ``PackagePlanner`` determines the files to download, and
/// ``DownloadLine`` selects the downloads that run. The engine performs requests and writes files
/// and catalogue rows.
package final class DownloadEngine {
    package let world: PlaybackWorld
    package let folder: StoreFolder
    package let catalogue: Catalogue
    package let clock: StoreClock
    package let device: Device
    package let options: DownloadOptions
    /// The provider of licences to store; `nil` means that protected videos cannot be downloaded.
    package var licensing: (any PersistentLicensing)? {
        get { services.host.licensing }
        set { services.host.licensing = newValue }
    }
    /// A closure that receives every event, at the end of the event-loop turn in which it occurs.
    package var observer: ((OfflineVideoToken, DownloadEvent) -> Void)? {
        get { services.host.observer }
        set { services.host.observer = newValue }
    }
    /// A closure that requests the new location of a video whose location has expired.
    ///
    /// The closure passes the new location to its second argument, or `nil` when it is unknown.
    package var refresh: ((DownloadRecord, @escaping (String?) -> Void) -> Void)? {
        get { services.host.refresh }
        set { services.host.refresh = newValue }
    }

    let services: DownloadServices
    package let workers: Workers
    /// The threads that fetch segments.
    ///
    /// There are two per connection, so that one file is written while the next one arrives.
    package let segmentWorkers: Workers
    private var ownership: StoreOwnership?
    private(set) var items: [OfflineVideoToken: DownloadItem] = [:]
    private(set) var order: [OfflineVideoToken] = []
    private var line: DownloadLine
    private var deviceHold: Hold?
    private var connectionsInUse = 0
    private var isFillScheduled = false
    /// Whether downloading has stopped permanently.
    var isClosed = false
    private var turnOf = 0
    private var commandWatch: EventToken?

    /// Creates an engine, which becomes the owner of a store.
    ///
    /// - Parameters:
    ///   - world: The simulation in which the downloads run.
    ///   - folder: The folder of the store.
    ///   - epoch: The date at which the simulation starts.
    ///   - device: The simulated device of the app.
    ///   - options: The options of downloads.
    /// - Throws: `StoreError.busy` when another process owns the store, or the reason why the store
    ///   cannot be used.
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
        segmentWorkers = Workers(count: 2 * workers.count)
        let fetcher = ResourceFetcher(
            world: world, recovery: options.recovery, workers: workers)
        let host = DownloadHost()
        let book = RecordBook(
            folder: folder, catalogue: catalogue, loop: world.loop,
            interval: options.catalogueInterval)
        services = DownloadServices(
            world: world, device: device, folder: folder, catalogue: catalogue, clock: clock,
            options: options, fetcher: fetcher, segmentWorkers: segmentWorkers, host: host,
            book: book,
            licences: LicenceDesk(
                world: world, folder: folder, catalogue: catalogue, clock: clock, device: device,
                options: options, fetcher: fetcher, host: host, book: book))
        line = DownloadLine(limit: options.concurrentDownloads)
        book.onFailure = { [weak self] error in
            guard let self else { return }
            for token in order { items[token]?.apply(.failed(error)) }
        }
        deviceHold = device.observe { [weak self] in
            if $0.concernsDownloads { self?.followDevice() }
        }
        if options.takesCommands { watchCommands() }
    }

    // MARK: Downloads

    /// Starts to manage a new download, or one that is already in the catalogue.
    @discardableResult
    func adopt(
        _ record: DownloadRecord, stage: DownloadStateMachine.Stage
    ) -> DownloadItem {
        let token = record.token
        let item = DownloadItem(record, stage: stage, services: services) { [weak self] need in
            self?.meet(need, of: token)
        }
        if items.updateValue(item, forKey: record.token) == nil { order.append(record.token) }
        item.apply(.network(isAllowed: isNetworkAllowed(for: record)))
        return item
    }

    /// Stops managing a download; its files remain.
    func release(_ token: OfflineVideoToken) {
        items[token]?.stop()
        items[token] = nil
        services.book.close(token)
        order.removeAll { $0 == token }
        leaveLine(token)
    }

    /// Stops managing all downloads and releases the store; all files remain.
    ///
    /// When a download is continued, files without a catalogue row are found by their names.
    func letGo() {
        for token in order { items[token]?.stop() }
        items = [:]
        order = []
        line = DownloadLine(limit: options.concurrentDownloads)
        services.book.closeAll()
        commandWatch = nil
        ownership = nil
    }

    // MARK: The queue of downloads

    private func meet(_ need: DownloadItem.Need, of token: OfflineVideoToken) {
        switch need {
        case .place:
            line.enter(token)
            fillLater()
        case .noPlace: leaveLine(token)
        case .connections: fillLater()
        case .connectionIsFree:
            connectionsInUse -= 1
            fillLater()
        }
    }

    private func leaveLine(_ token: OfflineVideoToken) {
        line.leave(token)
        fillLater()
    }

    /// Assigns slots and connections to waiting downloads at the end of the event-loop turn.
    private func fillLater() {
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
        // Downloads take turns, so that a download with many segments does not delay the others.
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

    // MARK: The device

    /// Returns whether a download may use the current connection.
    func isNetworkAllowed(for record: DownloadRecord) -> Bool {
        switch device.connection {
        case .wifi, .expensive, .constrained: true
        case .cellular: record.request.allowsCellular
        case .none: false
        }
    }

    private func followDevice() {
        world.loop.turn {
            if device.appState == .background { services.licences.endExchanges() }
            for token in order {
                guard let item = items[token] else { continue }
                item.apply(.network(isAllowed: isNetworkAllowed(for: item.record)))
            }
        }
    }

    /// Allows or forbids cellular connections from now on, for current downloads too.
    package func setAllowsCellular(_ isAllowed: Bool) {
        for token in order {
            items[token]?.update { $0.request.allowsCellular = isAllowed }
        }
        followDevice()
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
            // A download of an earlier process is first restored, so that it accepts the same
            // commands as other downloads.
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
