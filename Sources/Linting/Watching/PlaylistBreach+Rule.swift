import Playlists

extension PlaylistBreach {
    /// The rule for an origin server that the breach violates.
    var rule: LintRule {
        switch self {
        case .discontinuitySequence: .counters
        case .shortWindow: .window
        case .sequenceFell, .targetDuration, .location, .tag, .part, .removedParts, .partTarget,
            .type, .removal, .endRemoval, .changeAfterEnd, .dateRange, .removedDateRange, .skip:
            .edits
        }
    }
}
