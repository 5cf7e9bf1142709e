import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands

/// Writes the events of downloads as JSON objects, one per line.
final class DownloadObjects: DownloadTeller {
    /// The minimum time between two JSON objects that report the progress of a download.
    private static let interval = Duration.milliseconds(500)

    private let output: OutputStream
    private var json = JSONText()
    private var lastReports: [OfflineVideoToken: Instant] = [:]

    init(output: OutputStream) {
        self.output = output
    }

    func begin(_ entry: DownloadBoard.Entry, at now: Instant) {
        write(entry.isNew ? "started" : "continued", entry, now) { json in
            json.member("url", entry.url)
            json.member("name", entry.name)
        }
        if entry.isComplete {
            write("completed", entry, now) { $0.member("bytes", entry.bytes) }
        }
    }

    func tell(
        _ event: DownloadEvent, of entry: DownloadBoard.Entry, on board: DownloadBoard,
        at now: Instant
    ) {
        switch event {
        case .planned(let plan):
            write("planned", entry, now) { json in
                json.optional("variant", plan.explanation.map { SafeText.line($0) })
                json.member("bytes", entry.estimate ?? 0)
                json.member("files", plan.resources.count)
                json.member("tracks", plan.tracks.map(\.name))
            }
        case .report(let report): tell(report, of: entry, on: board, at: now)
        case .keyLoaded: write("keyLoaded", entry, now) { _ in }
        case .trackProgress, .trackFinished: break
        }
    }

    private func tell(
        _ report: DownloadReport, of entry: DownloadBoard.Entry, on board: DownloadBoard,
        at now: Instant
    ) {
        switch report.stage {
        case .preloaded: write("preloaded", entry, now) { _ in }
        case .preparing: write("preparing", entry, now) { _ in }
        case .waiting: write("waiting", entry, now) { _ in }
        case .running:
            if let last = lastReports[entry.token], last.duration(to: now) < Self.interval {
                return
            }
            lastReports[entry.token] = now
            write("downloading", entry, now) { json in
                json.key("progress")
                json.value(board.fraction(of: entry))
                json.member("bytes", entry.bytes)
                json.optional("expected", board.expectedBytes(of: entry).map { Int(clamping: $0) })
                json.optional(
                    "rate", entry.speed.bytesPerSecond.map { Int(clamping: $0) })
            }
        case .paused: write("paused", entry, now) { _ in }
        case .completed: write("completed", entry, now) { $0.member("bytes", entry.bytes) }
        case .cancelled: write("cancelled", entry, now) { _ in }
        case .failed(let error):
            write("failed", entry, now) { json in
                json.member("code", error.code.rawValue)
                json.member("reason", SafeText.line(error.reason))
            }
        }
    }

    private func write(
        _ event: String, _ entry: DownloadBoard.Entry, _ now: Instant,
        _ payload: (inout JSONText) -> Void
    ) {
        json.removeAll()
        json.object { json in
            json.member("t", now)
            json.member("token", entry.token.rawValue)
            json.member("event", event)
            payload(&json)
        }
        json.endLine()
        output.write(json.bytes)
    }
}

extension PackagePlan.Track {
    /// The name of the track in the package; the folder of the track has the same name.
    var name: String { String(playlistName.prefix { $0 != "/" }) }
}
