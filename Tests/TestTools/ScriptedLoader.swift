import Synchronization
public import Transport

/// A loader with prepared answers; the loader `behind` gives all other answers.
///
/// Resources are identified by the end of their location. The loader records all requests.
public final class ScriptedLoader: ResourceLoader {
    /// A prepared answer.
    public enum Answer: Sendable {
        /// The given bytes.
        case bytes([UInt8])
        /// The failure, for the given number of times, and then the answer of the loader `behind`.
        case failure(TransportError.Cause, times: Int)
        /// The answer of the loader `behind`, changed by a closure.
        case changed(@Sendable ([UInt8]) -> [UInt8])
    }

    private struct State {
        var script: [(suffix: String, answer: Answer)]
        var asked: [String] = []
    }

    private let state: Mutex<State>
    private let behind: any ResourceLoader

    /// Creates a loader.
    public init(
        _ script: [(String, Answer)] = [], behind: any ResourceLoader = StandardLoader()
    ) {
        state = Mutex(State(script: script.map { (suffix: $0.0, answer: $0.1) }))
        self.behind = behind
    }

    /// Replaces the answer for later requests.
    public func answer(_ suffix: String, with answer: Answer) {
        state.withLock { $0.script.insert((suffix: suffix, answer: answer), at: 0) }
    }

    /// The requested names in sorted order, since threads make requests in any order.
    public var asked: [String] { state.withLock { $0.asked.sorted() } }

    /// Returns the prepared answer, or the answer of the loader `behind`.
    public func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard let answer = answer(to: request.url) else { return try behind.load(request) }
        return try carryOut(answer, for: request)
    }

    /// Passes the prepared answer, or the answer of the loader `behind`, to a sink in pieces.
    public func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        guard let answer = answer(to: request.url) else {
            return try behind.load(request, into: sink)
        }
        return try carryOut(answer, for: request).handOver(to: sink, for: request)
    }

    private func carryOut(
        _ answer: Answer, for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        switch answer {
        case .bytes(let bytes): return try respond(request, bytes)
        case .failure(let cause, _): throw TransportError(url: request.url, cause: cause)
        case .changed(let change):
            var whole = request
            whole.byteRange = nil
            whole.resumption = nil
            return try respond(request, change(try behind.load(whole).body.bytes()))
        }
    }

    private func respond(
        _ request: ResourceRequest, _ bytes: [UInt8]
    ) throws(TransportError) -> ResourceResponse {
        let body = ResourceBody(bytes)
        return ResourceResponse(
            url: request.url, body: request.byteRange.map(body.part) ?? body)
    }

    private func answer(to url: String) -> Answer? {
        state.withLock { state in
            state.asked.append(String(url.split(separator: "/").last ?? ""))
            guard let index = state.script.firstIndex(where: { url.hasSuffix($0.suffix) }) else {
                return nil
            }
            let answer = state.script[index].answer
            if case .failure(let cause, let times) = answer {
                if times <= 1 {
                    state.script.remove(at: index)
                } else {
                    state.script[index].answer = .failure(cause, times: times - 1)
                }
            }
            return answer
        }
    }
}
