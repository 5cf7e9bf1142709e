import Synchronization

/// The outcome planned for one attempt to load a resource, decided before any thread starts it.
package struct AttemptFate: Sendable {
    /// The fault to inject; `nil` if there is none.
    package let fault: ResourceFault?
    /// The index of the rule that injects the fault; `nil` if there is none.
    package let rule: Int?
    /// The response to the first request for the resource; this attempt returns it again.
    ///
    /// It is `nil` when the attempt makes a new request.
    package let earlierAnswer: ResourceResponse?
    /// The number of bytes of the body that earlier attempts received.
    ///
    /// A server then sends only the remaining bytes.
    package var receivedBefore: Int64 = 0
    /// The data that the attempt records, such as the number of bytes received before a failure.
    package let receipt: AttemptReceipt

    /// Creates a fate.
    ///
    /// - Parameters:
    ///   - fault: The fault to inject.
    ///   - rule: The index of its rule.
    ///   - earlierAnswer: The response to the first request for the resource, to be returned again.
    ///   - keepsAnswer: Whether the response is kept for a later attempt.
    package init(
        _ fault: ResourceFault?, of rule: Int? = nil, earlierAnswer: ResourceResponse? = nil,
        keepsAnswer: Bool = false
    ) {
        self.fault = fault
        self.rule = rule
        self.earlierAnswer = earlierAnswer
        receipt = AttemptReceipt(keepsAnswer: keepsAnswer)
    }

    /// Returns whether the fault changed bytes of the response in a way that no client can see.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes that were received, counted from the first byte.
    ///   - isWhole: Whether the received bytes are the complete response.
    /// - Returns: Whether the fault changed any of the received bytes.
    package func changes(first byteCount: Int64, isWhole: Bool) -> Bool {
        guard receipt.isChanged else { return false }
        return switch fault {
        case .truncation, .truncationToShare: isWhole
        case .zeroedBytes(let range): (range?.lowerBound ?? 0) < byteCount
        case .wrongKey: true
        case nil, .status, .reset, .hang, .slowBody, .delay, .stale: false
        }
    }

    /// A fate with the same fault, for another attempt to read the same bytes.
    package var repeated: AttemptFate { AttemptFate(fault, of: rule) }

    /// Returns a loader that injects the fault.
    ///
    /// - Parameter behind: The loader that supplies the bytes.
    /// - Returns: The loader, which obtains bytes from `behind`.
    package func loader(around behind: any ResourceLoader) -> any ResourceLoader {
        FaultyLoader(behind: behind, fate: self)
    }
}

/// The data that the thread of an attempt records, to be read together with the result.
package final class AttemptReceipt: Sendable {
    private struct State {
        var byteCount: Int64 = 0
        var isChanged = false
        var answer: ResourceResponse?
    }

    private let state = Mutex(State())
    /// Whether the response is kept for a later attempt.
    let keepsAnswer: Bool

    init(keepsAnswer: Bool) {
        self.keepsAnswer = keepsAnswer
    }

    /// The number of bytes received before the attempt failed.
    package var byteCount: Int64 { state.withLock(\.byteCount) }

    /// The response, if it is kept for a later attempt and has arrived; otherwise `nil`.
    package var answer: ResourceResponse? { state.withLock(\.answer) }

    /// Whether the fault changed the response of the attempt.
    package var isChanged: Bool { state.withLock(\.isChanged) }

    /// Records that the fault changed the answer.
    func change() { state.withLock { $0.isChanged = true } }

    func note(byteCount: Int64) { state.withLock { $0.byteCount = byteCount } }

    func keep(_ answer: ResourceResponse) { state.withLock { $0.answer = answer } }
}
