package import CommandTree
import HeadlessPlayback
package import Transport

/// A loader that logs each request and its outcome.
///
/// The log line is written on the thread that loads the resource.
struct ObservedLoader: ResourceLoader {
    private let behind: any ResourceLoader
    private let facts: FactLog
    private let stopwatch: @Sendable () -> Duration

    /// Wraps another loader.
    ///
    /// The logged times are counted from the creation of this loader.
    ///
    /// - Parameters:
    ///   - behind: The other loader.
    ///   - facts: The log.
    init(_ behind: any ResourceLoader, _ facts: FactLog) {
        self.behind = behind
        self.facts = facts
        stopwatch = Stopwatch.started()
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try observing(request) { () throws(TransportError) in try behind.load(request) }
    }

    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        try observing(request) { () throws(TransportError) in
            try behind.load(request, into: sink)
        }
    }

    private func observing(
        _ request: ResourceRequest, _ load: () throws(TransportError) -> ResourceResponse
    ) throws(TransportError) -> ResourceResponse {
        let start = stopwatch()
        let outcome = Result { () throws(TransportError) in try load() }
        facts.write(
            .request, RequestFact.text(request, from: start, to: stopwatch(), outcome))
        return try outcome.get()
    }
}

extension HostOptions {
    /// Returns a loader that sends requests only to the permitted hosts.
    ///
    /// The requests are logged if there is a log.
    package func loader(_ facts: FactLog?) -> any ResourceLoader {
        facts.map { ObservedLoader(loader(), $0) } ?? loader()
    }
}
