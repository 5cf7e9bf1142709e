public import Devices
import Formats
public import Playlists
public import Sessions
import Transport
import VirtualTime

/// Downloads HLS streams for playback without a connection.
///
/// A loader has its own store and is used on the event loop of its `PlaybackWorld`. Downloads run
/// in the order of their requests; a resumed download returns to the end of the queue. Unlike in
/// the original VidLoader, the number of running downloads never exceeds the maximum. Observers are
/// called at the end of the event-loop turn in which an event occurs, in the order of the events.
/// If an observer calls the loader, the call takes effect immediately.
///
/// Downloads survive the end of the process. The next loader that opens the store continues all of
/// them, even if their playlists were still being loaded.
///
/// Source: `Documentation/VidLoader.md`.
public final class VidLoader {
    static let artworkName = "images/poster.jpg"
    /// The maximum size in bytes of an artwork image that is stored for the next process.
    static let maximumArtworkByteCount = 16 << 20
    private static let packagesPath = "packages/"

    let engine: DownloadEngine
    /// The library for an ``OfflineSessionProvider`` that plays videos with stored licences.
    public let library: OfflineLibrary
    let options: VidLoaderOptions
    /// Whether downloads may use a cellular connection.
    public private(set) var isMobileDataEnabled: Bool
    /// The downloads that have not ended, by identifier.
    var items: [String: VidItem] = [:]
    /// The identifiers of the downloads in the order of the requests.
    var order: [String] = []
    var identifiers: [OfflineVideoToken: String] = [:]
    var observers = VidObserverList()
    private var isClosed = false

    /// Opens a store and continues the downloads that have not ended.
    ///
    /// - Parameters:
    ///   - world: The `PlaybackWorld` in which the downloads run.
    ///   - storePath: The folder of the store, created if its parent exists. No other loader or
    ///     manager may use it.
    ///   - epoch: The date at which the virtual clock of the world started.
    ///   - device: The simulated device of the app; `nil` means the device of the world.
    ///   - isMobileDataEnabled: Whether downloads may use a cellular connection, including
    ///     downloads of an earlier process.
    ///   - maxConcurrentDownloads: The maximum number of running downloads, at least one.
    ///   - licensing: The source of licences for content protection other than plain keys; with
    ///     `nil`, videos that need such licences cannot be downloaded.
    ///   - options: The choices that the documentation of VidLoader leaves open.
    /// - Throws: When the maximum is below one, or when the store cannot be used, for example
    ///   because another process uses it.
    public init(
        world: PlaybackWorld, storePath: String,
        epoch: DateTime = .referenceDate, device: Device? = nil,
        isMobileDataEnabled: Bool = true, maxConcurrentDownloads: Int = 3,
        licensing: (any PersistentLicensing)? = nil,
        options: VidLoaderOptions = VidLoaderOptions()
    ) throws(OfflineError) {
        guard maxConcurrentDownloads > 0 else {
            throw OfflineError(
                .invalidParameter, "\(maxConcurrentDownloads) is not a number of running downloads")
        }
        var downloads = options.downloads
        downloads.concurrentDownloads = maxConcurrentDownloads
        downloads.pausesBeforeRunning = options.pausesBeforeRunning
        self.options = options
        self.isMobileDataEnabled = isMobileDataEnabled
        do throws(StoreError) {
            engine = try DownloadEngine(
                world: world, folder: StoreFolder(path: storePath, creates: true), epoch: epoch,
                device: device ?? world.device, options: downloads)
        } catch {
            throw OfflineError(error)
        }
        library = OfflineLibrary(engine)
        engine.licensing = licensing
        engine.observer = { [weak self] in self?.hear($0, $1) }
        do throws(StoreError) {
            try restore()
        } catch {
            throw OfflineError(error)
        }
    }

    /// Restores the downloads of an earlier process, and removes downloads that cannot be restored.
    private func restore() throws(StoreError) {
        for token in try engine.folder.strandedPackages(engine.catalogue) {
            // A failed removal is ignored, because a package that remains causes no harm.
            try? engine.folder.removePackage(token)
        }
        for var record in try engine.catalogue.records() {
            guard let identifier = record.request.identifier, record.state != .completed else {
                continue
            }
            if record.state == .cancelled || record.state == .error {
                try engine.delete(record.token)
                continue
            }
            record.request.allowsCellular = isMobileDataEnabled
            try engine.catalogue.update(record)
            var artwork: [UInt8]?
            if let name = record.posterName, let package = try engine.folder.package(record.token) {
                artwork = try package.read(name, limit: Self.maximumArtworkByteCount)
            }
            items[identifier] = VidItem(record, identifier: identifier, artwork: artwork)
            identifiers[record.token] = identifier
            order.append(identifier)
        }
        _ = try engine.restore(after: .crash)
    }

    // MARK: Downloads

    /// Starts a download, unless a download with the same identifier is in progress.
    ///
    /// If an earlier download with the same identifier is complete, its package is kept.
    ///
    /// - Parameter values: The description of the download.
    public func download(_ values: DownloadValues) {
        engine.world.loop.turn {
            guard !isClosed, items[values.identifier] == nil else { return }
            items[values.identifier] = VidItem(values)
            order.append(values.identifier)
            do throws(StoreError) {
                let token = try start(values)
                items[values.identifier]?.token = token
                identifiers[token] = values.identifier
            } catch {
                engine.world.loop.atEndOfTurn { [weak self] in
                    self?.announce(.prefetching, of: values.identifier)
                    self?.end(values.identifier, .failed(.taskNotCreated))
                }
            }
        }
    }

