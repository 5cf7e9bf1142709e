public import Devices
package import Playlists
public import Sessions
import VirtualTime

/// Downloads videos, stores their licences, and supplies them for playback without a network.
///
/// ```swift
/// let manager = try OfflineVideoManager(
///     delegate: self, environment: OfflineEnvironment(world: world, store: folder))
/// manager.requestVideoDownload(video, parameters: .init(requestedBitrate: 2_000_000)) {
///     token, error in …
/// }
/// ```
///
/// An app of the simulated SDK has one manager, ``shared``; a test may create several, each with
/// its own store. A manager runs on the event loop of its simulation, the `PlaybackWorld`.
///
/// A download is complete when the bytes that the servers sent are stored. Damage within a segment,
/// such as a missing end, is found when the video is played, and not by the download.
///
/// Source: `Documentation/BrightcoveOffline.md`.
public final class OfflineVideoManager {
    /// The manager of the app; `nil` before ``initialize(delegate:options:environment:)``.
    @MainActor public private(set) static var shared: OfflineVideoManager?

    /// Creates the manager of the app, or sets its delegate and options if it already exists.
    ///
    /// A new manager restores the downloads of earlier launches.
    ///
    /// - Parameters:
    ///   - delegate: Receives the events of downloads; held weakly.
    ///   - options: The permissions given by the app.
    ///   - environment: The environment of a new manager; ignored if the manager already exists.
    /// - Throws: ``OfflineError`` when the store cannot be used.
    @MainActor public static func initialize(
        delegate: (any OfflineVideoManagerDelegate)?,
        options: OfflineVideoOptions = OfflineVideoOptions(), environment: OfflineEnvironment
    ) throws(OfflineError) {
        if let shared {
            shared.delegate = delegate
            shared.options = options
        } else {
            shared = try OfflineVideoManager(
                delegate: delegate, options: options, environment: environment)
        }
    }

    /// Releases the manager of the app, as if the process of the app had ended.
    @MainActor public static func discardShared() {
        shared?.engine.close()
        shared = nil
    }

    /// The delegate, held weakly.
    public var delegate: (any OfflineVideoManagerDelegate)? {
        get { reporter.delegate }
        set { reporter.delegate = newValue }
    }
    /// The permissions given by the app.
    ///
    /// A download keeps the permissions that were in effect when it was requested.
    public var options: OfflineVideoOptions {
        didSet {
            library.options.allowsCellularPlayback = options.allowsCellularPlayback
            analytics.sendIfPossible()
        }
    }
    /// The device of the app.
    public var device: Device { engine.device }
    /// The source of persistent licences; `nil` rules out downloads of protected videos.
    public var licensing: (any PersistentLicensing)? {
        get { engine.licensing }
        set { engine.licensing = newValue }
    }

    /// The store, as the type that an ``OfflineSessionProvider`` requires.
    public let library: OfflineLibrary
    /// The measurements of offline playback and their simulated delivery.
    public private(set) lazy var analytics = OfflineAnalytics(device) { [weak self] in
        self?.options ?? OfflineVideoOptions()
    }
    /// The engine that performs the downloads.
    package let engine: DownloadEngine
    var loop: EventLoop { engine.world.loop }
    /// The current date.
    package var currentTime: DateTime { DateTime(millisecondsSince1970: engine.clock.now) }
    /// The completions of the licence preloads in progress, by token.
    var preloads: [OfflineVideoToken: Completion] = [:]
    let reporter: OfflineReporter
    private var deviceHold: Hold?
    let images: VideoImages
    let inquiries: VideoInquiries
    private let locations: LocationRenewer
    /// The licence renewals in progress; each renewal is removed when it ends.
    var renewals = Errands()
    var cachedVideos: [OfflineVideoToken: Video] = [:]
    /// Certificates supplied by the app, by identifier.
    package var applicationCertificates: [String: [UInt8]] = [:]

    private let reportsCancelledDownloads: Bool

    /// A closure that receives the token of a download, or the error.
    public typealias Completion = (_ token: OfflineVideoToken?, _ error: OfflineError?) -> Void

