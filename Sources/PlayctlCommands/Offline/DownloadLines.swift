import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads

/// Reports the events of downloads as human-readable lines.
final class DownloadLines: DownloadTeller {
    private let output: OutputStream
    private let showsProgress: Bool
    /// The last reported progress of each download, in tenths of the whole download.
    private var tenths: [OfflineVideoToken: Int] = [:]

    init(output: OutputStream, showsProgress: Bool) {
        self.output = output
        self.showsProgress = showsProgress
    }

    func begin(_ entry: DownloadBoard.Entry, at now: Instant) {
        guard !entry.isComplete else { return write(entry, "completed already") }
        write(entry, "\(entry.isNew ? "new" : "continued")  \(entry.name)  \(entry.url)")
    }

    func tell(
        _ event: DownloadEvent, of entry: DownloadBoard.Entry, on board: DownloadBoard,
        at now: Instant
    ) {
        switch event {
        case .planned(let plan): describe(plan, entry)
        case .report(let report): tell(report, of: entry, on: board)
        case .keyLoaded, .trackProgress, .trackFinished: break
        }
    }

    private func describe(_ plan: PackagePlan, _ entry: DownloadBoard.Entry) {
        if let explanation = plan.explanation {
            write(entry, "variant  \(SafeText.line(explanation))")
        }
        for line in plan.missingLanguages { write(entry, "missing  \(line)") }
    }

    private func tell(
        _ report: DownloadReport, of entry: DownloadBoard.Entry, on board: DownloadBoard
    ) {
        switch report.stage {
        case .preparing, .waiting, .preloaded: return
        case .running where report.isConnected: if showsProgress { progress(entry, board) }
        case .running: write(entry, "waiting for the network")
        case .paused: write(entry, "paused")
        case .completed: write(entry, "completed  \(Readable.bytes(entry.bytes))")
        case .cancelled: write(entry, "cancelled")
        case .failed(let error): write(entry, "failed  \(SafeText.line(error.reason))")
        }
    }

    private func progress(_ entry: DownloadBoard.Entry, _ board: DownloadBoard) {
        let fraction = board.fraction(of: entry)
        let tenth = Int(fraction * 10)
        guard tenth > tenths[entry.token] ?? 0, fraction < 1 else { return }
        tenths[entry.token] = tenth
        var text = "\(Readable.percent(fraction))  \(Readable.bytes(entry.bytes))"
        if let expected = board.expectedBytes(of: entry) {
            text += " of \(Readable.bytes(expected))"
        }
        if let rate = entry.speed.bytesPerSecond { text += "  \(Readable.bytes(rate))/s" }
        write(entry, text)
    }

    private func write(_ entry: DownloadBoard.Entry, _ text: String) {
        output.write("\(entry.token)  \(text)\n")
    }
}

extension PackagePlan {
    /// The messages about requested languages that the asset lacks, one for each kind of track.
    var missingLanguages: [String] {
        Self.missingLanguages(audio: missingAudio, subtitles: missingSubtitles)
    }

    /// Returns the messages about requested languages that an asset lacks.
    static func missingLanguages(audio: [String], subtitles: [String]) -> [String] {
        [("there is no audio in", audio), ("there are no subtitles in", subtitles)]
            .filter { !$0.1.isEmpty }.map {
                "\($0.0) \(SafeText.line($0.1.joined(separator: ", ")))"
            }
    }
}
