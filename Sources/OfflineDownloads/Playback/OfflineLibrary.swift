package import Devices
package import Playlists
package import Sessions
import Transport
import VirtualTime

/// A store as seen by players: its contents, their validity and their sources.
///
/// It belongs to the loop of its world. The store may belong to an engine of this process, whose
/// downloads then give way to players, or to another process that downloads into it.
public final class OfflineLibrary {
    package let folder: StoreFolder
    package let catalogue: Catalogue
    package let clock: StoreClock
    package let device: Device
    package let world: PlaybackWorld
    /// The options of offline playback from now on.
    public var options = OfflinePlaybackOptions()
    /// The licensing that opens licences: the engine's licensing if there is an engine.
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
    /// Only the first playback of a video is written, and not even that in a read-only store.
    ///
    /// - Parameters:
    ///   - world: The world of the playback.
    ///   - folder: The store.
    ///   - epoch: The date at which the world started.
    ///   - device: The environment of the app.
    /// - Throws: When it cannot be used.
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

    /// Opens the catalogue for recording playback, or read-only where it cannot be written.
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

    /// The reason why players may not use the network now; `nil` when they may.
    package var networkRefusal: String? {
        switch device.connection {
        case .wifi, .expensive, .constrained: nil
        case .cellular where options.allowsCellularPlayback: nil
        case .cellular: "playback may not use the cellular connection"
        case .none: "there is no connection"
        }
    }

    // MARK: Players

    /// Records the start of a session.
    ///
    /// - Returns: Whether there is another session of the same video.
    func enter(_ token: OfflineVideoToken) -> Bool {
        players[token, default: 0] += 1
        return players[token, default: 0] > 1
    }

    /// Records the end of a session.
    func leave(_ token: OfflineVideoToken) {
        guard let count = players[token] else { return }
        players[token] = count > 1 ? count - 1 : nil
    }

    /// Records that the licence of a video is checked.
    ///
    /// - Returns: The time for checking the licence: the time of the clock, or a later time
    ///   recorded before. A read-only store does not record this check.
    func noteSeen(_ token: OfflineVideoToken) -> Int64 {
        let now = clock.now
        guard let record = try? catalogue.record(of: token), record.usesFairPlay else { return now }
        try? catalogue.noteSeen(token, at: now)
        return record.licenceTime(at: now)
    }

    /// Returns the stored contents of a download from the engine of this process; `nil` without an
    /// engine.
    func contents(of token: OfflineVideoToken) throws(StoreError) -> StoredContents? {
        try engine?.services.book.contents(of: token)
    }

    /// Records the playback of a video; its play duration counts from the first playback.
    func notePlayback(of token: OfflineVideoToken) throws(StoreError) {
        try catalogue.noteFirstPlayback(of: token, at: clock.now)
        let time = clock.now
        engine?.services.book.update(token) { record in
            if record.initialPlaybackTime == nil { record.initialPlaybackTime = time }
        }
    }
}
