import Transport
import VirtualTime

/// Assigns faults to the requests of a playback world, in the order of the requests.
final class FaultDesk {
    /// The maximum number of responses kept for the fault that repeats an old response.
    private static let mostAnswers = 256
    /// The maximum total size of the kept responses; a response that would exceed it is not kept.
    private static let mostBytes: Int64 = 64 << 20

    let rules: [FaultRule]
    private var script: FaultScript
    /// The indices of the rules that have changed or delayed the response to a request so far.
    private(set) var metRules: Set<Int> = []
    /// The first response for each location and byte range, for the fault that repeats it.
    private var answers: [String: ResourceResponse] = [:]
    private var keptBytes: Int64 = 0

    init(_ rules: [FaultRule]) {
        self.rules = rules
        script = FaultScript(rules)
    }

    /// Chooses the fault for a new request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isStored: Whether a local store responds; no faults occur in a local store.
    ///   - instant: The current instant.
    /// - Returns: The outcome that is planned for the request; `nil` for an ordinary request.
    func fate(
        of request: ResourceRequest, isStored: @autoclosure () -> Bool, at instant: Instant
    ) -> AttemptFate? {
        guard !script.isEmpty, !isMadeHere(request), !isStored() else { return nil }
        let rule = script.rule(for: request, at: instant)
        let fault = rule.map { rules[$0].fault }
        let earlier = answers[key(of: request)]
        let keeps =
            earlier == nil && answers.count < Self.mostAnswers && script.mayReplay(request)
        guard fault != nil || keeps else { return nil }
        return AttemptFate(
            fault, of: rule, earlierAnswer: fault == .stale ? earlier : nil, keepsAnswer: keeps)
    }

    /// Records that a fault changed or delayed the response to a request.
    func applied(_ fate: AttemptFate?) {
        if let rule = fate?.rule { metRules.insert(rule) }
    }

    /// Records whether a fault changed a delivered response.
    ///
    /// A response that a fault may repeat later is kept.
    func took(_ fate: AttemptFate?, for request: ResourceRequest) {
        if fate?.receipt.isChanged == true { applied(fate) }
        guard let answer = fate?.receipt.answer else { return }
        let key = key(of: request)
        guard answers[key] == nil, keptBytes + answer.body.byteCount <= Self.mostBytes else {
            return
        }
        keptBytes += answer.body.byteCount
        answers[key] = answer
    }

    /// Returns whether the player itself generates the response, without a server or a file.
    private func isMadeHere(_ request: ResourceRequest) -> Bool {
        !ResourceScheme(of: request.url).leadsOutside
    }

    private func key(of request: ResourceRequest) -> String {
        let range = request.byteRange.map { "\($0.lowerBound)-\($0.upperBound)" } ?? ""
        return "\(range) \(request.url)"
    }
}
