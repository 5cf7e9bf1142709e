/// The numbers of a session's requests, by outcome.
///
/// Every request is eventually counted exactly once: as used, wasted, retried or failed. The sum of
/// these counts is the number of issued requests.
public struct RequestAccount: Equatable, Sendable {
    /// A number of requests and the bytes received for them.
    public struct Count: Equatable, Sendable {
        /// The number of requests.
        public private(set) var requests = 0
        /// The number of bytes received.
        public private(set) var bytes: Int64 = 0

        package mutating func add(bytes added: Int64, requests count: Int = 1) {
            requests += count
            bytes += added
        }
    }

    /// The number of issued requests, including the requests that are still in progress.
    public private(set) var issued = 0
    /// Requests whose response was played or needed for playback.
    public private(set) var used = Count()
    /// Requests whose response was never played.
    public private(set) var wasted = Count()
    /// Requests that failed and were repeated.
    public private(set) var retried = Count()
    /// Requests that failed permanently.
    public private(set) var failed = Count()

    package init() {}

    package mutating func issue() { issued += 1 }
    package mutating func use(bytes: Int64, requests: Int = 1) {
        used.add(bytes: bytes, requests: requests)
    }
    package mutating func waste(bytes: Int64, requests: Int = 1) {
        wasted.add(bytes: bytes, requests: requests)
    }
    package mutating func retry(bytes: Int64 = 0) { retried.add(bytes: bytes) }
    package mutating func fail(bytes: Int64 = 0) { failed.add(bytes: bytes) }

    /// The number of requests that count as used, wasted, retried or failed.
    public var settled: Int {
        used.requests + wasted.requests + retried.requests + failed.requests
    }
}
