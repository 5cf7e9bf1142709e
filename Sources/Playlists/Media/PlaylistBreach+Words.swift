import Formats
import VirtualTime

extension PlaylistBreach {
    /// The text about the change: what the rule requires, and what the newer version has instead.
    package var words: (expected: String, found: String) {
        func words(_ target: MediaTime?) -> String { target.map { "\($0) s" } ?? "none" }
        return switch self {
        case .sequenceFell(let old, let new):
            ("media sequence numbers from \(old) on", "\(new)")
        case .discontinuitySequence(let due, let stated):
            ("the discontinuity sequence number \(due)", "\(stated)")
        case .targetDuration(let old, let new):
            ("the target duration \(words(old))", words(new))
        case .part(let index, let sequence):
            ("the known part \(index) of segment \(sequence)", "another one")
        case .removedParts(let count, let sequence):
            ("the known parts of segment \(sequence)", "\(count) removed")
        case .partTarget(let old, let new): ("the part target duration \(old) s", "\(new) s")
        case .location(let sequence):
            ("the known location of segment \(sequence)", "another one")
        case .tag(let name, let sequence):
            ("the known \(name) of segment \(sequence)", "another one")
        case .type: ("the same playlist type", "another one")
        case .removal(let count):
            ("an EVENT playlist that keeps its segments", "\(count) removed")
        case .endRemoval(let count):
            ("segments removed only from the start", "\(count) removed from the end")
        case .shortWindow(let length): ("three target durations", "\(length) s")
        case .changeAfterEnd: ("no change after EXT-X-ENDLIST", "a change")
        case .dateRange(let id, let name):
            ("the known \(name) of the date range \(SafeText.quoted(id))", "another one or none")
        case .removedDateRange(let id):
            ("the date range \(SafeText.quoted(id)), which covers listed segments", "none")
        case .skip(let distance, let boundary):
            (
                "an update that lists the last \(boundary) s",
                "one that skips a segment \(distance) s before the end"
            )
        }
    }
}
