package import VirtualTime

/// Decides which requests meet which faults, as an origin that is told to misbehave would.
///
/// It is a value that counts. A world asks it once for each request, in the order in which it makes
/// them, so that threads have no say in the matter.
package struct FaultScript: Sendable {
    private let rules: [FaultRule]
    /// How many requests each rule was about so far.
    private var counts: [Int]

    /// Creates a script that has seen no request yet.
    ///
    /// - Parameter rules: What goes wrong; of several rules for a request the first one counts.
    package init(_ rules: [FaultRule]) {
        self.rules = rules
        counts = rules.map { _ in 0 }
    }

    /// Whether nothing ever goes wrong.
    package var isEmpty: Bool { rules.isEmpty }

    /// Takes note of a request and says what goes wrong with it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - instant: When it is made.
    /// - Returns: The fault, or `nil` when there is none.
    package mutating func fault(for request: ResourceRequest, at instant: Instant)
        -> ResourceFault?
    {
        rule(for: request, at: instant).map { rules[$0].fault }
    }

    /// Takes note of a request and says which rule it meets.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - instant: When it is made.
    /// - Returns: The place of the rule among all of them, or `nil` when there is none.
    package mutating func rule(for request: ResourceRequest, at instant: Instant) -> Int? {
        var place: Int?
        for (index, rule) in rules.enumerated() where rule.pattern.fits(request) {
            let occurrence = counts[index]
            counts[index] += 1
            guard place == nil, rule.occurrences?.contains(occurrence) ?? true,
                rule.period?.contains(instant) ?? true
            else { continue }
            place = index
        }
        return place
    }

    /// Whether what comes of a request may be wanted again by a later one.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether some rule gives old answers to requests like it.
    package func mayReplay(_ request: ResourceRequest) -> Bool {
        rules.contains { $0.fault == .stale && $0.pattern.fits(request) }
    }
}

extension RequestPattern {
    /// Whether a request is one of those that are meant.
    func fits(_ request: ResourceRequest) -> Bool {
        fits(url: request.url, kind: request.kind, byteRange: request.byteRange)
    }
}
