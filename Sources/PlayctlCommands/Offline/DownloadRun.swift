import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands
import Sessions
import VirtualTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs downloads in real time, and shows their progress.
///
/// The run ends when no work is left or when the user interrupts the tool.
final class DownloadRun {
    private static let interval = Duration.milliseconds(200)
    /// The maximum time to wait until cancelled threads have ended.
    private static let patience = Duration.seconds(1)
    private static let pause: UInt32 = 2_000

    let engine: DownloadEngine
    let board: DownloadBoard
    private let output: OutputStream
    private let errors: OutputStream
    private let teller: any DownloadTeller
    private let bars: DownloadBars?
    private let acceptsShortSubtitles: Bool
    private var tick: EventToken?
    /// The later selections of downloads that were requested again with another selection.
    private var laterSelections: [OfflineVideoToken: LaterSelection] = [:]
    /// The later terms of downloads that were requested again; they may equal the first terms.
    private var laterTerms: [OfflineVideoToken: PersistentLicenceTerms] = [:]
    /// The media files that were examined before the run.
    private var examinedMedia: [OfflineVideoToken: StoredMedia] = [:]
    /// The downloads that the engine has completed in this run.
    private var completed: Set<OfflineVideoToken> = []

    init(
        engine: DownloadEngine, board: DownloadBoard, options: OfflineOptions,
        output: OutputStream, errors: OutputStream
    ) {
        self.engine = engine
        self.board = board
        self.output = output
        self.errors = errors
        acceptsShortSubtitles = options.acceptsShortSubtitles
        bars = options.json || options.isQuiet ? nil : DownloadBars(on: errors)
        teller =
            options.json
            ? DownloadObjects(output: output)
            : DownloadLines(output: output, showsProgress: bars == nil)
        engine.observer = { [weak self] token, event in self?.take(token, event) }
    }

    /// Adds a download and reports it.
    func follow(_ record: DownloadRecord, isNew: Bool) {
        guard board.entry(of: record.token) == nil else { return }
        let entry = board.follow(record, isNew: isNew)
        bars?.erase()
        teller.begin(entry, at: engine.world.loop.now)
    }

    /// Records a later request's selection, which the complete download must contain.
    ///
    /// - Throws: When the record of the download cannot be read.
    func expect(_ selection: DownloadSelection, of token: OfflineVideoToken) throws(StoreError) {
        laterSelections[token] = try LaterSelection(selection, of: token, by: engine)
    }

    /// Records a later request's terms, which the licence of the complete download must have.
    func expect(_ terms: PersistentLicenceTerms, of token: OfflineVideoToken) {
        laterTerms[token] = terms
    }

    /// Records the result of examining the media files of a download before the run.
    func noteMedia(_ media: StoredMedia?, of token: OfflineVideoToken) {
        examinedMedia[token] = media
    }

    private func take(_ token: OfflineVideoToken, _ event: DownloadEvent) {
        // Another process may have requested that this process continue a download.
        if board.entry(of: token) == nil, let record = try? engine.record(of: token) {
            follow(record, isNew: false)
        }
        board.note(token, event)
        if case .report(let report) = event, report.stage == .completed { completed.insert(token) }
        guard let entry = board.entry(of: token) else { return }
        bars?.erase()
        teller.tell(event, of: entry, on: board, at: engine.world.loop.now)
        output.flush()
    }

    /// Runs the downloads until no work is left or the user interrupts the tool.
    ///
    /// - Returns: The code to exit with.
    func finish() -> CommandFailure.ExitCode {
        output.flush()
        watch()
        Pacer(clock: ContinuousClock()).runLive(engine.world.loop) { Interruption.hasHappened }
        tick = nil
        engine.close()
        settle()
        bars?.erase()
        output.flush()
        let code = verdict()
        errors.flush()
        return code
    }

