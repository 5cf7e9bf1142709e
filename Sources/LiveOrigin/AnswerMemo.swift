import Synchronization
import VirtualTime

/// A cache of the latest playlists that an origin answered with, so that the same question needs no
/// second answer.
///
/// An answer depends only on the question. The cache changes none, so origins with different caches
/// are equal.
final class AnswerMemo: Sendable, Equatable {
    /// A question and its answer.
    private struct Entry {
        let request: OriginRequest
        let instant: Instant
        let answer: OriginAnswer
    }

    private struct State {
        var entries: [Entry] = []
        /// The place of the oldest entry.
        var oldest = 0
    }

    /// The number of answers: those of one instant to a client with a few renditions.
    private static let most = 8

    private let state = Mutex(State())

    static func == (_: AnswerMemo, _: AnswerMemo) -> Bool { true }

    /// Returns the answer to a question; `nil` unless it was one of the latest.
    func answer(_ request: OriginRequest, arrivingAt instant: Instant) -> OriginAnswer? {
        state.withLock { state in
            state.entries.first { $0.instant == instant && $0.request == request }?.answer
        }
    }

    /// Remembers an answer in place of the oldest one; only playlists are remembered.
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
