import Playlists
import VirtualTime

/// The rule that forbids a change of a playlist, and the text that reports the change.
struct BreachWords {
    let rule: LintRule
    let expected: String
    let found: String

    init(_ breach: PlaylistBreach) {
        func words(_ target: MediaTime?) -> String { target.map { "\($0) s" } ?? "none" }
        switch breach {
        case .sequenceFell(let old, let new):
            (rule, expected, found) = (.edits, "media sequence numbers from \(old) on", "\(new)")
        case .discontinuitySequence(let due, let stated):
            (rule, expected, found) = (
                .counters, "the discontinuity sequence number \(due)", "\(stated)"
            )
        case .targetDuration(let old, let new):
            (rule, expected, found) = (
                .edits, "the target duration \(words(old))", words(new)
            )
        case .part(let index, let sequence):
            (rule, expected, found) = (
                .edits, "the known part \(index) of segment \(sequence)", "another one"
            )
        case .removedParts(let count, let sequence):
            (rule, expected, found) = (
                .edits, "the known parts of segment \(sequence)", "\(count) removed"
            )
        case .partTarget(let old, let new):
            (rule, expected, found) = (
                .edits, "the part target duration \(old) s", "\(new) s"
            )
        case .location(let sequence):
            (rule, expected, found) = (
                .edits, "the known location of segment \(sequence)", "another one"
            )
        case .tag(let name, let sequence):
            (rule, expected, found) = (
                .edits, "the known \(name) of segment \(sequence)", "another one"
            )
        case .type: (rule, expected, found) = (.edits, "the same playlist type", "another one")
        case .removal(let count):
            (rule, expected, found) = (
                .edits, "an EVENT playlist that keeps its segments", "\(count) removed"
            )
        case .endRemoval(let count):
            (rule, expected, found) = (
                .edits, "segments removed only from the start", "\(count) removed from the end"
            )
        case .shortWindow(let length):
            (rule, expected, found) = (.window, "three target durations", "\(length) s")
        case .changeAfterEnd:
            (rule, expected, found) = (.edits, "no change after EXT-X-ENDLIST", "a change")
        }
    }
}
