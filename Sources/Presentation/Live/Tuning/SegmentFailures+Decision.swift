/// The reaction to a live segment that could not be loaded.
package enum SegmentFailureDecision: Equatable, Sendable {
    /// The segment is requested again after a wait.
    case again(after: Duration)
    /// The variant is excluded for a time; `nil` means permanently.
    case exclude(Duration?)
    /// The segment has left the window, so it counts as expired and playback continues.
    case expired
    /// The segment counts as a gap.
    case gap
    /// Playback fails.
    case fail
}

extension SegmentFailures {
    /// Decides about a segment that could not be loaded.
    ///
    /// - Parameters:
    ///   - number: The segment.
    ///   - attempts: The number of attempts so far.
    ///   - status: The status of the answer; `nil` without one.
    ///   - window: The window of its rendition.
    ///   - hasAlternative: Whether there is another variant.
    /// - Returns: The decision.
    package func decision(
        on number: SegmentNumber, after attempts: Int, status: Int?, in window: LiveWindow,
        hasAlternative: Bool
    ) -> SegmentFailureDecision {
        if number < window.first { return .expired }
        let isClientError = status.map { 400..<500 ~= $0 } ?? false
        let isFinal = isClientError && clientErrorsEndAttempts
        if !isFinal, attempts <= waits.count, attempts > 0 {
            return .again(after: waits[attempts - 1])
        }
        if hasAlternative { return .exclude(exclusion) }
        switch lastResort {
        case .again(let wait): return .again(after: wait)
        case .gap where number.advanced(by: 1) < window.next: return .gap
        case .gap, .fail: return .fail
        }
    }
}
