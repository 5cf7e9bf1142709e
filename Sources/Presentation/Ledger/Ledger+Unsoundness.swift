extension Ledger {
    /// The first reason why ``isSound`` is `false`, in words; `nil` for a sound session.
    ///
    /// A session is not sound if sums in its ledger differ, if media was lost, damaged or only
    /// declared as gaps, or if a remark reports a loss.
    package var unsoundness: String? { unsoundness(besides: []) }

    /// Returns the first reason why ``isSound`` is `false`, in words.
    ///
    /// - Parameter kinds: The kinds of remarks to ignore, because other checks report their facts.
    /// - Returns: The reason; `nil` if no reason remains besides the ignored remarks.
    package func unsoundness(besides kinds: Set<Remark.Kind>) -> String? {
        guard !isSound else { return nil }
        for track in tracks where !track.isSound {
            let findings = track.findings.filter(\.account.isUnsound)
            guard let first = findings.first else { continue }
            let cause = first.cause.isEmpty ? "" : ": \(first.cause)"
            let more = findings.count > 1 ? " and \(findings.count - 1) more" : ""
            return "\(track.name) \(first.account.words) at \(first.interval.lowerBound)"
                + "-\(first.interval.upperBound) s\(cause)\(more)"
        }
        if let lost = lostBroadcast {
            return "\(lost.time) s of the broadcast \(lost.account.words)"
        }
        if isOfGaps { return "nothing was played: all passed media is declared as gaps" }
        let remarks = remarks.filter { $0.kind.isUnsound && !kinds.contains($0.kind) }
        guard let first = remarks.first else {
            return imbalances.isEmpty ? nil : "the accounts are not sound"
        }
        let more = remarks.count > 1 ? " and \(remarks.count - 1) more" : ""
        return first.text + more
    }
}

extension LiveLedger.Account {
    /// The outcome as the predicate of a sentence, such as "was never listed".
    ///
    /// The subject of the sentence is an amount of media, or "nothing".
    package var words: String {
        switch self {
        case .played: "played"
        case .skipped: "skipped"
        case .gap: "announced as missing"
        case .expired: "expired unplayed"
        case .neverListed: "was never listed"
        case .notReached: "not reached"
        }
    }
}

extension TrackAccount.Account {
    /// The outcome of media in words, such as "stalled through".
    package var words: String {
        switch self {
        case .stalledThrough: "stalled through"
        case .notReached: "not reached"
        default: rawValue
        }
    }
}
