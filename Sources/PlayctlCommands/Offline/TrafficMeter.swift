import HeadlessPlayback
import Synchronization
import Transport

/// A loader that wraps another loader, counts the bytes of unfinished files, and limits the rate.
///
/// The bytes are counted separately for each playlist that refers to the files, because the
/// playlist identifies the download. Several threads use the meter.
final class TrafficMeter: ResourceLoader {
    private let behind: any ResourceLoader
    private let underWay = Mutex<[String: Int64]>([:])

    private let limit: RateLimit?

    init(_ behind: any ResourceLoader, limit: RateLimit?) {
        self.behind = behind
        self.limit = limit
    }

    /// Returns the number of received bytes of unfinished files to which the playlists refer.
    func byteCount(of playlists: [String]) -> Int64 {
        underWay.withLock { counts in playlists.reduce(0) { $0 + (counts[$1] ?? 0) } }
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try behind.load(request)
    }

    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        guard let playlist = request.referrer else {
            return try behind.load(request, into: sink)
        }
        let cancellation = request.cancellation
        let meter = MeteringSink(sink) { [self] change in
            underWay.withLock { $0[playlist, default: 0] += change }
        } passed: { [limit] byteCount in
            limit?.wait(for: byteCount, unless: cancellation)
        }
        defer { meter.end() }
        return try behind.load(request, into: meter)
    }
}

/// Passes bytes on to another sink and counts them.
private final class MeteringSink: ByteSink {
    private let behind: any ByteSink
    private let count: (Int64) -> Void
    private let passed: (Int) -> Void
    private var byteCount: Int64 = 0

    init(
        _ behind: any ByteSink, count: @escaping (Int64) -> Void,
        passed: @escaping (Int) -> Void
    ) {
        self.behind = behind
        self.count = count
        self.passed = passed
    }

    func begin(
        at offset: Int64, version: String?, totalByteCount: Int64?
    ) throws(TransportError) {
        set(to: offset)
        try behind.begin(at: offset, version: version, totalByteCount: totalByteCount)
    }

    func append(_ bytes: RawSpan) throws(TransportError) {
        try behind.append(bytes)
        set(to: byteCount + Int64(bytes.byteCount))
        passed(bytes.byteCount)
    }

    /// Removes the bytes of this sink from the count, because the transfer has ended.
    func end() {
        set(to: 0)
    }

    private func set(to new: Int64) {
        count(new - byteCount)
        byteCount = new
    }
}