    /// Waits until cancelled threads have recorded the progress from which the next run continues.
    private func settle() {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: Self.patience)
        while !engine.segmentWorkers.isIdle, clock.now < end { usleep(Self.pause) }
    }

    /// Draws the progress bars again at intervals.
    private func watch() {
        guard let bars else { return }
        let next = engine.world.loop.now.advanced(by: Self.interval)
        tick = engine.world.loop.scheduleInBackground(at: next) { [weak self] in
            guard let self else { return }
            board.measure()
            bars.draw(board)
            watch()
        }
    }

    private func recordResult(_ entry: DownloadBoard.Entry) -> Result<DownloadRecord, StoreError> {
        Result { () throws(StoreError) in try engine.record(of: entry.token) }
    }

    /// Returns the failures and the remarks of a complete download, as messages.
    ///
    /// The failures are languages that the asset lacks, a later selection that the download does
    /// not contain, rows that the catalogue has lost, files that are not media, a licence that
    /// cannot be used, and terms that the licence does not have.
    private func findings(
        of entry: DownloadBoard.Entry
    ) -> (lacks: [String], remarks: [String]) {
        let (token, catalogue) = (entry.token, engine.catalogue)
        do throws(StoreError) {
            var lines: [String]
            if let later = laterSelections[token] {
                lines = try later.lacks(in: catalogue.plan(of: token) ?? PackagePlan())
            } else {
                let missing = try catalogue.missingLanguages(of: token)
                lines = PackagePlan.missingLanguages(
                    audio: missing.audio, subtitles: missing.subtitles)
            }
            let media = try StoredMedia(
                of: token, in: engine.folder, by: catalogue, after: examinedMedia[token],
                knowsDurations: completed.contains(token),
                acceptsShortSubtitles: acceptsShortSubtitles)
            let found = try PackageRecords(of: token, in: catalogue).losses + media.findings
            if let first = found.first {
                let count = found.count
                let more = count > 1 ? ", and \(count - 1) more" : ""
                lines.append("\(first.name) \(first.damage)\(more); \(token.repairAdvice)")
            }
            let licences = try catalogue.licences(of: token)
            if let record = try catalogue.record(of: token) {
                let now = WallClock.now.millisecondsSince1970
                let damage =
                    record.damage(of: licences, in: engine.folder, with: KeyOptions().licensing())
                    ?? media.licenceDamage ?? record.licenceValidity(at: now).refusal
                if let damage { lines.append(record.licenceComplaint(damage)) }
                if let terms = laterTerms[token], let text = record.termsComplaint(terms) {
                    lines.append(text)
                }
            }
            return (lines, media.remarks)
        } catch {
            return (["\(error)"], [])
        }
    }

    /// Reports incomplete downloads and their missing parts, and returns the exit code.
    ///
    /// Standard error receives one line for each incomplete download, and for each failure and each
    /// remark of a completed download. After an interruption, one line represents all downloads in
    /// progress.
    private func verdict() -> CommandFailure.ExitCode {
        var code = CommandFailure.ExitCode.success
        func complain(_ text: String) {
            errors.write("playctl: \(SafeText.line(text))\n")
            code = .failed
        }
        for entry in board.entries {
            switch entry.report?.stage {
            case .completed:
                let findings = findings(of: entry)
                for line in findings.lacks { complain("\(entry.name): \(line)") }
                for line in findings.remarks {
                    errors.write("playctl: \(SafeText.line("\(entry.name): \(line)"))\n")
                }
            case .failed(let error): complain("\(entry.name): \(error.reason)")
            case .cancelled: complain("\(entry.name): was cancelled")
            case .paused:
                complain(
                    "\(entry.name): is paused; 'playctl offline resume \(entry.token)' continues it"
                )
            default:
                if case .failure(.unknownToken) = recordResult(entry) {
                    complain("\(entry.name): was deleted by another process")
                } else if !Interruption.hasHappened {
                    complain("\(entry.name): was not finished")
                }
            }
        }
        guard Interruption.hasHappened else { return code }
        if board.entries.contains(where: { !$0.isOver }) {
            errors.write("playctl: interrupted; 'playctl offline resume' continues\n")
        }
        return .interrupted
    }
}

/// Reports the events of downloads, as text or as JSON.
protocol DownloadTeller: AnyObject {
    /// Reports an added download; if it is already complete, no later report follows.
    func begin(_ entry: DownloadBoard.Entry, at now: Instant)
    /// Reports an event of a download.
    func tell(
        _ event: DownloadEvent, of entry: DownloadBoard.Entry, on board: DownloadBoard,
        at now: Instant)
}
