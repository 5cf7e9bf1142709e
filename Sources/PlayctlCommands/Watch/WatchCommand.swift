import CommandTree
import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import RunResults
import Sessions
import Transport
import VirtualTime

/// `playctl watch`: follows a live playlist in real time, and checks the rules for its server.
struct WatchCommand {
    let options: WatchOptions
    let output: OutputStream
    let errors: OutputStream

    /// Watches until the requested time has passed, the broadcast ends, or the user stops the tool.
    ///
    /// - Returns: The exit code.
    /// - Throws: ``CommandFailure`` when the watch cannot begin, or a report cannot be written.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let place = options.asset
        guard ResourceScheme(of: place).isRemote else {
            throw CommandFailure(
                .usage, "\(SafeText.url(place)): expected an http or https URL of a broadcast")
        }
        let facts = FactLog(options.isVerbose, on: errors)
        let loader = try options.hosts.loader(of: place, facts)
        var delivery = ResultDelivery(
            options: options.reports, output: output, errors: errors, facts: facts,
            isQuiet: options.isQuiet, sparing: options.hosts.inputFiles)
        try delivery.open()
        let stopwatch = Stopwatch.started()
        let world = PlaybackWorld(
            options: PlaybackOptions(), loader: loader, cancellation: Interruption.flag)
        let lines = options.isQuiet ? nil : people
        let watcher = BroadcastWatcher(world) { finding in
            lines?.write(Self.line(of: finding))
            lines?.flush()
        }
        watcher.readsWholeSegments = options.readsWholeSegments
        let run = WatchRun(watcher, in: world, length: options.length) { text in
            lines?.write(text)
            lines?.flush()
        }
        run.start(place)
        Pacer(clock: ContinuousClock()).runLive(world.loop) {
            run.isOver || output.isClosed || Interruption.hasHappened
        }
        let wasInterrupted = Interruption.hasHappened
        if let failure = watcher.failure, !wasInterrupted {
            throw try self.failure("\(failure)", by: delivery)
        }
        if watcher.playlists.isEmpty {
            if wasInterrupted || output.isClosed {
                // The report files are already open, and would otherwise be removed.
                _ = try delivery.finish(planned: 1)
                return wasInterrupted ? .interrupted : earlyEnd ?? .failed
            }
            let cause = "no playlist was received in the time of --length: \(SafeText.url(place))"
            throw try failure(cause, by: delivery)
        }
        watcher.finish()
        // If the watch ended early, the checks of playlists without a second version do not fail.
        var result = WatchReport(
            watcher, of: place, at: world.loop.now,
            endedEarly: wasInterrupted || output.isClosed
        ).result(command: command)
        result.wallTime = stopwatch()
        let verdict = result.verdict
        let shortfall =
            wasInterrupted || output.isClosed ? shortfall(after: world.loop.now.sinceStart) : nil
        if let shortfall { result.checks.append(WatchReport.cut(shortfall)) }
        var code = try delivery.deliver([result])
        if let shortfall, wasInterrupted {
            errors.write("playctl: interrupted after \(shortfall.watched) of \(shortfall.length)\n")
            errors.flush()
        }
        // A watch that was cut short has its own exit code, unless a rule is broken.
        if shortfall != nil, verdict == .passed { code = .success }
        let unchanged = watcher.unchanged
        if code == .failed, !unchanged.isEmpty, Self.onlyLacksVersions(result) {
            throw CommandFailure(
                .nothingToRun,
                "\(unchanged.count) of \(watcher.playlists.count) playlists had no second version"
                    + " to compare: \(unchanged[0])")
        }
        guard code == .success else { return code }
        if wasInterrupted { return .interrupted }
        return earlyEnd ?? code
    }

    /// Returns the failure of a watch that cannot follow a playlist, after writing it to reports.
    private func failure(
        _ cause: String, by delivery: ResultDelivery
    ) throws(CommandFailure) -> CommandFailure {
        var result = ScenarioResult(name: AssetTitle.text(of: options.asset), command: command)
        result.checks = [WatchReport.unfollowed(cause)]
        _ = try delivery.deliver([result])
        return CommandFailure(.failed, cause)
    }

    /// Returns whether the only failures are playlists without a second version.
    private static func onlyLacksVersions(_ result: ScenarioResult) -> Bool {
        result.checks.allSatisfy { check in
            if case .failed = check.outcome { check.code == WatchReport.versions } else { true }
        }
    }

    /// Returns the watched time and the time to watch; `nil` if no time to watch was given.
    private func shortfall(after watched: Duration) -> WatchReport.Shortfall? {
        options.length.map { WatchReport.Shortfall(watched: watched, of: $0) }
    }

    /// The exit code of a watch that ended early because its output was closed.
    ///
    /// It is `nil` while the output is open.
    private var earlyEnd: CommandFailure.ExitCode? {
        guard output.isClosed else { return nil }
        return output.wasAbandoned ? .cutShort : .failed
    }

    private var people: OutputStream { options.reports.claimsStandardOutput ? errors : output }

    /// Returns a line of text that describes a breach.
    private static func line(of finding: LintFinding) -> String {
        let text =
            "\(finding.rule.code): \(finding.playlist):"
            + " expected \(finding.expected), found \(finding.found)"
        return "\(finding.instant)  \(SafeText.line(text))\n"
    }

    /// The command line without its output paths and secrets.
    private var command: String {
        var words = ["playctl watch", ShellWord.place(options.asset)]
        if let length = options.length { words.append("--length \(length.argument)") }
        if options.readsWholeSegments { words.append("--whole") }
        return (words + options.hosts.words).joined(separator: " ")
    }
}

/// A watch with an optional time limit, which writes a summary line every minute.
final class WatchRun {
    private let watcher: BroadcastWatcher
    private let world: PlaybackWorld
    private let length: Duration?
    private let write: (String) -> Void
    private var minute: Alarm?
    private var end: EventToken?
    private var isTimeUp = false

    init(
        _ watcher: BroadcastWatcher, in world: PlaybackWorld, length: Duration?,
        write: @escaping (String) -> Void
    ) {
        self.watcher = watcher
        self.world = world
        self.length = length
        self.write = write
    }

    /// Whether the time limit is reached, or the watcher has nothing more to watch.
    var isOver: Bool { isTimeUp || watcher.isOver }

    /// Starts to watch.
    func start(_ place: String) {
        watcher.start(place)
        if let length {
            let instant = world.loop.now.advanced(by: length)
            end = world.loop.scheduleInBackground(at: instant) { [weak self] in
                self?.isTimeUp = true
            }
        }
        let alarm = Alarm { [weak self] in self?.reportMinute() }
        minute = alarm
        world.loop.schedule(alarm, at: world.loop.now.advanced(by: .seconds(60)))
    }

    private func reportMinute() {
        write("\(world.loop.now)  \(summary)\n")
        guard !isOver, let minute else { return }
        world.loop.schedule(minute, at: world.loop.now.advanced(by: .seconds(60)))
    }

    private var summary: String {
        let breaches = watcher.counts.values.reduce(0, +)
        return "\(watcher.playlists.count) playlists, \(watcher.versionCount) versions,"
            + " \(breaches) breaches"
    }
}