    /// Creates a manager and restores the downloads that an earlier manager left in the store.
    ///
    /// - Parameters:
    ///   - delegate: Receives the events of downloads; held weakly.
    ///   - options: The permissions given by the app.
    ///   - environment: The environment of the manager.
    /// - Throws: ``OfflineError`` when the store cannot be used, for example because another
    ///   process owns it.
    public init(
        delegate: (any OfflineVideoManagerDelegate)?,
        options: OfflineVideoOptions = OfflineVideoOptions(), environment: OfflineEnvironment
    ) throws(OfflineError) {
        var downloads = environment.downloads
        let ended: [OfflineNotice]
        delegate?.didCreateSharedBackgroundSessionConfiguration(&downloads)
        do throws(StoreError) {
            let folder = try StoreFolder(path: environment.store, creates: true)
            ended = environment.device.takeSystemDownloads(ofStore: folder.path)?.handOver() ?? []
            engine = try DownloadEngine(
                world: environment.world, folder: folder, epoch: environment.epoch,
                device: environment.device, options: downloads)
        } catch {
            throw OfflineError(error)
        }
        engine.licensing = environment.licensing
        library = OfflineLibrary(engine)
        library.options.allowsCellularPlayback = options.allowsCellularPlayback
        self.options = options
        let reporter = OfflineReporter(
            delegate, device: environment.device, loop: environment.world.loop,
            wakeDelay: environment.backgroundWakeDelay)
        self.reporter = reporter
        images = VideoImages(engine) { [weak reporter] in reporter?.post(.images($0)) }
        inquiries = VideoInquiries(engine.services)
        locations = LocationRenewer(environment.world)
        reportsCancelledDownloads = environment.reportsCancelledDownloads
        engine.observer = { [weak self] token, event in self?.hear(token, event) }
        engine.refresh = { [weak self] record, completion in
            guard let self else { return }
            locations.renew(record, asking: self.delegate, completion)
        }
        deviceHold = engine.device.observe { [weak self] in
            if $0.concernsDownloads { self?.followDevice() }
        }
        do throws(StoreError) {
            try removeStrandedPackages()
            for record in try engine.catalogue.records() where record.request.isConfigured {
                reporter.configured.insert(record.token)
            }
            try engine.restoreAfterLaunch()
        } catch {
            throw OfflineError(error)
        }
        // These notices are reported even if the system woke the app in the background, because the
        // app is running while it creates its manager.
        if !ended.isEmpty {
            loop.atEndOfTurn { [weak reporter] in for notice in ended { reporter?.report(notice) } }
        }
        images.fetchMissing()
    }

    // MARK: Engine events

    private func hear(_ token: OfflineVideoToken, _ event: DownloadEvent) {
        switch event {
        case .planned(let plan):
            guard reporter.configured.contains(token) else { return }
            reporter.post(
                .willDownload(token, bandwidths: plan.variantBandwidth.map { [$0] } ?? []))
        case .trackProgress(let track, let percent):
            guard let selection = engine.selection(track, of: token) else { return }
            reporter.post(.trackProgress(token, selection, percent: percent))
        case .trackFinished(let track):
            guard let selection = engine.selection(track, of: token) else { return }
            reporter.post(.trackFinished(token, selection))
        case .report(let report): hear(token, report)
        case .keyLoaded: return
        }
    }

    private func hear(_ token: OfflineVideoToken, _ report: DownloadReport) {
        if preloads[token] != nil, report.endsPreload {
            return endPreload(of: token, report.error)
        }
        let notice = OfflineNotice(report, of: token, reportsCancelled: reportsCancelledDownloads)
        if let notice { reporter.post(notice) }
    }

    private func followDevice() {
        images.followDevice()
        guard device.appState != .background else { return }
        loop.atEndOfTurn { [weak self] in
            guard let self else { return }
            reporter.reportHeld()
            lookForLostVideos()
        }
    }

    // MARK: The store

    private func removeStrandedPackages() throws(StoreError) {
        for token in try engine.folder.strandedPackages(engine.catalogue) {
            let path = "\(engine.folder.path)/packages/\(token)"
            // A failed removal is ignored, because a package that remains causes no harm.
            if delegate?.shouldDeleteVideoPackage(path) ?? true {
                try? engine.folder.removePackage(token)
            }
        }
    }

    /// Reports completed packages that another program has removed.
    private func lookForLostVideos() {
        let lost = engine.noteLostPackages()
        for token in lost { cachedVideos[token] = nil }
        if !lost.isEmpty { delegate?.offlineVideoStorageDidChange() }
    }

    /// Simulates an external termination of the app; afterwards, this manager reports nothing.
    ///
    /// After a recoverable termination, the system continues the downloads in progress. When the
    /// next manager of the store takes over, it reports the downloads that ended meanwhile; both
    /// managers must use the same ``Device``. After any other termination, no download continues,
    /// and the next manager reports the unfinished downloads as failed. A terminated app may be
    /// terminated again, for example by a reboot.
    ///
    /// - Parameters:
    ///   - death: The cause of the termination.
    ///   - relaunch: A closure that launches the app in the background, some time after the last
    ///     of the downloads has ended; `nil` leaves the launch to the user.
    public func simulateTermination(_ death: Device.Death, relaunch: (() -> Void)? = nil) {
        reporter.dropHeld()
        renewals = Errands()
        inquiries.cancelAll()
        locations.cancelAll()
        preloads = [:]
        images.cancelAll()
        let running = device.systemDownloads(ofStore: engine.folder.path)
        guard death.isRecoverable else {
            running?.wakeNobody()
            return engine.abandon(death)
        }
        guard running == nil else { return }
        engine.goOnWithoutApp(after: death)
        guard engine.isBusy else { return engine.abandon(death) }
        let downloads = SystemDownloads(
            engine, wakeDelay: reporter.wakeDelay, wake: relaunch)
        device.keep(downloads, ofStore: engine.folder.path)
    }
}
