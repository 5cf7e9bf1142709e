import HTTPServing
import HeadlessPlayback
import Synchronization
import Transport
import VirtualTime

/// A client of the server, and the faults and the simulated link of this client.
final class ServedClient: Sendable {
    private struct State {
        var faults: FaultScript
        /// The number of requests for each location.
        var ordinals: [String: Int] = [:]
        /// The stored responses that a fault rule may repeat: the first one from each location.
        var answers: [String: ResourceResponse] = [:]
        var keptByteCount: Int64 = 0
    }

    private static let mostLocations = 4096
    private static let mostAnswers = 64

    /// The name of the client; empty for a client without a name.
    let name: String
    let link: ServedLink
    private let rules: [FaultRule]
    private let budget: AnswerBudget
    private let state: Mutex<State>

    init(
        _ name: String, _ rules: [FaultRule], _ conditions: NetworkConditions,
        _ budget: AnswerBudget, now: @escaping @Sendable () -> Instant
    ) {
        self.name = name
        self.rules = rules
        self.budget = budget
        link = ServedLink(conditions, now: now)
        state = Mutex(State(faults: FaultScript(rules)))
    }

    deinit { budget.give(state.withLock(\.keptByteCount)) }

    /// Returns the number of earlier requests for a location, and counts the new request.
    func ordinal(of location: String) -> Int {
        state.withLock { state in
            guard let count = state.ordinals[location] else {
                if state.ordinals.count < Self.mostLocations { state.ordinals[location] = 1 }
                return 0
            }
            state.ordinals[location] = count + 1
            return count
        }
    }

    /// Returns the effect of the fault rules on a request and its response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - instant: The instant of the request.
    /// - Returns: The fault, with the index of its rule, and whether the response is kept so that a
    ///   rule may repeat it; `nil` when there is neither a fault nor a response to keep.
    func fate(of request: ResourceRequest, at instant: Instant) -> AttemptFate? {
        state.withLock { state in
            guard !state.faults.isEmpty else { return nil }
            let rule = state.faults.rule(for: request, at: instant)
            let fault = rule.map { rules[$0].fault }
            let earlier = state.answers[request.url]
            let keeps =
                earlier == nil && state.answers.count < Self.mostAnswers
                && state.faults.mayReplay(request)
            guard fault != nil || keeps else { return nil }
            return AttemptFate(
                fault, of: rule, earlierAnswer: fault == .stale ? earlier : nil,
                keepsAnswer: keeps)
        }
    }

    /// Stores the response to a request if a rule may repeat it.
    func keep(_ fate: AttemptFate?, of request: ResourceRequest) {
        guard let answer = fate?.receipt.answer else { return }
        let byteCount = answer.body.byteCount
        guard budget.take(byteCount) else { return }
        let isKept = state.withLock { state in
            guard state.answers[request.url] == nil else { return false }
            state.answers[request.url] = answer
            state.keptByteCount += byteCount
            return true
        }
        if !isKept { budget.give(byteCount) }
    }
}