    private func start(_ values: DownloadValues) throws(StoreError) -> OfflineVideoToken {
        // An identifier refers to its latest download. The app finds the package of an earlier
        // download by its path.
        if var earlier = try engine.catalogue.record(identifier: values.identifier) {
            if earlier.state == .completed {
                earlier.request.identifier = nil
                try engine.catalogue.update(earlier)
            } else {
                try engine.delete(earlier.token)
            }
        }
        var request = DownloadRequest(
            video: Video(hlsURL: values.url), sourceURL: values.url)
        request.identifier = values.identifier
        request.displayName = DownloadTitle.cleaned(values.title)
        request.selection.bitrate =
            values.minRequiredBitrate.map { .atLeast(Int64($0)) } ?? .highest
        request.headers = (values.headers ?? [:]).sorted { $0.key < $1.key }
            .map { HeaderField(name: $0.key, value: $0.value) }
        request.allowsCellular = isMobileDataEnabled
        // Downloads are permanent, so their licences are requested as purchases.
        request.terms = PersistentLicenceTerms()
        let token = try engine.start(request)
        keep(values.artworkData, of: token)
        return token
    }

    private func keep(_ artwork: [UInt8]?, of token: OfflineVideoToken) {
        guard let artwork, artwork.count <= Self.maximumArtworkByteCount else { return }
        do throws(StoreError) {
            try engine.folder.package(token, creates: true)?.write(artwork, to: Self.artworkName)
            engine.items[token]?.update { $0.posterName = Self.artworkName }
        } catch {
            engine.items[token]?.fail(with: OfflineError(error))
        }
    }

    /// Cancels a download and removes its files.
    ///
    /// - Parameter identifier: The app's identifier; ignored unless the download is in progress.
    public func cancel(identifier: String) {
        guard let token = items[identifier]?.token else { return }
        engine.cancel(token)
    }

    /// Cancels all downloads that have not ended, in the order of their requests.
    public func cancelActiveItems() {
        engine.world.loop.turn {
            for identifier in order { cancel(identifier: identifier) }
        }
    }

    /// Pauses a download that has already run.
    ///
    /// ``VidLoaderOptions/pausesBeforeRunning`` determines whether a download that has not run yet
    /// can be paused.
    ///
    /// - Parameter identifier: The identifier that the app chose; ignored unless the download is in
    ///   progress.
    public func pause(identifier: String) {
        guard let token = items[identifier]?.token else { return }
        engine.pause(token)
    }

    /// Resumes a paused download at the end of the queue.
    ///
    /// - Parameter identifier: The identifier that the app chose; ignored unless the download is
    ///   paused.
    public func resume(identifier: String) {
        guard let token = items[identifier]?.token else { return }
        engine.resume(token)
    }

    /// Returns the state of a download.
    ///
    /// - Parameter identifier: The app's identifier.
    /// - Returns: The latest reported state; ``DownloadState/unknown`` for a download that has
    ///   ended or does not exist.
    public func state(for identifier: String) -> DownloadState {
        items[identifier]?.information.state ?? .unknown
    }

    /// Returns a video that plays a complete package.
    ///
    /// A chain of session providers with an ``OfflineSessionProvider`` that uses the ``library``
    /// plays the video without a network and without a key server; a content protection provider
    /// must wrap that session provider. The default chain of a controller in the same
    /// `PlaybackWorld` is such a chain. A video without licences also plays with other chains,
    /// which read it as a local asset: the connection of the device and the simulated network
    /// apply.
    ///
    /// - Parameter location: The path of the package, as reported when the download completed.
    /// - Returns: The video; `nil` when the store has no such complete package.
    public func asset(location: String) -> Video? {
        guard location.hasPrefix(Self.packagesPath) else { return nil }
        let token = OfflineVideoToken(
            rawValue: String(location.dropFirst(Self.packagesPath.count)))
        guard token.isWellFormed,
            let record = try? engine.catalogue.record(of: token), record.isWhole,
            let package = try? engine.folder.package(token)
        else { return nil }
        var video = record.request.video
        var source = Source(url: "\(package.path)/\(PackagePlan.topName)", deliveryMethod: .hls)
        source.packageToken = token.rawValue
        video.sources = [source]
        if record.usesFairPlay {
            video.properties[Video.PropertyKey.offlineVideoToken] = .string(token.rawValue)
        }
        return video
    }

    static func location(of token: OfflineVideoToken) -> String { "\(packagesPath)\(token)" }

    // MARK: The connection

    /// Allows cellular connections from now on, including for downloads in progress.
    public func enableMobileDataAccess() { setMobileDataAccess(true) }

    /// Forbids cellular connections from now on, including for downloads in progress.
    public func disableMobileDataAccess() { setMobileDataAccess(false) }

    private func setMobileDataAccess(_ isEnabled: Bool) {
        guard isEnabled != isMobileDataEnabled else { return }
        isMobileDataEnabled = isEnabled
        engine.world.loop.turn { engine.setAllowsCellular(isEnabled) }
    }

    // MARK: Observers

    /// Adds an observer, which receives later events; the loader holds the observer weakly.
    ///
    /// - Parameter observer: The observer. If it is added several times, it is called as many times
    ///   for each event. `nil` is ignored.
    public func observe(with observer: VidObserver?) {
        if let observer { observers.add(observer) }
    }

    /// Removes an observer, even if it was added several times.
    ///
    /// - Parameter observer: The observer; `nil` is ignored.
    public func remove(observer: VidObserver?) {
        if let observer { observers.remove(observer) }
    }

    // MARK: Closing

    /// Stops all downloads without a report, and releases the store for another loader.
    ///
    /// The next loader of the store continues the downloads that have not ended. Afterwards, this
    /// loader does not download or report anything.
    public func close() {
        isClosed = true
        items = [:]
        order = []
        identifiers = [:]
        engine.close()
    }
}
