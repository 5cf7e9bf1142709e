import ContentProtection
public import HeadlessPlayback
public import OfflineDownloads

/// An app with an offline manager, a device around it and a key server in its world; it can be ended
/// and launched again.
public final class OfflineApp {
    /// The date at which worlds of tests start.
    public static let epoch = DateTime(millisecondsSince1970: 1_000_000_000_000)

    /// Where the store is.
    public let scratch: ScratchFolder
    /// The world, which goes on when the app ends.
    public let world: PlaybackWorld
    /// The device.
    public let device = Device()
    /// What the manager told, over all launches.
    public let recorder: OfflineRecorder
    /// The key server.
    public let keyServer: InProcessKeyServer
    /// The manager of this launch.
    public private(set) var manager: OfflineVideoManager
    /// What the manager of the next launch works with.
    public var environment: OfflineEnvironment

    /// Launches the app for the first time.
    ///
    /// - Parameters:
    ///   - scratch: Where the store is.
    ///   - loader: Where bytes come from.
    ///   - network: What the network lets through.
    ///   - policies: What the key server grants.
    ///   - faults: What goes wrong with requests on purpose.
    ///   - configure: Changes how downloads are made.
    /// - Throws: What making the store throws.
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
    ///   - death: How it ends.
    ///   - isWoken: Whether the system launches it again when its downloads have ended.
    public func die(of death: Device.Death, isWoken: Bool = false) {
        recorder.note("-- dies of \(death)")
        guard isWoken else { return manager.simulateTermination(death) }
        manager.simulateTermination(death) { [unowned self] in
            recorder.note("-- woken")
            launch()
        }
    }

    /// Launches the app again, and writes down why it cannot be.
    public func launch() {
        do throws(OfflineError) {
            manager = try OfflineVideoManager(delegate: recorder, environment: environment)
        } catch {
            recorder.note("-- cannot be launched: \(error)")
        }
    }

    /// Asks for a download and writes down what came of it.
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

    /// Asks for a licence ahead and writes down what came of it.
    public func preload(_ video: Video, _ parameters: OfflineVideoParameters) {
        manager.preloadFairPlayLicense(video, parameters: parameters) { token, error in
            self.write("preloadFairPlayLicense", token, error)
        }
    }

    /// Writes down how a request ended.
    public func write(_ request: String, _ token: OfflineVideoToken?, _ error: OfflineError?) {
        if let token { recorder.note("\(request) \(recorder.name(of: token))") }
        if let error { recorder.note("\(request) error \(error.code.rawValue): \(error.reason)") }
    }

    /// Lets everything happen that is left to happen.
    public func run() { world.loop.runUntilIdle() }

    /// Lets time pass.
    public func run(until seconds: Double) {
        recorder.note("-- run until \(seconds)")
        world.loop.run(until: Instant(sinceStart: .seconds(seconds)))
    }

    /// Writes down where every download stands.
    public func noteStates() {
        for status in manager.offlineVideoStatus {
            let name = recorder.name(of: status.offlineVideoToken)
            recorder.note("-- \(name) is \(status.downloadState)")
        }
    }
}

extension OfflineApp {
    /// A controller that plays offline videos of this launch, and what it tells.
    public func player() -> (controller: PlaybackController, recorder: PlaybackRecorder) {
        let provider = ProtectedSessionProvider(
            upstream: OfflineSessionProvider(library: manager.library),
            keySystems: [
                IdentityKeySystem(), FairPlayKeySystem(authorizationProxy: keyServer),
            ])
        let controller = PlaybackController(world: world, provider: provider)
        controller.autoPlay = true
        return (controller, PlaybackRecorder(controller))
    }

    /// Plays a download to its end and tells in a word how it went.
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
