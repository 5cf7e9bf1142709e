extension KeyServer {
    /// The body of an injected malformed response: neither a CKC nor 16 bytes.
    static let malformedBody = Array("malformed".utf8)

    /// Returns the response to an SPC: a CKC with the licence, or a denial.
    ///
    /// A denial is thrown when the SPC is too large, cannot be opened or was answered before; other
    /// denials are returned as a response. The server does not record a denied request, so the
    /// client may repeat it.
    mutating func licence(
        for spc: [UInt8], at now: Int64
    ) throws(KeyServerDenial) -> KeyServerAnswer {
        guard spc.count <= Self.largestBody else { throw KeyServerDenial(.bodyTooLarge) }
        let request = try open(spc)
        guard !records.hasAnswered(request.digest) else { throw KeyServerDenial(.replayedRequest) }
        // An identifier that is not valid UTF-8 has no policy of its own, so the policy for all
        // other content applies.
        let content =
            String(validating: request.contentIdentifier, as: UTF8.self) ?? KeyPolicies.anyContent
        var answer: KeyServerAnswer
        do throws(KeyServerDenial) {
            answer = try licence(of: content, for: request, at: now)
        } catch {
            answer = KeyServerAnswer(error)
        }
        answer.content = content
        return answer
    }

    private mutating func licence(
        of content: String, for request: ReceivedRequest, at now: Int64
    ) throws(KeyServerDenial) -> KeyServerAnswer {
        guard let (name, policy) = policies.policy(for: content) else {
            throw KeyServerDenial(.unknownContent)
        }
        let fault = fault(of: policy, name)
        do throws(KeyServerDenial) {
            switch fault?.answer {
            case .status(let status)?: throw KeyServerDenial(.simulated(status: status))
            case .malformed?: return KeyServerAnswer(Self.malformedBody, after: fault)
            case .wrongKey?, .genuine?, nil: break
            }
            var licence = try grant(request.terms, of: content, by: policy, at: now)
            if fault?.answer == .wrongKey { licence.contentKey = policy.wrongKey }
            let ckc = try sealed(licence, for: request)
            records.noteAnswer(to: request.digest)
            return KeyServerAnswer(ckc, after: fault)
        } catch {
            return KeyServerAnswer(error, after: fault)
        }
    }

    /// Counts a request to which a policy applies, and returns the fault to inject, if any.
    mutating func fault(of policy: KeyPolicy, _ name: String) -> KeyPolicy.Fault? {
        guard let fault = policy.fault, records.appliesFault(fault, policy: name) else {
            return nil
        }
        return fault
    }

    private func sealed(
        _ licence: Licence, for request: ReceivedRequest
    ) throws(KeyServerDenial) -> [UInt8] {
        do throws(LicenceError) {
            return try request.answer(with: licence)
        } catch {
            throw KeyServerDenial(.malformedRequest(error))
        }
    }

    /// Evaluates the request of a client, and records the granted licence.
    ///
    /// Each duration in the licence is the shorter of the requested duration and the duration that
    /// the policy grants. All clients without an identifier count as one client.
    private mutating func grant(
        _ terms: LicenceTerms, of content: String, by policy: KeyPolicy, at now: Int64
    ) throws(KeyServerDenial) -> Licence {
        let client = terms.clientIdentifier ?? ""
        let known = records.holding(of: client, content: content)
        var licence = Licence(
            contentKey: policy.key, initializationVector: policy.initializationVector,
            expiresAfter: terms.rentalDuration, playDuration: terms.playDuration,
            isPersistent: terms.isPersistent)
        if case .rental(let duration, let playDuration) = policy.terms {
            let elapsed = Duration.milliseconds(now.clampedDifference(from: known?.since ?? now))
            guard elapsed < duration else { throw KeyServerDenial(.licenceExpired) }
            licence.expiresAfter = Self.shorter(duration - elapsed, terms.rentalDuration)
            licence.playDuration = Self.shorter(playDuration, terms.playDuration)
        }
        if terms.isPersistent, !policy.allowsPersistence {
            throw KeyServerDenial(.persistenceDenied)
        }
        if policy.requiresProtectedOutput, !terms.isOutputProtected {
            throw KeyServerDenial(.outputNotProtected)
        }
        let renewals = terms.isRenewal ? (known?.renewals ?? 0) + 1 : 0
        try checkRenewal(number: renewals, by: policy)
        if let limit = policy.concurrency,
            records.leases(on: content, besides: client, at: now) >= limit
        {
            throw KeyServerDenial(.tooManyClients(limit: limit))
        }
        var holding = KeyServerRecords.Holding(
            since: known?.since ?? now, leaseEnd: nil, keptEnd: known?.keptEnd,
            renewals: renewals, isRental: policy.terms != .purchase)
        if terms.isPersistent {
            // A stored licence has no lease, so an earlier lease of the client keeps its end.
            holding.leaseEnd = known.map(\.leaseEnd) ?? now
            holding.keptEnd = licence.expiresAfter.map { now.clampedSum(with: $0) } ?? .max
        } else {
            licence.lease = Self.shorter(
                Self.shorter(policy.lease, terms.lease), licence.expiresAfter,
                unlessFirstIsNil: true)
            holding.leaseEnd = licence.lease.map { now.clampedSum(with: $0) }
        }
        guard records.remember(holding, of: client, content: content, at: now) else {
            throw KeyServerDenial(.serverFull)
        }
        return licence
    }

    private func checkRenewal(
        number: Int, by policy: KeyPolicy
    ) throws(KeyServerDenial) {
        let isAllowed =
            switch policy.renewal {
            case .allowed: true
            case .denied: number == 0
            case .limited(let limit): number <= limit
            }
        guard isAllowed else { throw KeyServerDenial(.renewalDenied) }
    }

    /// Returns the shorter of two durations, where `nil` means unlimited.
    ///
    /// With `unlessFirstIsNil`, the result is `nil` when the first duration is `nil`.
    private static func shorter(
        _ one: Duration?, _ other: Duration?, unlessFirstIsNil: Bool = false
    ) -> Duration? {
        guard let one else { return unlessFirstIsNil ? nil : other }
        guard let other else { return one }
        return min(one, other)
    }
}

extension KeyServerAnswer {
    /// Creates a response with the bytes of a CKC or key, delayed as the fault requires.
    init(_ bytes: [UInt8], after fault: KeyPolicy.Fault?) {
        self.init(contentType: "application/octet-stream", body: bytes)
        delay = fault?.delay ?? .zero
    }

    /// Creates the response for a denial, delayed as the fault requires.
    init(_ denial: KeyServerDenial, after fault: KeyPolicy.Fault?) {
        self.init(denial)
        delay = fault?.delay ?? .zero
    }
}

extension KeyPolicy {
    /// A key that does not decrypt the content.
    var wrongKey: [UInt8] { key.map { ~$0 } }
}

extension Int64 {
    /// Returns the milliseconds since an earlier time; zero when that time is in fact later.
    fileprivate func clampedDifference(from earlier: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(earlier)
        guard !overflow else { return self > earlier ? .max : 0 }
        return Swift.max(0, difference)
    }

    /// Returns this time in milliseconds plus a duration, rounded up; `.max` on overflow.
    fileprivate func clampedSum(with duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (length, carry) = whole.addingReportingOverflow(
            (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        let (sum, isLate) = addingReportingOverflow(length)
        return overflow || carry || isLate ? .max : sum
    }
}
