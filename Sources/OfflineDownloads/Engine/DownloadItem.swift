import Formats
import Playlists
import Sessions
import Transport
import VirtualTime

/// One download of the engine.
///
/// The object performs the actions that the state machine of the download requests.
final class DownloadItem {
    /// A request of a download to its engine.
    enum Need {
        /// The download joins the queue for a slot, which it needs to run.
        case place
        /// The download no longer needs a slot: it leaves the queue, or returns its slot.
        case noPlace
        /// The download needs connections for its missing files.
        ///
        /// The engine assigns them at the end of the event-loop turn.
        case connections
        /// A connection of the download is free again.
        case connectionIsFree
    }

    let token: OfflineVideoToken
    /// The record as it was when this object was created; the record book has the current one.
    private let first: DownloadRecord
    private(set) var machine: DownloadStateMachine
    /// The number of players that have precedence over this download.
    private var players = 0

    /// Records that a player of the download has started.
    func addPlayer() { setPlayers(players + 1) }

    /// Records the end of a player, unless all players have already ended together with the app.
    func removePlayer() { setPlayers(max(0, players - 1)) }

    /// Records the end of all players when their app ends.
    func removePlayers() { setPlayers(0) }

    private func setPlayers(_ count: Int) {
        let (wasNeeded, isNeeded) = (players > 0, count > 0)
        players = count
        guard isNeeded != wasNeeded else { return }
        // The last player may end in the middle of any operation, so the state machine receives
        // this input only at the end of the turn.
        services.world.loop.atEndOfTurn { [weak self] in
            self?.apply(.yield(isNeeded: isNeeded))
        }
    }

    private let services: DownloadServices
    private let report: (Need) -> Void
    /// The preparation that determines the files; `nil` when none is in progress.
    private var preparation: DownloadPreparation?
    /// The transfer of the files; `nil` before the files are known and after the download's end.
    private var transfer: DownloadTransfer?
    /// The current location of the video; its original location may have expired.
    private var location: String
    /// Whether the playlists must be read, even if the catalogue contains a plan.
    private var needsPlan = false
    /// Whether the playlists were read since this object was created.
    ///
    /// If it is false, the plan in the catalogue is from an earlier process, and the asset may have
    /// other files now.
    private var hasReadPlaylists = false
    /// Whether files are being loaded according to a plan from an earlier process.
    private var hasEarlierPlan: Bool { machine.stage == .running && !hasReadPlaylists }
    /// The limit of renewals of the location.
    private var renewals: RenewalLimit
    private var refreshNumber = 0

    /// The current record.
    var record: DownloadRecord { services.book[token] ?? first }

    /// Creates a download, and adds its record to the record book.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - stage: The stage of the download.
    ///   - services: The services that the download uses.
    ///   - report: Receives the requests of the download to its engine.
    init(
        _ record: DownloadRecord, stage: DownloadStateMachine.Stage, services: DownloadServices,
        report: @escaping (Need) -> Void
    ) {
        token = record.token
        first = record
        self.services = services
        self.report = report
        location = record.request.sourceURL
        renewals = RenewalLimit(services.options.refreshes)
        machine = DownloadStateMachine(
            stage: stage, progress: record.percent / 100,
            pausesBeforeRunning: services.options.pausesBeforeRunning)
        services.book.open(record)
    }

    /// Starts the preparation of the files if the download is in the stage `preparing`.
    func begin() {
        guard machine.stage == .preparing else { return }
        perform([.report(machine.report), .prepare])
    }

    /// Passes an input to the machine and performs the resulting actions.
    func apply(_ input: DownloadStateMachine.Input) {
        let wasOver = machine.isOver
        let actions = machine.handle(input)
        // The app has resumed or repaired the download.
        if wasOver, !machine.isOver { renewals = RenewalLimit(services.options.refreshes) }
        perform(actions)
    }

    /// Cancels all requests.
    func stop() {
        preparation?.stop()
        preparation = nil
        transfer?.stop()
    }

