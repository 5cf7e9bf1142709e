public import Playlists
public import Sessions
import Transport
import VirtualTime

/// Downloads HLS streams so that they play without a connection.
///
/// A loader has a store of its own and belongs to the loop of its world. Downloads take their turn in
/// the order in which they were asked for; one that was paused gets in line again when it is resumed,
/// so that there never run more than may, unlike with the original. What happens is told to
/// observers at the end of the turn in which it happened, in order; a command that an observer gives
/// takes effect at once.
///
/// Downloads survive the process: the next loader of the store goes on with them, also with those
/// whose playlists were just being fetched.
///
/// Source: `Documentation/VidLoader.md`.
public final class VidLoader {
    static let artworkName = "images/poster.jpg"
    /// A picture that is larger is not kept for the next process.
    static let maximumArtworkByteCount = 16 << 20
    private static let packagesPath = "packages/"

    let engine: DownloadEngine
    /// What ``OfflineSessionProvider`` needs to play videos with the licences that were kept.
    public let library: OfflineLibrary
    let options: VidLoaderOptions
    /// Whether downloads may use a cellular connection.
    public private(set) var isMobileDataEnabled: Bool
    /// The downloads that are not over, by identifier.
    var items: [String: VidItem] = [:]
    /// Their identifiers in the order in which they were asked for.
    var order: [String] = []
    var identifiers: [OfflineVideoToken: String] = [:]
    var observers = VidObserverList()
    private var isClosed = false

