import HeadlessPlayback
import Presentation
import RunResults

/// Compares the landing of a seek with the demuxed media.
struct SeekVerdict {
    /// The tolerance for the first position that is reported after the seek.
    private static let tolerance = MediaTime.milliseconds(1)
    /// The longest duration that audio may continue after the last picture.
    ///
    /// If a track ends earlier than another track by at most this duration, no media is reported as
    /// missing.
    private static let longestTail = TrackRecord.edgeTolerance

    let target: SeekTarget
    /// The observed landing of playback, for each run with this seek.
    let landings: [SeekProbe.Landing]
    /// The ledger entries whose values do not add up, from all runs with this seek.
    let imbalances: [String]
    let progressInterval: MediaTime

    /// The checks, in order.
    var checks: [Check] {
        let first = landings.first ?? SeekProbe.Landing()
        var checks = [landing(first)]
        guard let place = first.place else { return checks }
        checks.append(segment(first, place))
        checks.append(progress(first, place))
        let others = landings.dropFirst().filter { $0 != first }
            .map { $0.place.map { "\($0) s" } ?? "nowhere" }
        checks.append(
            check(
                "sweep.seek-repeatable", "it lands the same each time", others.isEmpty,
                "\(place) s each time", others.joined(separator: ", "), first))
        checks.append(
            check(
                "sweep.ledger", "the ledger balances", imbalances.isEmpty, "accounts that balance",
                imbalances.joined(separator: ", "), first))
        return checks
    }

    /// Checks the position at which playback landed after the seek.
    ///
    /// An exact seek must land at its target. Any other seek must land at a sync sample near its
    /// target, or at the target itself.
    private func landing(_ landing: SeekProbe.Landing) -> Check {
        let tolerance = target.precision.tolerance
        let window = target.time - tolerance...target.time + tolerance
        let expected =
            target.precision == .exact
            ? "\(target.time) s"
            : "a sync sample from \(window.lowerBound) to \(window.upperBound) s"
        guard let place = landing.place else {
            return check("sweep.seek-landing", "it lands", false, expected, "nowhere", landing)
        }
        // A seek to the end or to a later position lands at the end.
        let isHeldBack = place == landing.duration && place <= target.time
        let holds =
            switch target.precision {
            case .exact: place == target.time || isHeldBack
            case .near:
                window.contains(place) && (landing.isKeyframe || place == target.time) || isHeldBack
            }
        return check(
            "sweep.seek-landing", "the seek lands at its target", holds, expected, "\(place) s",
            landing
        )
    }

    /// Checks that playback continues with the segment at the landing position.
    private func segment(_ landing: SeekProbe.Landing, _ place: MediaTime) -> Check {
        // No segment follows the last picture, even if the audio continues for a little longer.
        let tail = landing.duration - place
        let isBehindPictures = landing.mainEnd.map { place >= $0 } ?? false
        let isEnd = tail <= .zero || isBehindPictures && tail <= Self.longestTail
        let found = landing.segment.map { "one from \($0.lowerBound) to \($0.upperBound) s" }
        // A segment ends with its last sample. This end may differ from the start of the next
        // segment.
        let holds =
            landing.segment.map {
                place >= $0.lowerBound - TrackTimeline.tolerance
                    && place < $0.upperBound + TrackTimeline.tolerance
            } ?? isEnd
        return check(
            "sweep.seek-segment", "the played segment contains the position", holds,
            "a segment that was read and contains \(place) s", found ?? "none", landing)
    }

    /// Checks that the playhead continues from the landing position.
    private func progress(_ landing: SeekProbe.Landing, _ place: MediaTime) -> Check {
        let limit = place + progressInterval + Self.tolerance
        let holds = landing.progress.map { $0 >= place && $0 <= limit } ?? landing.hasEnded
        return check(
            "sweep.seek-progress", "the playhead continues from the landing position", holds,
            "progress from \(place) to \(limit) s, or the end",
            landing.progress.map { "\($0) s" } ?? "neither", landing)
    }

    private func check(
        _ code: String, _ name: String, _ holds: Bool, _ expected: String, _ found: String,
        _ landing: SeekProbe.Landing
    ) -> Check {
        let failure = Failure(expected: expected, found: found, instant: landing.instant)
        return Check(code, name, holds ? .passed : .failed(failure))
    }
}