    private func perform(_ actions: [DownloadStateMachine.Action]) {
        for action in actions {
            switch action {
            case .prepare: if machine.mayFetch || isPlanned { prepare() }
            case .enqueue: report(.place)
            case .leaveLine: report(.noPlace)
            case .fetch: report(.connections)
            case .stopRequests: stop()
            case .report(let news): tell(news)
            case .reportKey: services.report(.keyLoaded, of: token)
            }
        }
    }

    // MARK: Preparing

    /// Requires the playlists to be read again before any other request.
    func planAgain() { needsPlan = true }

    private func prepare() {
        guard preparation == nil else { return }
        let preparation = DownloadPreparation(
            of: record, services: services, location: location, needsPlan: needsPlan)
        self.preparation = preparation
        preparation.start { [weak self, weak preparation] outcome in
            guard let self, preparation != nil, self.preparation === preparation else { return }
            switch outcome {
            case .licenceStored(let record):
                update { $0 = record }
                apply(.keyLoaded)
            case .mediaRemoved:
                if let error = renewals.startAgain() { fail(with: error) }
            case .prepared(let plan):
                self.preparation = nil
                prepared(plan, isRead: preparation?.hasReadPlaylists == true)
            case .failed(let error):
                self.preparation = nil
                meet(error)
            }
        }
    }

    /// Whether the plan and its licences are available, so that only segments remain to be loaded.
    private var isPlanned: Bool {
        guard !needsPlan, (try? services.catalogue.hasPlan(of: token)) == true,
            let licences = try? services.catalogue.licences(of: token)
        else { return false }
        return licences.allSatisfy { $0.sealed != nil }
    }

    private func prepared(_ plan: PackagePlan, isRead: Bool) {
        needsPlan = false
        hasReadPlaylists = hasReadPlaylists || isRead
        do throws(StoreError) {
            transfer = try makeTransfer(of: plan)
        } catch {
            return fail(with: OfflineError(error))
        }
        update { record in
            record.usesFairPlay = !plan.licenceKeys.isEmpty
            guard record.request.sidebandLanguages != nil else { return }
            record.request.sidebandLanguages = plan.tracks.compactMap { track in
                track.kind == .subtitles ? track.language : nil
            }
        }
        services.report(.planned(plan), of: token)
        if plan.hasPlainKeys, !services.options.keepsPlainKeys {
            let reason = "media that is encrypted with plain keys is not downloaded"
            return fail(with: OfflineError(.unsupported, reason))
        }
        apply(record.request.isPreload ? .licencePreloaded : .prepared)
    }

    // MARK: Fetching

    func track(_ index: Int) -> PackagePlan.Track? { transfer?.track(index) }

    /// Starts the next request for a segment.
    ///
    /// - Returns: Whether a request was started.
    func fetchNext() -> Bool {
        guard machine.stage == .running, machine.mayFetch, let transfer else { return false }
        guard !transfer.isComplete else {
            finish()
            return false
        }
        return transfer.fetchNext()
    }

    private func makeTransfer(of plan: PackagePlan) throws(StoreError) -> DownloadTransfer {
        try DownloadTransfer(plan, of: record, services: services) { [weak self, report] outcome in
            switch outcome {
            // A free connection is reported even after the engine has released the download,
            // because the engine still counts the connections of a released download.
            case .connectionIsFree: report(.connectionIsFree)
            case .bytes(let received, let expected):
                self?.updateLater {
                    $0.receivedBytes = received
                    $0.expectedBytes = expected ?? $0.expectedBytes
                }
            case .progress(let fraction): self?.progress(to: fraction)
            case .interrupted(let error): self?.meet(error)
            case .changed: self?.loadAllAgain()
            case .failed(let error): self?.fail(with: error)
            }
        }
    }

    private func progress(to fraction: Double) {
        renewals.progress(to: fraction)
        updateLater { $0.percent = fraction * 100 }
        apply(.progress(fraction))
        if transfer?.isComplete == true { finish() }
    }

