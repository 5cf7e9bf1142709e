import HeadlessPlayback
import RunResults
import Scenarios

extension Verdict {
    /// Returns a skipped check for each step that seeks beyond the end of a video.
    ///
    /// Such a seek lands at the end of the video, which is not a failure of the player. The
    /// scenario probably means another position or another asset.
    static func seeksBeyondEnd(_ record: RunRecord) -> [Inspection] {
        let seeks = record.scenario.steps.contains {
            if case .seek = $0.action { true } else { false }
        }
        guard seeks else { return [] }
        let lengths = record.sessions.compactMap { session -> (Int, MediaTime)? in
            let ledger = session.ledger.ledger
            guard ledger.live == nil, let length = ledger.tracks.map(\.length).max(),
                length > .zero
            else { return nil }
            return (session.number, length)
        }
        let ends = Dictionary(lengths) { first, _ in first }
        return record.happenings.compactMap { happening in
            guard case .step(.seek(let target, _, _)) = happening.kind,
                let end = happening.session.flatMap({ ends[$0] }), target > end
            else { return nil }
            return Inspection(
                Check(
                    "scenario.step", "the seek to \(target) s lands at its target",
                    .skipped("the video ends at \(end) s, where the seek lands")))
        }
    }
}
