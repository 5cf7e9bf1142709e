import Synchronization
import VirtualTime

/// A cache of the latest playlist responses of an origin, to answer equal requests.
///
/// A response depends only on the request and its instant. The cache does not change responses, so
/// origins with different caches are equal.
final class AnswerMemo: Sendable, Equatable {
    /// A request and its response.
    private struct Entry {
        let request: OriginRequest
        let instant: Instant
        let answer: OriginAnswer
    }

    private struct State {
        var entries: [Entry] = []
        /// The index of the oldest entry.
        var oldest = 0
    }

    /// The maximum number of entries: enough for a client's simultaneous playlist requests.
    private static let most = 8

    private let state = Mutex(State())

    static func == (_: AnswerMemo, _: AnswerMemo) -> Bool { true }

    /// Returns the response to a request; `nil` when the cache does not contain it.
    func answer(_ request: OriginRequest, arrivingAt instant: Instant) -> OriginAnswer? {
        state.withLock { state in
            state.entries.first { $0.instant == instant && $0.request == request }?.answer
        }
    }

    /// Stores a playlist response, in place of the oldest response when the cache is full.
    ///
    /// Other responses are not stored.
    func remember(
        _ answer: OriginAnswer, to request: OriginRequest, arrivingAt instant: Instant
    ) {
        guard answer.playlist != nil else { return }
        let entry = Entry(request: request, instant: instant, answer: answer)
        state.withLock { state in
            guard state.entries.count == Self.most else { return state.entries.append(entry) }
            state.entries[state.oldest] = entry
            state.oldest = (state.oldest + 1) % Self.most
        }
    }
}
