package import Devices
package import Playlists
package import Sessions
import Transport
import VirtualTime

/// A store of offline videos as players use it: stored files, licences and network access.
///
/// The library is used on the event loop of its `PlaybackWorld`. The store may belong to a
/// `DownloadEngine` of this process, or to another process that downloads into the store. An engine
/// of this process pauses the download of a video while there is a playback session of that video.
public final class OfflineLibrary {
    package let folder: StoreFolder
    package let catalogue: Catalogue
    package let clock: StoreClock
    package let device: Device
    package let world: PlaybackWorld
    /// The options of offline playback; a change applies to later requests and sessions.
    public var options = OfflinePlaybackOptions()
    /// The object that opens stored licences; the licensing of the engine takes precedence.
    package var licensing: (any PersistentLicensing)? {
        get { engine?.licensing ?? ownLicensing }
        set { ownLicensing = newValue }
    }

    private var ownLicensing: (any PersistentLicensing)?
    private(set) weak var engine: DownloadEngine?
    private var players: [OfflineVideoToken: Int] = [:]

    /// Opens the store of an engine in this process.
    ///
    /// - Parameter engine: The engine, held weakly.
    package init(_ engine: DownloadEngine) {
        folder = engine.folder
        catalogue = engine.catalogue
        clock = engine.clock
        device = engine.device
        world = engine.world
        self.engine = engine
        world.offlineStores.add(self)
    }

    /// Opens a store that another process may be downloading into.
    ///
    /// The library writes only the time of a video's first playback and the times of licence
    /// checks. In a read-only store it writes nothing.
    ///
    /// - Parameters:
    ///   - world: The `PlaybackWorld` of the players.
    ///   - folder: The folder of the store.
    ///   - epoch: The date at which the virtual clock of the world started.
    ///   - device: The simulated device of the app.
    /// - Throws: When the store cannot be used.
    package init(
        world: PlaybackWorld, folder: StoreFolder, epoch: DateTime, device: Device
    ) throws(StoreError) {
        self.world = world
        self.folder = folder
        self.device = device
        catalogue = try Self.catalogue(of: folder)
        clock = StoreClock(loop: world.loop, epoch: epoch)
        world.offlineStores.add(self)
    }

    /// Opens the catalogue; read-only if the folder is not writable or the disk is full.
    private static func catalogue(of folder: StoreFolder) throws(StoreError) -> Catalogue {
        guard folder.isWritable else {
            return try Catalogue(path: folder.cataloguePath, readOnly: true)
        }
        do throws(StoreError) {
            return try Catalogue(path: folder.cataloguePath)
        } catch .full {
            return try Catalogue(path: folder.cataloguePath, readOnly: true)
        }
    }

    /// The reason why players must not use the network now; `nil` when they are permitted to.
    package var networkRefusal: String? {
        switch device.connection {
        case .wifi, .expensive, .constrained: nil
        case .cellular where options.allowsCellularPlayback: nil
        case .cellular: "playback may not use the cellular connection"
        case .none: "there is no connection"
        }
    }

    // MARK: Players

    /// Records the start of a playback session of a video.
    ///
    /// - Returns: Whether another session of the same video is already open.
    func enter(_ token: OfflineVideoToken) -> Bool {
        players[token, default: 0] += 1
        return players[token, default: 0] > 1
    }

    /// Records the end of a playback session of a video.
    func leave(_ token: OfflineVideoToken) {
        guard let count = players[token] else { return }
        players[token] = count > 1 ? count - 1 : nil
    }

    /// Records a check of a video's FairPlay licence at the current time.
    ///
    /// - Returns: The time against which the licence is checked, in milliseconds since 1970: the
    ///   current time or, if later, the latest recorded time. A check is not recorded in a
    ///   read-only store or without a FairPlay licence.
    func noteSeen(_ token: OfflineVideoToken) -> Int64 {
        let now = clock.now
        guard let record = try? catalogue.record(of: token), record.usesFairPlay else { return now }
        try? catalogue.noteSeen(token, at: now)
        return record.licenceTime(at: now)
    }

    /// Returns the files that this process's engine has stored for a download.
    ///
    /// The result is `nil` if this process has no engine.
    func contents(of token: OfflineVideoToken) throws(StoreError) -> StoredContents? {
        try engine?.services.book.contents(of: token)
    }

    /// Records that a video is played; the first playback starts the licence's play duration.
    ///
    /// The recorded time is the time against which the licence is checked, which is later than the
    /// clock's time if the clock was set back. If the clock's time were recorded instead, the play
    /// duration might already be over at the first playback.
    func notePlayback(of token: OfflineVideoToken) throws(StoreError) {
        let now = clock.now
        let time = try catalogue.record(of: token)?.licenceTime(at: now) ?? now
        try catalogue.noteFirstPlayback(of: token, at: time)
        engine?.services.book.update(token) { record in
            if record.initialPlaybackTime == nil { record.initialPlaybackTime = time }
        }
    }
}
