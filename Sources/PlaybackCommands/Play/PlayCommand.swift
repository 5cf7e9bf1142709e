package import CommandTree
package import HeadlessPlayback
import PlaybackControl
import Presentation
import RemoteControl
import Transport
import VirtualTime

/// `playctl play`: plays assets and shows the events that an app would receive.
package struct PlayCommand {
    let options: PlayOptions
    let output: OutputStream
    let errors: OutputStream

    /// Creates the command.
    ///
    /// - Parameters:
    ///   - options: The options of playback.
    ///   - output: Standard output.
    ///   - errors: Standard error.
    package init(options: PlayOptions, output: OutputStream, errors: OutputStream) {
        self.options = options
        self.output = output
        self.errors = errors
    }

    /// Plays all given assets.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when playback cannot begin.
    package func run() async throws(CommandFailure) -> CommandFailure.ExitCode {
        var loader: any ResourceLoader = options.hosts.loader()
        var standardInput: StandardInput?
        if options.assets.contains(StandardInput.operand) {
            let input = try StandardInput(others: loader)
            (loader, standardInput) = (input, input)
        }
        let videos = try self.videos(standardInput: standardInput?.url)
        let recording = try PlayRecording(options, behind: loader)
        loader = recording?.loader ?? loader
        let code: CommandFailure.ExitCode
        do throws(CommandFailure) {
            let world = PlaybackWorld(
                options: try playbackOptions(), loader: loader, cancellation: Interruption.flag)
            code = try await play(videos, in: world, by: SidecarSubtitleProvider())
        } catch {
            recording?.abandon()
            throw error
        }
        try recording?.end()
        return code
    }

    /// Plays videos.
    ///
    /// - Parameters:
    ///   - videos: The videos, in order.
    ///   - world: The simulation in which the videos are played.
    ///   - upstream: The provider that plans the sessions of the videos, without content
    ///     protection.
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when playback cannot begin.
    package func play(
        _ videos: [Video], in world: PlaybackWorld, by upstream: some SessionProvider
    ) async throws(CommandFailure) -> CommandFailure.ExitCode {
        let provider = ProtectedSessionProvider(
            upstream: upstream, keySystems: options.keys.keySystems())
        let controller = PlaybackController(world: world, provider: provider)
        controller.autoPlay = true
        controller.autoAdvance = options.autoAdvance
        controller.playbackRate = options.rate
        var files = OutputFiles(sparing: options.inputFiles)
        let trace: OutputStream? =
            if let path = options.trace { try files.create(path) } else { nil }
        trace?.write(TraceFile.header + "\n")
        let sink = EventSink(
            format: options.events, showsCues: options.showsCues, output: output, trace: trace,
            status: showsStatus ? StatusLine(on: errors) : nil)
        let start = StartScript(options.start)
        let watch = WatchTime(options.length, in: world)
        let seeks = SeekScript(options.seeks)
        let facts = FactLog(options.isVerbose, on: errors).map {
            PlaybackFacts($0, options, in: world)
        }
        if options.requests != nil, world.requestLog == nil { world.requestLog = RequestLog() }
        let observation = controller.observe { [weak controller] event in
            facts?.follow(event)
            sink.take(event)
            watch.follow(event)
            guard let controller else { return }
            start.follow(event, controller)
            seeks.follow(event, controller)
            if options.autoAdvance { Self.goOnAfterFailure(event, controller) }
        }
        let controls = PlayControls(controller, isIdle: options.isIdle)
        let commands = controller.systemControls.observe { report in
            sink.take(report)
            controls.follow(report)
        }
        defer { withExtendedLifetime(commands) {} }
        controller.systemControls.videos = { self.videos(named: $0) }
        let requests: RequestFile?
        do throws(CommandFailure) {
            try connect(controls.desk, to: controller, sink)
            requests =
                if let path = options.requests {
                    RequestFile(path, try files.create(path))
                } else { nil }
        } catch {
            controls.desk.close()
            throw error
        }
        let keeper = TimeKeeper(
            controller, TimeBound(options.timeLimit, planned: options.plannedTime),
            keepsRealTime: options.realtime)
        controller.setVideos(videos)
        let wasInterrupted = await run(controller, keeper, watch, controls)
        controls.desk.close()
        sink.close()
        withExtendedLifetime(observation) {}
        report(controller.ledgers, at: world.loop.now)
        output.flush()
        for closed in controller.ledgers where closed.hasEnded {
            for message in seeks.remarks(inSession: closed.sessionNumber) {
                warn("\(closed.title): \(message)")
            }
        }
        var code = verdict(
            controller, videos, controls, wasInterrupted: wasInterrupted, isOver: watch.isOver,
            timeTrouble: keeper.trouble)
        let troubles = troubles(
            of: start, and: seeks, in: controller.ledgers, isOver: watch.isOver)
        for trouble in troubles {
            errors.write("playctl: \(trouble)\n")
            if code == .success { code = .failed }
        }
        errors.flush()
        if let trace, let path = options.trace { try FileBytes.finish(trace, path) }
        if let requests {
            requests.write(world.requestLog?.records ?? [], from: DateTime.simulationStart)
            try requests.close()
        }
        return code
    }

    /// Connects the sources of commands that the options name: keys, a socket, the session bus.
    ///
    /// - Throws: ``CommandFailure`` when a source is not available.
    private func connect(
        _ desk: OutsideDesk, to controller: PlaybackController, _ sink: EventSink
    ) throws(CommandFailure) {
        if options.realtime, !options.assets.contains(StandardInput.operand) {
            desk.addKeys(for: controller) { sink.show($0, on: errors) }
        }
        if let path = options.socket {
            let host = IPCHost(
                isVirtual: !options.realtime, show: { sink.show($0, on: errors) })
            do throws(SocketFileError) {
                try desk.addSocket(at: path, for: controller, host)
            } catch {
                throw CommandFailure(.usage, "\(error)")
            }
        }
        if options.isOnSessionBus {
            do throws(MPRISError) {
                try desk.addSessionBus(for: controller, process: SystemCalls.processNumber)
            } catch {
                throw CommandFailure(.usage, "\(error)")
            }
        }
    }

    /// Returns messages about a start position and seeks that were never applied.
    private func troubles(
        of start: StartScript, and seeks: SeekScript, in ledgers: [ClosedLedger], isOver: Bool
    ) -> [String] {
        let troubles = ledgers.compactMap { closed in
            start.trouble(inSession: closed.sessionNumber).map { "\(closed.title): \($0)" }
        }
        return isOver || ledgers.contains(where: \.hasEnded)
            ? troubles + seeks.neverMade : troubles
    }

    /// Whether a status line shows the progress of playback.
    ///
    /// If events are written as text, the line is shown when the output is a terminal. If events
    /// are not written as text, the line is shown in real-time playback.
    private var showsStatus: Bool {
        if options.isQuiet { return false }
        return options.events == .text ? output.isTerminal : options.realtime
    }

    private func warn(_ text: String) {
        errors.write("playctl: warning: \(text)\n")
    }

    private func run(
        _ controller: PlaybackController, _ keeper: TimeKeeper, _ watch: WatchTime,
        _ controls: PlayControls
    ) async -> Bool {
        let loop = controller.world.loop
        let pacer = Pacer(clock: ContinuousClock())
        func isOver() -> Bool { output.isClosed || watch.isOver }
        func isLive() -> Bool { controller.currentSession?.isBroadcast == true }
        func isDone() -> Bool {
            isOver() || Interruption.hasHappened || controls.hasNothingToDo(within: keeper)
        }
        if !controls.desk.isEmpty {
            if options.realtime {
                pacer.run(loop, attending: controls.desk, isLive: isLive, until: isDone)
            } else {
                controls.desk.drive(loop, mayRun: keeper.mayGoOn, until: isDone)
            }
            return Interruption.hasHappened
        }
        if options.realtime {
            await pacer.run(loop) { isOver() || isLive() || !keeper.mayGoOn() }
        } else {
            while !isOver(), !isLive(), keeper.runNext() {}
        }
        // A broadcast is played in real time, because its server publishes media in real time.
        if isLive() { pacer.runLive(loop) { isOver() || !keeper.mayGoOn() } }
        return Interruption.hasHappened
    }

    /// Continues with the next video when the playback of a video fails.
    private static func goOnAfterFailure(_ event: PlaybackEvent, _ controller: PlaybackController) {
        guard case .didReceiveLifecycleEvent(let lifecycle) = event.kind,
            lifecycle.type == .fail || lifecycle.type == .failedToPlayToEndTime
        else { return }
        controller.advanceToNext()
    }

    // MARK: Reports at the end of playback

    /// Writes the ledgers, in the format of the event lines.
    private func report(_ ledgers: [ClosedLedger], at instant: Instant) {
        for ledger in ledgers {
            switch (options.ledger, options.events) {
            case (.none, _): return
            case (.json, _), (.text, .ndjson): output.write(LedgerJSON(ledger, at: instant).line)
            case (.text, _): output.write(LedgerText(ledger).text)
            }
        }
    }

    /// The end of a message about subtitles whose playlist ends before the other media.
    package static let shortSubtitlesHint =
        "; if the packager ends subtitles with their last cue, as Shaka Packager does,"
        + " --accept-short-subtitles accepts them"

    /// Returns the end of a message about a licence if no option names a source of keys.
    private func keyHint(for failure: PlaybackError) -> String {
        let isHelpful = failure.cause.lacksLicence && !options.keys.areGiven
        return isHelpful ? "; \(KeyOptions.hint)" : ""
    }

    /// Reports problems on standard error, one line for each session, and returns the exit code.
    private func verdict(
        _ controller: PlaybackController, _ videos: [Video], _ controls: PlayControls,
        wasInterrupted: Bool, isOver: Bool, timeTrouble: String?
    ) -> CommandFailure.ExitCode {
        if wasInterrupted { return .interrupted }
        // If the reader closed the output, playback ended early, so missing media is not a failure.
        if output.wasAbandoned { return .cutShort }
        var code = CommandFailure.ExitCode.success
        func complain(_ text: String, _ severity: CommandFailure.ExitCode) {
            errors.write("playctl: \(text)\n")
            if code != .fault { code = severity }
        }
        let ledgers = controller.ledgers
        let accepted: Set<Ledger.Remark.Kind> =
            options.acceptsShortSubtitles ? [.shortSubtitles] : []
        for closed in ledgers {
            if let imbalance = closed.ledger.imbalances.first {
                complain(
                    "\(closed.title): the ledger does not balance: \(imbalance.entry) is"
                        + " \(imbalance.found) and should be \(imbalance.expected)", .fault)
            } else if let failure = closed.failure, case .broadcast = failure.cause {
                complain("\(failure); name a --length, or play it with --realtime", .usage)
            } else if let failure = closed.failure {
                complain("\(failure)\(keyHint(for: failure))", .failed)
            } else if let finding = closed.ledger.unsoundness(besides: accepted) {
                let isAcceptable = closed.ledger.unsoundness(besides: [.shortSubtitles]) == nil
                let hint = isAcceptable ? Self.shortSubtitlesHint : ""
                complain("\(closed.title): \(finding)\(hint)", .failed)
            } else if controls.hasLeft(closed.sessionNumber) {
                // A command ended this session, so the missing rest of the video is not reported.
            } else if isOver, closed.sessionNumber == ledgers.last?.sessionNumber {
                // Playback is not complete if it still waits for media when the time of `--length`
                // is over.
                if let trouble = closed.ledger.clock.activity.trouble {
                    complain("\(closed.title): \(trouble) when the --length was over", .failed)
                }
            } else if !closed.hasEnded {
                let cause = closed.sessionNumber == ledgers.last?.sessionNumber ? timeTrouble : nil
                complain("\(closed.title): \(cause ?? "was not played to its end")", .failed)
            }
            // Remarks are written only for complete playback. A failed playback has already
            // reported its cause, and its ledger contains further details.
            let isComplete = closed.hasEnded || isOver
            for remark in closed.ledger.remarks
            where isComplete && (!remark.kind.isUnsound || accepted.contains(remark.kind)) {
                let text = "\(closed.title): \(remark.text)"
                if remark.kind == .unmetSubtitles {
                    complain(text, .failed)
                } else {
                    warn(text)
                }
            }
        }
        guard !isOver, !controls.hasQuit else { return code }
        var unplayedCount = videos.count - ledgers.count
        for (index, video) in videos.enumerated() {
            guard let cause = video.causeOfNoSession else { continue }
            complain("\(video.name ?? "video \(index + 1)"): not played: \(cause)", .failed)
            unplayedCount -= 1
        }
        if controls.hasChosen { return code }
        if unplayedCount > 0 || videos.isEmpty, !options.isIdle {
            let cause = options.autoAdvance ? "" : ": --no-auto-advance plays only the first"
            complain(
                "\(unplayedCount) of \(videos.count) videos were not played\(cause)", .failed)
        }
        return code
    }
}

extension ActivityClock.Activity {
    /// The activity in words if it means that playback waits for media; `nil` otherwise.
    fileprivate var trouble: String? {
        switch self {
        case .startup: "had not started"
        case .rebuffering: "was stalled"
        case .seeking, .playing, .paused, .ended: nil
        }
    }
}
