/// What became of the requests of a session.
///
/// Every request ends in one of four accounts; their sum is the number of requests issued.
public struct RequestAccount: Equatable, Sendable {
    /// A number of requests and what they brought.
    public struct Count: Equatable, Sendable {
        /// How many requests.
        public private(set) var requests = 0
        /// How many bytes they brought.
        public private(set) var bytes: Int64 = 0

        package mutating func add(bytes added: Int64, requests count: Int = 1) {
            requests += count
            bytes += added
        }
    }

    /// Requests that were issued, counted when they were.
    public private(set) var issued = 0
    /// Requests whose answer was played or needed for playing.
    public private(set) var used = Count()
    /// Requests whose answer came and was never played.
    public private(set) var wasted = Count()
    /// Requests that failed and were made again.
    public private(set) var retried = Count()
    /// Requests that failed for good.
    public private(set) var failed = Count()

    package init() {}

    package mutating func issue() { issued += 1 }
    package mutating func use(bytes: Int64, requests: Int = 1) {
        used.add(bytes: bytes, requests: requests)
    }
    package mutating func waste(bytes: Int64, requests: Int = 1) {
        wasted.add(bytes: bytes, requests: requests)
    }
    package mutating func retry() { retried.add(bytes: 0) }
    package mutating func fail() { failed.add(bytes: 0) }

    /// Requests that ended in an account.
    public var settled: Int {
        used.requests + wasted.requests + retried.requests + failed.requests
    }
}