    /// Opens a store and goes on with the downloads that are not over.
    ///
    /// - Parameters:
    ///   - world: The world that downloads happen in.
    ///   - storePath: The folder of the store, which no other loader or manager uses; it is made
    ///     where there is none.
    ///   - epoch: The date at which the world started.
    ///   - device: What surrounds the app.
    ///   - isMobileDataEnabled: Whether downloads may use a cellular connection, also those that an
    ///     earlier process left.
    ///   - maxConcurrentDownloads: How many downloads run at a time, at least one.
    ///   - licensing: Gets the licences of what is protected otherwise than with plain keys; `nil`
    ///     means that such videos cannot be downloaded.
    ///   - options: How it does what its documents leave open.
    /// - Throws: When the store cannot be used, for one because another process uses it.
    public init(
        world: PlaybackWorld, storePath: String, epoch: DateTime, device: Device = Device(),
        isMobileDataEnabled: Bool = true, maxConcurrentDownloads: Int = 3,
        licensing: (any PersistentLicensing)? = nil,
        options: VidLoaderOptions = VidLoaderOptions()
    ) throws(OfflineError) {
        guard maxConcurrentDownloads > 0 else {
            throw OfflineError(
                .invalidParameter, "\(maxConcurrentDownloads) downloads at a time are none")
        }
        var downloads = options.downloads
        downloads.concurrentDownloads = maxConcurrentDownloads
        downloads.pausesBeforeRunning = options.pausesBeforeRunning
        self.options = options
        self.isMobileDataEnabled = isMobileDataEnabled
        do throws(StoreError) {
            engine = try DownloadEngine(
                world: world, folder: StoreFolder(path: storePath, creates: true), epoch: epoch,
                device: device, options: downloads)
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

    /// Takes up what an earlier process left, and removes what it could not.
    private func restore() throws(StoreError) {
        for token in try engine.folder.strandedPackages(engine.catalogue) {
            // One that cannot be removed is in nobody's way.
            try? engine.folder.removePackage(token)
        }
        for var record in try engine.catalogue.records() {
            guard let identifier = record.identifier, record.phase != .completed else { continue }
            if record.phase == .cancelled || record.phase == .failed {
                try engine.delete(record.token)
                continue
            }
            record.allowsCellular = isMobileDataEnabled
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

    /// Starts a download, unless one of the same identifier is under way.
    ///
    /// A package that was downloaded before under the identifier stays.
    ///
    /// - Parameter values: What is downloaded, and how.
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
        // Of one identifier the latest download bears it; the app knows the others by location.
        if var earlier = try engine.catalogue.record(identifier: values.identifier) {
            if earlier.phase == .completed {
                earlier.identifier = nil
                try engine.catalogue.update(earlier)
            } else {
                try engine.delete(earlier.token)
            }
        }
        var request = DownloadEngine.Request(
            video: Video(hlsURL: values.url), sourceURL: values.url)
        request.identifier = values.identifier
        request.displayName = DownloadTitle.cleaned(values.title)
        request.selection.bitrate =
            values.minRequiredBitrate.map { .atLeast(Int64($0)) } ?? .highest
        request.headers = (values.headers ?? [:]).sorted { $0.key < $1.key }
            .map { HeaderField(name: $0.key, value: $0.value) }
        request.allowsCellular = isMobileDataEnabled
        // What was downloaded stays: its licences are asked for as those of a purchase.
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

    /// Gives a download up and removes what is stored of it.
    ///
    /// - Parameter identifier: What the app calls it; one that is not under way is ignored.
    public func cancel(identifier: String) {
        guard let token = items[identifier]?.token else { return }
        engine.cancel(token)
    }

    /// Gives all downloads up that are not over, in the order in which they were asked for.
    public func cancelActiveItems() {
        engine.world.loop.turn {
            for identifier in order { cancel(identifier: identifier) }
        }
    }

    /// Holds a download that has run; one that has not is not held, as
    /// ``VidLoaderOptions/pausesBeforeRunning`` says.
    ///
    /// - Parameter identifier: What the app calls it; one that is not under way is ignored.
    public func pause(identifier: String) {
        guard let token = items[identifier]?.token else { return }
        engine.pause(token)
    }

    /// Lets a download that is held get in line again.
    ///
    /// - Parameter identifier: What the app calls it; one that is not held is ignored.
    public func resume(identifier: String) {
        guard let token = items[identifier]?.token else { return }
        engine.resume(token)
    }

    /// Tells where a download stands.
    ///
    /// - Parameter identifier: What the app calls it.
    /// - Returns: What was told last; ``DownloadState/unknown`` for one that is over or never was.
    public func state(for identifier: String) -> DownloadState {
        items[identifier]?.information.state ?? .unknown
    }

    /// Gives the video of a package that is complete.
    ///
    /// It needs no network, nor the server of its keys, and any provider plays it. One with licences
    /// needs an ``OfflineSessionProvider`` with the ``library``, inside of content protection.
    ///
    /// - Parameter location: Where the package is, as was told when it was completed.
    /// - Returns: The video; `nil` when no such package is in the store.
    public func asset(location: String) -> Video? {
        guard location.hasPrefix(Self.packagesPath) else { return nil }
        let token = String(location.dropFirst(Self.packagesPath.count))
        guard StoreFolder.isToken(token),
            let record = try? engine.catalogue.record(of: token), record.isWhole,
            let package = try? engine.folder.package(token)
        else { return nil }
        var video = record.video
        video.sources = [
            Source(url: "\(package.path)/\(PackagePlan.topName)", deliveryMethod: .hls)
        ]
        if record.usesFairPlay {
            video.properties[Video.PropertyKey.offlineVideoToken] = .string(token)
        }
        return video
    }

    static func location(of token: OfflineVideoToken) -> String { packagesPath + token }

    // MARK: The connection

    /// Lets downloads use a cellular connection from now on, also those under way.
    public func enableMobileDataAccess() { setMobileDataAccess(true) }

    /// Keeps downloads from using a cellular connection from now on, also those under way.
    public func disableMobileDataAccess() { setMobileDataAccess(false) }

    private func setMobileDataAccess(_ isEnabled: Bool) {
        guard isEnabled != isMobileDataEnabled else { return }
        isMobileDataEnabled = isEnabled
        engine.world.loop.turn { engine.setAllowsCellular(isEnabled) }
    }

    // MARK: Observers

    /// Tells an observer of all that happens from now on, as long as somebody keeps it.
    ///
    /// - Parameter observer: Who hears of it; as often as it was added. `nil` is ignored.
    public func observe(with observer: VidObserver?) {
        if let observer { observers.add(observer) }
    }

    /// Tells an observer nothing more, however often it was added.
    ///
    /// - Parameter observer: Who hears of nothing more; `nil` is ignored.
    public func remove(observer: VidObserver?) {
        if let observer { observers.remove(observer) }
    }

    // MARK: The end

    /// Ends all work without telling anybody, and gives the store to the next loader.
    ///
    /// Downloads that are not over are gone on with then. This loader does nothing more.
    public func close() {
        isClosed = true
        items = [:]
        order = []
        identifiers = [:]
        engine.close()
    }
}
