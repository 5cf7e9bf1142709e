import Dispatch
import HeadlessPlayback
import OfflineDownloads
import Synchronization
import TestSupport
import Transport
import VirtualTime

extension Download {
    /// Runs the simulation in real time until no event is left, or until a condition holds.
    func live(until isEnough: () -> Bool = { false }) {
        Pacer(clock: ContinuousClock()).runLive(world.loop, until: isEnough)
    }

    /// Waits until the threads of the engine have ended all requests, even cancelled requests.
    func settle() {
        let count = engine.segmentWorkers.count
        let (arrived, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let visits = (0..<count).map { _ in
            engine.segmentWorkers.submit {
                arrived.signal()
                leave.wait()
            }
        }
        // Waits until all worker threads have arrived here, so that none of them does any other
        // work.
        for _ in 0..<count { arrived.wait() }
        for _ in 0..<count { leave.signal() }
        for visit in visits { visit.wait() }
    }

    func record(of token: OfflineVideoToken) throws -> DownloadRecord {
        guard let record = try engine.catalogue.record(of: token) else {
            throw StoreError.unknownToken(token)
        }
        return record
    }
}

/// A loader like `StandardLoader` that counts the bytes received from each location.
///
/// The sizes of the files in a package are not these counts, because bytes are buffered before
/// they are written.
final class ArrivalMeter: ResourceLoader {
    private let behind = StandardLoader()
    private let counts = Mutex<[String: Int64]>([:])

    /// Returns the number of bytes received from all locations with a given ending.
    func byteCount(_ ending: String) -> Int64 {
        counts.withLock { counts in
            counts.reduce(0) { $0 + ($1.key.hasSuffix(ending) ? $1.value : 0) }
        }
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try behind.load(request)
    }

    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        try behind.load(
            request,
            into: Counter(sink) { [self] count in
                counts.withLock { $0[request.url, default: 0] += count }
            })
    }

    private final class Counter: ByteSink {
        private let behind: any ByteSink
        private let count: (Int64) -> Void

        init(_ behind: any ByteSink, count: @escaping (Int64) -> Void) {
            self.behind = behind
            self.count = count
        }

        func begin(
            at offset: Int64, version: String?, totalByteCount: Int64?
        ) throws(TransportError) {
            try behind.begin(at: offset, version: version, totalByteCount: totalByteCount)
        }

        func append(_ bytes: RawSpan) throws(TransportError) {
            try behind.append(bytes)
            count(Int64(bytes.byteCount))
        }
    }
}

extension DownloadOptions {
    /// Shortens the delays before retries.
    mutating func hurry(retries: Int = 3) {
        recovery.firstDelay = .milliseconds(5)
        recovery.longestDelay = .milliseconds(20)
        recovery.longestServerDelay = .milliseconds(60)
        recovery.segmentRetries = retries
        recovery.playlistRetries = retries
    }
}