    private func finish() {
        guard machine.stage == .running else { return }
        if let error = services.book.write() { return fail(with: error) }
        do throws(StoreError) {
            try transfer?.removeParts()
            if let error = try transfer?.removeShortSegments() { return fail(with: error) }
        } catch {
            return fail(with: OfflineError(error))
        }
        // The segments were not all examined if the world was cancelled meanwhile.
        if services.world.loop.cancellation.isCancelled { return }
        apply(.finished)
    }

    /// Removes all files, and loads the playlists and all files again.
    private func loadAllAgain() {
        guard !machine.isOver else { return }
        needsPlan = true
        apply(.outdated)
        do throws(StoreError) {
            guard try services.catalogue.hasPlan(of: token) else { return }
            try services.removeMedia(of: token)
        } catch {
            return fail(with: OfflineError(error))
        }
        if let error = renewals.startAgain() { return fail(with: error) }
        if machine.stage == .preparing, machine.mayFetch { prepare() }
    }

    /// Handles an error: requests a new location if the error suggests that the old one expired.
    private func meet(_ error: OfflineError) {
        guard !machine.isOver else { return }
        guard case .transport(let failure) = error.underlying?.error as? SessionError,
            failure.suggestsExpiry || failure.isMissing && hasEarlierPlan,
            let refresh = services.host.refresh, renewals.renew(after: error)
        else { return fail(with: error) }
        refreshNumber += 1
        let number = refreshNumber
        needsPlan = true
        apply(.outdated)
        refresh(record) { [weak self] url in
            guard let self, number == refreshNumber else { return }
            refreshNumber += 1
            services.world.loop.turn {
                guard let url else { return self.fail(with: error) }
                self.location = url
                if self.machine.stage == .preparing, self.machine.mayFetch { self.prepare() }
            }
        }
    }

    // MARK: The record

    /// Changes the record in memory, and stores it in the catalogue at once.
    func update(_ change: (inout DownloadRecord) -> Void) {
        guard services.book[token] != nil else { return }
        services.book.update(token, change)
        do throws(StoreError) {
            try services.catalogue.update(record)
        } catch {
            fail(with: OfflineError(error))
        }
    }

    /// Changes the record in memory; the catalogue stores the change when it next stores files.
    func updateLater(_ change: (inout DownloadRecord) -> Void) {
        services.book.update(token, change)
    }

    /// Ends the download with an error.
    ///
    /// The method may fail to store the error, because a failure of the catalogue can be the error.
    func fail(with error: OfflineError) {
        guard !machine.isOver else { return }
        apply(.failed(error))
    }

    private func tell(_ news: DownloadReport) {
        let now = services.clock.now
        switch news.stage {
        case .running where news.isConnected:
            if record.state != machine.state { update(goOn) }
        case .preparing, .waiting, .running:
            if record.state != .downloading { update(goOn) }
        case .preloaded, .paused: update { $0.state = machine.state }
        case .completed, .cancelled, .failed:
            services.book.write()
            update { record in
                record.state = machine.state
                record.endTime = now
                if case .failed(let error) = news.stage {
                    record.errorCode = error.code
                    record.errorReason = error.reason
                }
                if news.stage == .completed {
                    record.isWhole = true
                    record.percent = 100
                }
            }
        }
        services.report(.report(news), of: token)
        if machine.isOver {
            // The transfer is released after all reports, because the receivers of the reports may
            // query the tracks of the transfer.
            services.world.loop.atEndOfTurn { [weak self] in
                if self?.machine.isOver == true { self?.transfer = nil }
            }
        }
    }

    /// Sets the download's current state in its record, and clears the end time and the error.
    private func goOn(_ record: inout DownloadRecord) {
        record.state = machine.state
        record.endTime = nil
        record.errorCode = nil
        record.errorReason = nil
    }
}

extension DownloadStateMachine {
    /// The state that apps see for the current stage; the catalogue stores it, too.
    var state: OfflineVideoStatus.DownloadState {
        switch stage {
        case .preloaded: .licensePreloaded
        case .preparing, .waiting, .running: hasProgressed ? .downloading : .requested
        case .paused: .suspended
        case .completed: .completed
        case .cancelled: .cancelled
        case .failed: .error
        }
    }
}
