package import VirtualTime

/// Decides which requests fail and with which fault.
///
/// The script is a value that counts requests. The simulated world queries it once for each
/// request, in the order of the requests, so thread timing has no influence.
package struct FaultScript: Sendable {
    private let rules: [FaultRule]
    /// The number of requests that each rule has matched.
    private var counts: [Int]
    /// The tokens in the requests that each rule has matched.
    private var tokens: [TokenUses]

    /// Creates a script that has not counted any requests.
    package init(_ rules: [FaultRule]) {
        self.rules = rules
        counts = rules.map { _ in 0 }
        tokens = rules.map { _ in TokenUses() }
    }

    /// Whether the script has no rules.
    package var isEmpty: Bool { rules.isEmpty }

    /// Records a request and returns its fault.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - instant: The instant of the request.
    /// - Returns: The fault, or `nil` when there is none.
    package mutating func fault(for request: ResourceRequest, at instant: Instant)
        -> ResourceFault?
    {
        rule(for: request, at: instant).map { rules[$0].fault }
    }

    /// Records a request and returns the rule that applies.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - instant: The instant of the request.
    /// - Returns: The index of the rule, or `nil` when none applies.
    package mutating func rule(for request: ResourceRequest, at instant: Instant) -> Int? {
        var place: Int?
        for (index, rule) in rules.enumerated() where rule.pattern.fits(request) {
            let occurrence = counts[index]
            counts[index] += 1
            let isAccepted = rule.expiry.map {
                !tokens[index].hasExpired(request, $0, at: instant)
            }
            guard place == nil, isAccepted != true, rule.occurrences?.contains(occurrence) ?? true,
                rule.period?.contains(instant) ?? true
            else { continue }
            place = index
        }
        return place
    }

    /// Returns whether a rule may repeat the response to this request for a later request.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether a rule that repeats responses matches the request.
    package func mayReplay(_ request: ResourceRequest) -> Bool {
        rules.contains { $0.fault == .stale && $0.pattern.fits(request) }
    }
}

extension RequestPattern {
    /// Returns whether the pattern matches a request.
    func fits(_ request: ResourceRequest) -> Bool {
        fits(
            url: request.url, kind: request.kind, byteRange: request.byteRange,
            method: request.method, place: request.place)
    }
}
