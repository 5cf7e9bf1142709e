package import Playlists
package import Sessions
import Transport
import VirtualTime

/// The side of a store that players see: what is stored, until when it may be played, and how.
///
/// It belongs to the loop of its world. The store may be that of an engine of this process, whose
/// downloads then give way to players, or one that another process downloads into.
public final class OfflineLibrary {
    package let folder: StoreFolder
    package let catalogue: Catalogue
    package let clock: StoreClock
    package let device: Device
    package let world: PlaybackWorld
    /// How offline videos are played from now on.
    public var options = OfflinePlaybackOptions()
    /// Opens licences; that of the engine where there is one.
    package var licensing: (any PersistentLicensing)? {
        get { engine?.licensing ?? ownLicensing }
        set { ownLicensing = newValue }
    }

    private var ownLicensing: (any PersistentLicensing)?
    private(set) weak var engine: DownloadEngine?
    private var players: [OfflineVideoToken: Int] = [:]

    /// Opens the store that an engine of this process downloads into.
    ///
    /// - Parameter engine: The engine; it is not kept alive.
    package init(_ engine: DownloadEngine) {
        folder = engine.folder
        catalogue = engine.catalogue
        clock = engine.clock
        device = engine.device
        world = engine.world
        self.engine = engine
    }

    /// Opens a store that another process may be downloading into.
    ///
    /// Nothing is written but when a video was first played, and not even that where nothing can be.
    ///
    /// - Parameters:
    ///   - world: The world that videos are played in.
    ///   - folder: The store.
    ///   - epoch: The date at which the world started.
    ///   - device: What surrounds the app.
    /// - Throws: When it cannot be used.
    package init(
        world: PlaybackWorld, folder: StoreFolder, epoch: DateTime, device: Device
    ) throws(StoreError) {
        self.world = world
        self.folder = folder
        self.device = device
        catalogue = try Self.catalogue(of: folder)
        clock = StoreClock(loop: world.loop, epoch: epoch)
    }

    /// Opens the catalogue to note playback in it, or to read alone where nothing can be written.
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

    /// Why players may not use the network now; `nil` when they may.
    package var networkRefusal: String? {
        switch device.connection {
        case .wifi: nil
        case .cellular where options.allowsCellularPlayback: nil
        case .cellular: "playback may not use the cellular connection"
        case .none: "there is no connection"
        }
    }

    // MARK: Players

    /// Takes note of a session that begins.
    ///
    /// - Returns: Whether another one of the same video lives.
    func enter(_ token: OfflineVideoToken) -> Bool {
        players[token, default: 0] += 1
        return players[token, default: 0] > 1
    }

    /// Takes note of a session that is over.
    func leave(_ token: OfflineVideoToken) {
        guard let count = players[token] else { return }
        players[token] = count > 1 ? count - 1 : nil
    }

    /// Notes that the licence of a video is looked at.
    ///
    /// - Returns: The time that the licence is judged by: that of the clock, or a later one that was
    ///   seen before. A store that cannot be written forgets this look.
    func noteSeen(_ token: OfflineVideoToken) -> Int64 {
        let now = clock.now
        guard let record = try? catalogue.record(of: token), record.usesFairPlay else { return now }
        try? catalogue.noteSeen(token, at: now)
        return record.licenceTime(at: now)
    }

    /// What is stored of a download, as the engine of this process knows it; `nil` without an engine.
    func contents(of token: OfflineVideoToken) throws(StoreError) -> StoredContents? {
        try engine?.contents(of: token)
    }

    /// Takes note that a video is played, from which its play duration counts the first time.
    func notePlayback(of token: OfflineVideoToken) throws(StoreError) {
        try catalogue.noteFirstPlayback(of: token, at: clock.now)
        engine?.noteFirstPlayback(of: token, at: clock.now)
    }
}
