import Formats
import HeadlessPlayback
package import RunResults

extension Expectation {
    /// The reasons why the expectation can never fail or never succeed; empty when it is valid.
    package var invalidParts: [Failure] {
        switch self {
        case .order(let patterns):
            patterns.isEmpty
                ? [Failure(expected: "events in an expected order", found: "none")]
                : patterns.flatMap(\.invalidParts)
        case .count(let pattern, let times): pattern.invalidParts + times.invalidParts
        case .never(let pattern): pattern.invalidParts
        case .requests(_, let times), .jumps(let times), .alteredPlaylists(let times):
            times.invalidParts
        case .cuePoints(let points, _):
            points.isEmpty
                ? [Failure(expected: "cue points that are to be passed", found: "none")] : []
        case .variants(let bandwidths):
            bandwidths.isEmpty
                ? [Failure(expected: "variants that are to be played", found: "none")] : []
        case .subtitles(let cues, _):
            cues.isEmpty ? [Failure(expected: "cues that are to be shown", found: "none")] : []
        case .rate(_, nil, nil, nil):
            [
                Failure(
                    expected: "a bound of the rate of playback, or a rate to reach", found: "none")
            ]
        default: []
        }
    }
}

extension EventPattern {
    /// The reasons why the pattern can never match; empty when it is valid.
    ///
    /// An event with a misspelt name never occurs, so the expectation `never` would always pass.
    package var invalidParts: [Failure] {
        var result: [Failure] = []
        if !EventNames.isKnown(name) {
            let names = EventNames.all + EventNames.trace
            // The label of an offline method, such as `didFinishDownloadWithError`, is longer than
            // the name of its event.
            let nearest =
                nearestWord(to: name, in: names)
                ?? EventNames.offline.filter(name.hasPrefix).max { $0.count < $1.count }
            let hint = nearest.map { ", such as \($0)" } ?? ""
            result.append(Failure(expected: "the name of an event\(hint)", found: name))
        }
        if let session, session < 1 {
            result.append(
                Failure(expected: "a session counted from 1 for \(name)", found: "\(session)"))
        }
        return result
    }
}

extension ClosedRange<Int> {
    fileprivate var invalidParts: [Failure] {
        guard isEverything else { return [] }
        return [
            Failure(
                expected: "a range that excludes some numbers",
                found: "\(lowerBound) times or more")
        ]
    }
}
