import ContentProtection
public import HeadlessPlayback
public import OfflineDownloads
public import Transport

/// An app with an offline manager, a device and a key server in one simulation.
///
/// A test can end the app and launch it again.
public final class OfflineApp {
    /// The date at which simulations of tests start.
    public static let epoch = DateTime(millisecondsSince1970: 1_000_000_000_000)

    /// The folder of the store.
    public let scratch: ScratchFolder
    /// The simulated world, which continues to exist when the app ends.
    public let world: PlaybackWorld
    /// The simulated device.
    public let device = Device()
    /// The reports of the manager, over all launches.
    public let recorder: OfflineRecorder
    /// The key server.
    public let keyServer: InProcessKeyServer
    /// The manager of this launch.
    public private(set) var manager: OfflineVideoManager
    /// The environment for the manager at the next launch.
    public var environment: OfflineEnvironment

    /// Launches the app for the first time.
    ///
    /// - Parameters:
    ///   - scratch: The folder of the store.
    ///   - loader: The source of all bytes.
    ///   - network: The simulated network.
    ///   - policies: The policies of the key server.
    ///   - faults: The faults of requests.
    ///   - configure: Changes the environment of the manager.
    /// - Throws: The error of creating the store.
    public init(
        scratch: ScratchFolder = ScratchFolder(), loader: any ResourceLoader = StandardLoader(),
        network: NetworkConditions = .unlimited, policies: KeyPolicies = KeyPolicies([:]),
        faults: [FaultRule] = [], _ configure: (inout DownloadOptions) -> Void = { _ in }
    ) throws {
        self.scratch = scratch
        var playback = PlaybackOptions()
        playback.network = network
        playback.faults = faults
        world = PlaybackWorld(options: playback, loader: loader)
        recorder = OfflineRecorder(world: world)
        let server = KeyServer(identity: try Exchange().identity, policies: policies)
        keyServer = InProcessKeyServer(
            server, start: Self.epoch, latency: .milliseconds(40))
        var downloads = DownloadOptions()
        configure(&downloads)
        environment = OfflineEnvironment(
            world: world, store: scratch.path + "/store", epoch: Self.epoch, device: device,
            downloads: downloads,
            licensing: FairPlayLicensing(authorizationProxy: keyServer))
        manager = try OfflineVideoManager(delegate: recorder, environment: environment)
    }

    /// Ends the app and launches it again at once.
    public func relaunch(after death: Device.Death) throws {
        manager.simulateTermination(death)
        recorder.note("-- relaunch after \(death)")
        manager = try OfflineVideoManager(delegate: recorder, environment: environment)
    }

    /// Ends the app.
    ///
    /// - Parameters:
    ///   - death: The way in which the app ends.
    ///   - isWoken: Whether the system launches the app again when its downloads have ended.
    public func die(of death: Device.Death, isWoken: Bool = false) {
        recorder.note("-- dies of \(death)")
        guard isWoken else { return manager.simulateTermination(death) }
        manager.simulateTermination(death) { [unowned self] in
            recorder.note("-- woken")
            launch()
        }
    }

    /// Launches the app again, and records the error if it fails.
    public func launch() {
        do throws(OfflineError) {
            manager = try OfflineVideoManager(delegate: recorder, environment: environment)
        } catch {
            recorder.note("-- cannot be launched: \(error)")
        }
    }

    /// Requests a download and records the result.
    @discardableResult
    public func download(
        _ video: Video, _ parameters: OfflineVideoParameters? = nil,
        selections: OfflineMediaSelections? = nil
    ) -> OfflineVideoToken? {
        var result: OfflineVideoToken?
        manager.requestVideoDownload(
            video, mediaSelections: selections, parameters: parameters
        ) { token, error in
            result = token
            self.write("requestVideoDownload", token, error)
        }
        return result
    }

    /// Requests a licence in advance and records the result.
    public func preload(_ video: Video, _ parameters: OfflineVideoParameters) {
        manager.preloadFairPlayLicense(video, parameters: parameters) { token, error in
            self.write("preloadFairPlayLicense", token, error)
        }
    }

    /// Records the result of a request.
    public func write(_ request: String, _ token: OfflineVideoToken?, _ error: OfflineError?) {
        recorder.note(answerTo: request, token, error)
    }

    /// Runs the simulation until no event is left.
    public func run() { world.loop.runUntilIdle() }

    /// Runs the simulation until a given time, in seconds.
    public func run(until seconds: Double) {
        recorder.note("-- run until \(seconds)")
        world.loop.run(until: Instant(sinceStart: .seconds(seconds)))
    }

    /// Records the state of every download.
    public func noteStates() {
        for status in manager.offlineVideoStatus {
            let name = recorder.name(of: status.offlineVideoToken)
            recorder.note("-- \(name) is \(status.downloadState)")
        }
    }
}

extension OfflineApp {
    /// Returns a controller that plays the offline videos of this launch, and its report recorder.
    public func player() -> (controller: PlaybackController, recorder: PlaybackRecorder) {
        let provider = SessionChain.make(
            library: manager.library,
            keySystems: [
                IdentityKeySystem(), FairPlayKeySystem(authorizationProxy: keyServer),
            ])
        let playback = Playback(in: world, provider: provider)
        playback.controller.autoAdvance = false
        return (playback.controller, playback.recorder)
    }

    /// Plays a download to its end and returns the outcome as a word.
    public func outcome(of token: OfflineVideoToken) -> String {
        guard let video = manager.videoObject(from: token) else { return "no video" }
        let (controller, recorder) = player()
        controller.setVideos([video])
        world.loop.runUntilIdle()
        let outcome =
            recorder.lifecycle.contains(.end)
            ? "plays"
            : recorder.errors.map { "\($0.domain) \($0.code)" }.joined(separator: ", ")
        controller.setVideos([])
        return outcome
    }
}
