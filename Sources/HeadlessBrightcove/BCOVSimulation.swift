public import HeadlessPlayback
import PlaybackControl
import Playlists
public import Sessions

/// The simulated surroundings of the SDK's singletons: their device and network.
///
/// A test begins a simulation, runs the code of the app, and ends the simulation. Virtual time
/// advances only while the test runs the event loop:
///
/// ```swift
/// BCOVSimulation.begin(OfflineEnvironment(world: world, store: folder))
/// defer { BCOVSimulation.end() }
/// // The code of the app, which uses `BCOVPlayerSDKManager.shared()`.
/// BCOVSimulation.world.loop.runUntilIdle()
/// ```
///
/// If no simulation has begun, the first use of a singleton begins one with a new `PlaybackWorld`.
@MainActor public enum BCOVSimulation {
    /// The current simulation; `nil` when none has begun.
    static var current: BCOVSurroundings?

    /// Begins a simulation for playback without downloads, and ends the previous one.
    ///
    /// - Parameter world: The simulated clock, network and device of all playback.
    public static func begin(world: PlaybackWorld) {
        end()
        current = BCOVSurroundings(world: world, environment: nil)
    }

    /// Begins a simulation with a store for downloads, and ends the previous one.
    ///
    /// - Parameter environment: The `PlaybackWorld`, the store and the device.
    public static func begin(_ environment: OfflineEnvironment) {
        end()
        current = BCOVSurroundings(world: environment.world, environment: environment)
    }

    /// Ends the simulation: its singletons are released, as at the end of the app's process.
    ///
    /// A later simulation with the same store and device represents the next launch of the app.
    ///
    /// - Parameter death: The cause of the app's termination, which decides whether downloads
    ///   continue.
    public static func end(_ death: Device.Death = .swipedAway) {
        BCOVOfflineVideoManager.discard(death)
        current = nil
    }

    /// The current simulation, or a new one.
    static var surroundings: BCOVSurroundings {
        if let current { return current }
        let new = BCOVSurroundings(world: PlaybackWorld(), environment: nil)
        current = new
        return new
    }

    /// The clock, network and device of the simulation.
    public static var world: PlaybackWorld { surroundings.world }
}

/// The objects of one simulation.
final class BCOVSurroundings {
    /// The simulated clock, network and device.
    let world: PlaybackWorld
    /// The store for downloads and the device; `nil` if the simulation has no store.
    let environment: OfflineEnvironment?
    /// The manager that `BCOVPlayerSDKManager.shared()` returns.
    let manager: BCOVPlayerSDKManager

    /// Creates the objects of a simulation.
    init(world: PlaybackWorld, environment: OfflineEnvironment?) {
        self.world = world
        self.environment = environment
        manager = BCOVPlayerSDKManager(
            world: world, calendar: BCOVCalendar(epoch: environment?.epoch ?? .referenceDate))
    }
}
