import Playlists

extension PlaylistBreach {
    /// The rule that forbids the change.
    var rule: LintRule {
        switch self {
        case .discontinuitySequence: .counters
        case .shortWindow: .window
        case .sequenceFell, .targetDuration, .location, .tag, .part, .removedParts, .partTarget,
            .type, .removal, .endRemoval, .changeAfterEnd:
            .edits
        }
    }
}
