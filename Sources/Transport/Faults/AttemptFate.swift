import Synchronization

/// What one attempt to get a resource meets, settled before any thread takes it up.
package struct AttemptFate: Sendable {
    /// What goes wrong; `nil` when nothing does.
    package let fault: ResourceFault?
    /// What was got at first and is got again; `nil` when it is asked for anew.
    package let earlierAnswer: ResourceResponse?
    /// How many bytes came before the attempt failed, and what was got.
    package let receipt: AttemptReceipt

    /// Creates a fate.
    ///
    /// - Parameters:
    ///   - fault: What goes wrong.
    ///   - earlierAnswer: What was got at first and is got again.
    ///   - keepsAnswer: Whether the answer is kept for a later attempt.
    package init(
        _ fault: ResourceFault?, earlierAnswer: ResourceResponse? = nil, keepsAnswer: Bool = false
    ) {
        self.fault = fault
        self.earlierAnswer = earlierAnswer
        receipt = AttemptReceipt(keepsAnswer: keepsAnswer)
    }

    /// A loader through which the attempt meets its fate.
    ///
    /// - Parameter behind: Where bytes come from.
    /// - Returns: The loader.
    package func loader(around behind: any ResourceLoader) -> any ResourceLoader {
        FaultyLoader(behind: behind, fate: self)
    }
}

/// What is known of an attempt beside its result: written by the thread that carries it out, and read
/// by the world when the result is there.
package final class AttemptReceipt: Sendable {
    private struct State {
        var byteCount: Int64 = 0
        var answer: ResourceResponse?
    }

    private let state = Mutex(State())
    /// Whether the answer is kept for a later attempt.
    let keepsAnswer: Bool

    init(keepsAnswer: Bool) {
        self.keepsAnswer = keepsAnswer
    }

    /// How many bytes came before the attempt failed.
    package var byteCount: Int64 { state.withLock(\.byteCount) }

    /// What was got; `nil` when it is not kept.
    package var answer: ResourceResponse? { state.withLock(\.answer) }

    func note(byteCount: Int64) { state.withLock { $0.byteCount = byteCount } }

    func keep(_ answer: ResourceResponse) { state.withLock { $0.answer = answer } }
}
