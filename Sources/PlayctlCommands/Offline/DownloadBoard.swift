import Formats
import HeadlessPlayback
import OfflineDownloads

/// The state of the downloads of a `DownloadRun`, for display.
final class DownloadBoard {
    /// The displayed state of a download.
    struct Entry {
        let token: OfflineVideoToken
        let name: String
        let url: String
        let isNew: Bool
        /// The locations of the media playlists of the download's tracks.
        var playlists: [String] = []
        /// The estimated size of the download in bytes; `nil` before its playlists are known.
        var estimate: Int64?
        var speed = Speed()
        /// The number of received bytes, which never decreases.
        var bytes: Int64 = 0
        /// The latest report of the download's stage and progress; `nil` before the first report.
        var report: DownloadReport?

        var isComplete: Bool { report?.stage == .completed }

        /// Whether the download has ended or is paused, so that the run does not wait for it.
        var isOver: Bool {
            switch report?.stage {
            case .completed, .cancelled, .failed, .paused: true
            default: false
            }
        }
    }

    private let engine: DownloadEngine
    private let traffic: TrafficMeter
    private(set) var entries: [Entry] = []
    private var places: [OfflineVideoToken: Int] = [:]

    init(_ engine: DownloadEngine, traffic: TrafficMeter) {
        self.engine = engine
        self.traffic = traffic
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Returns the download with the given token; `nil` if the board does not contain it.
    ///
    /// The board contains the downloads that this run requested, and the downloads for which
    /// another process sent a command.
    func entry(of token: OfflineVideoToken) -> Entry? {
        places[token].map { entries[$0] }
    }

    /// Adds a download that is not on the board yet.
    func follow(_ record: DownloadRecord, isNew: Bool) -> Entry {
        places[record.token] = entries.count
        var entry = Entry(
            token: record.token, name: SafeText.line(record.displayName),
            url: SafeText.url(record.request.sourceURL), isNew: isNew)
        if record.state == .completed { entry.report = DownloadReport(.completed, progress: 1) }
        entry.bytes = record.receivedBytes
        entries.append(entry)
        return entry
    }

    /// Records an event of a download.
    func note(_ token: OfflineVideoToken, _ event: DownloadEvent) {
        guard let place = places[token] else { return }
        switch event {
        case .planned(let plan):
            entries[place].playlists = plan.tracks.map(\.sourceURL)
            entries[place].estimate = SizeEstimate(of: plan).bytes
        case .report(let report):
            entries[place].report = report
            measure(place)
        case .keyLoaded: measure(place)
        case .trackProgress, .trackFinished: break
        }
    }

    /// Measures the progress of each download again, unless the download is over.
    func measure() {
        for place in entries.indices where !entries[place].isOver { measure(place) }
    }

    private func measure(_ place: Int) {
        let entry = entries[place]
        guard let record = try? engine.record(of: entry.token) else { return }
        let underWay = entry.isOver ? 0 : traffic.byteCount(of: entry.playlists)
        entries[place].bytes =
            entry.isComplete
            ? record.receivedBytes : max(entry.bytes, record.receivedBytes + underWay)
        if let report = entry.report, report.stage == .running, report.isConnected {
            entries[place].speed.note(entries[place].bytes, at: engine.world.loop.now)
        } else {
            entries[place].speed = Speed()
        }
    }

    /// Returns the progress of a download, from 0 to 1.
    func fraction(of entry: Entry) -> Double {
        if entry.isComplete { return 1 }
        return ((try? engine.record(of: entry.token))?.percent ?? 0) / 100
    }

    /// Returns the expected size of a download; `nil` when it is unknown.
    func expectedBytes(of entry: Entry) -> Int64? {
        if entry.isComplete { return entry.bytes }
        guard let record = try? engine.record(of: entry.token) else { return nil }
        // Once 5 percent is received, the size in the record is a better estimate than the size
        // that was derived from the playlists.
        let isTold = record.percent >= 5 && record.expectedBytes > 0
        return (isTold ? record.expectedBytes : entry.estimate).map { max($0, entry.bytes) }
    }
}

/// The transfer rate over the last few seconds.
struct Speed {
    private static let window = Duration.seconds(5)
    private static let step = Duration.milliseconds(200)
    private var samples: [(instant: Instant, bytes: Int64)] = []

    /// Records the number of bytes received up to an instant.
    mutating func note(_ bytes: Int64, at now: Instant) {
        if let last = samples.last, last.instant.duration(to: now) < Self.step { return }
        samples.append((now, bytes))
        samples.removeAll { $0.instant.duration(to: now) > Self.window }
    }

    /// The download speed in bytes per second; `nil` before the first estimate.
    var bytesPerSecond: Int64? {
        guard let first = samples.first, let last = samples.last else { return nil }
        let (seconds, attoseconds) = first.instant.duration(to: last.instant).components
        let elapsed = Double(seconds) + Double(attoseconds) / 1e18
        guard elapsed > 0.3 else { return nil }
        return Int64(Double(last.bytes - first.bytes) / elapsed)
    }
}
