import Dispatch
import Synchronization

/// Work that cannot be cut into pieces, on a thread of its own, that asks its world for what it
/// needs on the way.
///
/// Either the work runs or the world does, never both for long: the work waits for each answer, and
/// the world takes each question as the result of work outside. So nothing depends on how the
/// threads are timed. The thread is none of the workers, lest work that waits keeps them from
/// finding the answer.
package final class Dialogue<Question: Sendable, Answer: Sendable, Outcome: Sendable>: Sendable {
    /// What the work comes back with.
    package enum Remark: Sendable {
        /// It needs something, and waits for it.
        case question(Question)
        /// It is done.
        case outcome(Outcome)
    }

    /// What the work may do: ask.
    package struct Asker: Sendable {
        fileprivate let dialogue: Dialogue

        /// Asks the world and waits for the answer.
        ///
        /// - Returns: `nil` when nobody is going to answer any more.
        package func ask(_ question: Question) -> Answer? { dialogue.ask(question) }
    }

    private struct State {
        var answer: Answer?
        var remark = PendingResult<Remark>()
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let answered = DispatchSemaphore(value: 0)

    /// Starts the work.
    ///
    /// - Parameter work: What to do; it gets what it asks through.
    package init(_ work: @escaping @Sendable (Asker) -> Outcome) {
        // A serial queue gets a thread even when others wait.
        DispatchQueue(label: "headless-playback.dialogue", qos: .userInitiated).async {
            let outcome = work(Asker(dialogue: self))
            self.state.withLock { $0.remark }.fulfil(.outcome(outcome))
        }
    }

    /// What the work comes back with next.
    package var remark: PendingResult<Remark> { state.withLock { $0.remark } }

    /// Answers the question that was taken last.
    ///
    /// - Returns: What the work comes back with next.
    package func answer(_ answer: Answer) -> PendingResult<Remark> {
        let next = PendingResult<Remark>()
        state.withLock { state in
            state.answer = answer
            state.remark = next
        }
        answered.signal()
        return next
    }

    /// Answers no more questions; the work gets `nil` for this one and all to come.
    package func abandon() {
        state.withLock { $0.isAbandoned = true }
        answered.signal()
    }

    private func ask(_ question: Question) -> Answer? {
        guard let remark = state.withLock({ $0.isAbandoned ? nil : $0.remark }) else { return nil }
        remark.fulfil(.question(question))
        answered.wait()
        return state.withLock { $0.answer.take() }
    }
}
