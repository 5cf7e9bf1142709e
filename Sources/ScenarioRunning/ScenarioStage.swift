package import AssetChecking
package import ContentProtection
import Formats
import HeadlessPlayback
import LiveOrigin
import OfflineDownloads
import PlaybackControl
package import Scenarios
package import Sessions
package import Transport
package import VirtualTime

/// The simulated world of one run, with the app, its player, its downloads and its key server.
package final class ScenarioStage {
    let scenario: Scenario
    let world: PlaybackWorld
    let chronicle: Chronicle
    let device: Device
    let keyServer: InProcessKeyServer?
    /// The proxy through which the app uses the key server; `nil` if the app uses no key server.
    private let keyServerFace: (any AuthorizationProxy)?
    let videos: [Video]
    private let requestLog = RequestLog()
    private let keySystems: [any KeySystem]
    private let scratch: TemporaryFolder?
    /// The folder of the download store; `nil` when there are no downloads.
    var storePath: String?
    let recorder: OfflineRecorder
    private let stills: StillCollector?

    var controller: PlaybackController
    var manager: OfflineVideoManager?
    private var observations: [Hold] = []
    var scheduled: [EventToken] = []
    var steps: StepSequence

    /// The outcomes of sessions in earlier launches of the app.
    private var closed: [SessionOutcome] = []
    /// The videos that had no session in earlier launches of the app.
    private var skipped: [Video] = []
    /// The videos that were lost in earlier launches of the app.
    var dropped = DroppedVideos()
    /// The number of sessions before this launch of the app.
    var sessionsBefore = 0
    private let timelines: TimelineWatch
    /// The sessions that a step ended, by their numbers over all launches of the app.
    var takenAway: Set<Int> = []
    /// The tokens of downloads, by the indices of their assets.
    var tokens: [Int: OfflineVideoToken] = [:]
    /// The steps that could not be done, with the reasons.
    var problems: [StepProblem] = []
    /// The numbers of requests and of licences before the first playback of a download.
    ///
    /// The value is `nil` until a download is played.
    var whenDownloadWasPlayed: (requests: Int, licences: Int)?

    /// Whether the app runs; `false` between its termination and its next launch.
    private(set) var isRunning = false

    /// The maximum number of requests; a run with more requests ends although events remain.
    package var mostRequests = Int.max

    private var bound: TimeBound
    private let broadcasts: ScenarioBroadcasts
    let service: ScenarioService?
    /// The answers of the playback service.
    var found = FoundVideos()
    private var playhead: PlayheadWatch
    /// The checks of the requests for broadcasts; `nil` when there are no broadcasts.
    private let inspector: BroadcastInspector?
    private var programmes: ProgrammeComparison
    /// The instant at which a step ended the run; `nil` if no step has ended it.
    private(set) var stop: Instant?
    private var offlineEntries = 0
    /// The downloaded assets to which the entries of the recorder belong.
    var downloadedAssets = DownloadedAssets()
    private var failedRequests = FailedRequests()

    /// Creates the world and its objects, without starting the run.
    package init(
        _ scenario: Scenario, loader: any ResourceLoader, workers: Workers,
        cancellation: CancellationFlag, storeFolder: String?, index: SegmentIndex? = nil,
        stills: StillCollector? = nil, keepsHistory: Bool = true,
        keySystems: [any KeySystem] = [IdentityKeySystem()],
        keyServerFace: (InProcessKeyServer) -> any AuthorizationProxy = { $0 }
    ) {
        self.scenario = scenario
        self.stills = stills
        bound = scenario.timeBound
        broadcasts = ScenarioBroadcasts(scenario, behind: loader)
        playhead = PlayheadWatch(scenario.expectations)
        programmes = ProgrammeComparison(with: broadcasts)
        inspector = BroadcastInspector(of: scenario, broadcasts)
        service = ScenarioService(scenario, behind: broadcasts.loader)
        problems = broadcasts.problems + [service?.problem].compactMap(\.self)
        world = PlaybackWorld(
            options: scenario.worldOptions, loader: service?.loader ?? broadcasts.loader,
            workers: workers,
            cancellation: cancellation,
            index: index,
            device: scenario.surroundings.device.device(scenario.surroundings.connection))
        world.requestLog = requestLog
        timelines = TimelineWatch(keepsStreams: keepsHistory)
        world.segmentObserver = timelines
        chronicle = Chronicle(
            lints: Lints.all(
                silenceLimit: scenario.surroundings.silenceLimit,
                bounds: broadcasts.bounds(for: scenario.worldOptions.live.tuning)),
            network: scenario.surroundings.network, keepsHistory: keepsHistory)
        device = world.device
        videos = scenario.assets.map(\.video)
        steps = StepSequence(scenario)
        recorder = OfflineRecorder(world: world)
        keyServer = scenario.keyServer()
        self.keyServerFace = keyServer.map(keyServerFace)
        let isOffline = scenario.steps.contains { $0.action.isOffline }
        scratch = isOffline ? try? TemporaryFolder(in: storeFolder ?? "/tmp") : nil
        storePath = scratch.map { $0.path + "/store" }
        self.keySystems = scenario.keySystems(self.keyServerFace, beside: keySystems)
        controller = PlaybackController(world: world)
        timelines.onRejoin = { [weak self] in self?.noteJump(from: $0, to: $1) }
        timelines.onRate = { [weak self] in
            guard let self, let number = currentNumber else { return }
            chronicle.write(Happening($0, for: $1, at: world.loop.now, session: number))
        }
        timelines.onMarker = { [weak self] in
            if let self { note(Happening($0, at: self.world.loop.now, session: $1)) }
        }
        if let inspector {
            inspector.follow(chronicle, requestLog)
            timelines.onPlace = { [weak self] in
                if let self { programmes.take($1, at: $0, session: $2, world.loop.now) }
            }
        }
        launch()
    }

    // MARK: The app

    /// Creates the objects of a launched app.
    func launch() {
        isRunning = true
        scenario.surroundings.device.prepareAudio(of: device)
        if let storePath { openStore(storePath) }
        let chain = SessionChain.make(
            library: manager?.library, keySystems: keySystems)
        controller = PlaybackController(
            world: world,
            provider: stills?.around(chain, sessionsBefore: sessionsBefore) ?? chain)
        scenario.player.prepare(controller)
        controller.systemControls.videos = { [weak self] in self?.video(at: $0) }
        observations = [
            controller.observe { [weak self] in self?.hear($0) },
            controller.observeCommands { [weak self] in self?.hear($0) },
        ]
    }

    private func openStore(_ path: String) {
        let environment = OfflineEnvironment(
            world: world, store: path, epoch: scenario.surroundings.start, device: device,
            licensing: keyServerFace.map { FairPlayLicensing(authorizationProxy: $0) })
        do throws(OfflineError) {
            manager = try OfflineVideoManager(delegate: recorder, environment: environment)
        } catch {
            manager = nil
            problems.append(StepProblem(nil, PlaceText.cut("\(error)"), at: world.loop.now))
        }
    }

    /// Ends the app.
    func kill(by death: Device.Death) {
        if let currentNumber { takenAway.insert(currentNumber) }
        manager?.simulateTermination(death)
        observations = []
        dropped.addVideos(of: controller, currentNumber, assets: videos.indices.map(videos(at:)))
        found.end()
        closeSessions()
        sessionsBefore = closed.last?.number ?? sessionsBefore
        timelines.sessionsBefore = sessionsBefore
        // At this point, observers of the controller have been removed, so the events of the
        // following call are not recorded. Clearing the videos releases the last references to
        // the world.
        controller.setVideos([])
        controller = PlaybackController(world: world)
        isRunning = false
        chronicle.note(Happening(.death, at: world.loop.now))
    }

    private func closeSessions() {
        skipped += controller.skippedVideos
        closed += controller.ledgers.map {
            let number = $0.sessionNumber + sessionsBefore
            return SessionOutcome(
                number: number, ledger: $0,
                wasTakenAway: takenAway.contains(number) && $0.failure == nil)
        }
    }

    // MARK: Events and reports

    private func hear(_ event: PlaybackEvent) {
        drain()
        chronicle.write(event, sessionsBefore: sessionsBefore)
        if case .didAdvanceToPlaybackSession = event.kind { waitForPlayhead() }
        if case .didChangeDuration = event.kind, let session = event.session {
            bound.promise(
                session.promisedDuration, at: controller.rate,
                ofSession: session.number + sessionsBefore)
        }
        if case .didProgressTo(.at(let time)) = event.kind, let session = event.session {
            let number = session.number + sessionsBefore
            let note = programmes.take(time, of: session, number: number, world.loop.now)
            if let note { chronicle.write(note: note, at: world.loop.now) }
        }
        follow()
    }

    private func hear(_ command: PlaybackCommand) {
        chronicle.note(
            Happening(
                .command(command), at: world.loop.now, session: currentNumber,
                position: controller.currentSession?.position ?? .zero))
    }

    private func noteJump(from position: MediaTime, to target: MediaTime) {
        chronicle.write(
            Happening(
                .jump, at: world.loop.now, session: currentNumber, name: "!! jump",
                text: "\(position) → \(target)", position: target))
    }

    /// Records an event, such as an answer to the app, and performs the steps that it triggers.
    func note(_ answer: Happening) {
        drain()
        chronicle.write(answer)
        follow()
    }

    /// The number of the current session, counted over all launches of the app.
    var currentNumber: Int? { controller.currentSession.map { $0.number + sessionsBefore } }

    /// Performs the steps that the latest events trigger.
    private func follow() {
        guard steps.waitsForEvents, let last = chronicle.latest else { return }
        for place in steps.take(last) { perform(place) }
    }

    private func waitForPlayhead() {
        guard let session = controller.currentSession else { return }
        for (place, position) in steps.positioned() {
            session.whenPlayheadReaches(position) { [weak self] in self?.perform(place) }
        }
    }

    /// Records the reports of the offline downloads and the failed requests.
    ///
    /// The function also checks the requests for broadcasts up to the current instant. The events
    /// of the controller are recorded elsewhere.
    private func drain() {
        inspector?.advance(to: world.loop.now)
        while offlineEntries < recorder.entries.count {
            let entry = recorder.entries[offlineEntries]
            let asset = downloadedAssets.asset(of: entry, at: offlineEntries)
            offlineEntries += 1
            chronicle.write(
                Happening(
                    .offline(entry.error, asset: asset), at: world.loop.now, name: entry.name,
                    text: PlaceText.cut(entry.text)))
            follow()
        }
        guard failedRequests.mayHaveMore(in: requestLog) else { return }
        for happening in failedRequests.take(from: requestLog, at: world.loop.now) {
            chronicle.write(happening)
            follow()
        }
    }

    // MARK: Running

    /// Runs until no events are left, a limit is reached, or a step ends the run.
    package func run() -> RunRecord {
        for (place, time) in steps.timed {
            schedule(at: Instant(sinceStart: time)) { [weak self] in self?.perform(place) }
        }
        for (time, places) in steps.behind {
            let instant = Instant(sinceStart: time)
            schedule(at: instant) { [weak self] in self?.perform(places[...], behindAllAt: instant)
            }
        }
        for place in steps.first { perform(place) }
        if !scenario.steps.contains(where: { $0.action.saysWhatIsPlayed }), !videos.isEmpty {
            withVideos(of: Array(videos.indices)) { [weak self] in
                self?.controller.setVideos($0.flatMap(\.self))
            }
        }
        drain()
        while requestLog.count <= mostRequests, let next = world.loop.nextInstant,
            next <= min(Instant(sinceStart: bound.limit), stop ?? next), world.loop.runNext()
        {
            drain()
            playhead.take(controller.currentSession, at: world.loop.now)
        }
        let isIdle = world.loop.isIdle
        if !isIdle {
            let isBusy = requestLog.count > mostRequests
            let cause = isBusy ? "limit of requests" : stop == nil ? "time limit" : "stop"
            chronicle.write(note: "-- \(cause)", at: world.loop.now)
        }
        return record(isIdle: isIdle)
    }

    /// Ends the run after the events of the current instant.
    func endRun() { stop = stop ?? world.loop.now }

    /// Schedules a closure, which is not called if the run ends before the instant.
    func schedule(at instant: Instant, _ body: @escaping () -> Void) {
        scheduled.append(world.loop.schedule(at: instant, body))
    }

    /// The number of requests so far.
    var requestCount: Int { requestLog.count }

    private func record(isIdle: Bool) -> RunRecord {
        closeSessions()
        var record = RunRecord(scenario, chronicle)
        record.timelines = timelines
        record.sessions = dropped.marking(closed)
        record.requests = requestLog.folded
        record.metFaults = world.metFaults
        record.keyUse = KeyUse(of: scenario.player.keys, keyServer, keySystems)
        record.whenDownloadWasPlayed = whenDownloadWasPlayed
        record.downloads = Dictionary(
            uniqueKeysWithValues: scenario.assets.indices.map {
                ($0, manager.outcome(of: tokens[$0]))
            })
        record.skippedVideos = skipped
        record.droppedVideos = dropped.queued
        record.waitingVideos = controller.waitingVideos
        record.unfoundAssets = found.unfound.sorted()
        record.unanswered = found.requests.sorted { $0.key < $1.key }.map {
            "\($0.value.find.event.rawValue) \($0.value.find.subject)"
        }
        record.problems = problems
        record.undone = steps.undone
        record.end = world.loop.now
        record.isIdle = isIdle
        record.isStopped = stop != nil || scenario.endsByTimeLimit
        record.isCutShort = !isIdle && !record.isStopped && scenario.timeLimit == nil
        record.latencies = playhead.latencies
        record.rates = playhead.rates
        record.broadcasts = broadcasts
        record.broadcastRequests = inspector?.finish(requestLog, at: world.loop.now)
        record.recordedOrigins = broadcasts.recordedOrigins(until: world.loop.now)
        record.truth = programmes.truth
        record.isCancelled = world.loop.cancellation.isCancelled
        record.findings = chronicle.findingsIfClosed(
            at: world.loop.now, isIdle: isIdle)
        // The app releases its store before the folder is removed.
        observations = []
        controller.setVideos([])
        return record
    }
}

extension ScenarioAsset {
    /// The video of the asset.
    package var video: Video {
        var video = Video(url: url)
        video.cuePoints = cuePoints
        video.properties = properties
        video.assetOptions = assetOptions
        if let name { video.name = name }
        if !textTracks.isEmpty { video.textTracks += textTracks.map(\.property) }
        return video
    }
}
