import Dispatch
import Synchronization

/// Work on a separate thread that queries the simulated world while it runs.
///
/// A dialogue is for work that cannot be split into pieces. The work waits for each answer. The
/// world waits for each question in the same way as for the result of outside work. The work and
/// the world therefore never run at the same time, and thread timing has no influence. The thread
/// does not belong to the shared workers, because waiting work would block the workers that
/// determine the answer.
package final class Dialogue<Question: Sendable, Answer: Sendable, Outcome: Sendable>: Sendable {
    /// A message from the work to the simulated world.
    package enum Remark: Sendable {
        /// The work waits for an answer.
        case question(Question)
        /// The work is finished.
        case outcome(Outcome)
    }

    /// The object through which the work on the other thread queries the simulated world.
    package struct Asker: Sendable {
        fileprivate let dialogue: Dialogue

        /// Sends a question to the simulated world and waits for the answer.
        ///
        /// - Returns: The answer, or `nil` once the world has abandoned the dialogue.
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
    /// - Parameter work: The work; it asks questions through its argument.
    package init(_ work: @escaping @Sendable (Asker) -> Outcome) {
        // A serial queue receives its own thread, even if the work of other queues blocks their
        // threads.
        DispatchQueue(label: "headless-playback.dialogue", qos: .userInitiated).async {
            let outcome = work(Asker(dialogue: self))
            self.state.withLock { $0.remark }.fulfil(.outcome(outcome))
        }
    }

    /// The next message from the work on the other thread.
    package var remark: PendingResult<Remark> { state.withLock { $0.remark } }

    /// Answers the latest question.
    ///
    /// - Returns: The next message of the work.
    package func answer(_ answer: Answer) -> PendingResult<Remark> {
        let next = PendingResult<Remark>()
        state.withLock { state in
            state.answer = answer
            state.remark = next
        }
        answered.signal()
        return next
    }

    /// Ends the dialogue: the pending question and all later questions receive `nil`.
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
