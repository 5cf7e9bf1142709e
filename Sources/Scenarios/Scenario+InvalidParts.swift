import Formats
import HeadlessPlayback
import LiveOrigin
package import RunResults
import Sessions
import Transport
import VirtualTime

extension Scenario {
    /// The reasons why the scenario cannot run, or why its result cannot be trusted.
    ///
    /// The list is empty when the scenario is valid.
    package var invalidParts: [Failure] {
        invalidSteps + invalidKnownIssues + otherInvalidParts + invalidBroadcasts
            + invalidService
    }

    private var invalidBroadcasts: [Failure] {
        var result: [Failure] = []
        let broadcasts = assets.compactMap(\.live)
        let recordings = assets.compactMap(\.recording)
        for (place, recording) in recordings.enumerated()
        where recordings[..<place].contains(where: { $0.url == recording.url })
            || broadcasts.contains(where: { $0.url == recording.url })
        {
            result.append(
                Failure(
                    expected: "recordings and broadcasts with different names",
                    found: "a second \(SafeText.url(recording.url))", line: recording.line))
        }
        for asset in assets where !recordings.isEmpty && ResourceScheme(of: asset.url).isRemote {
            result.append(
                Failure(
                    expected: "no asset on a server besides a recording, which answers for servers",
                    found: SafeText.url(asset.url)))
        }
        for (index, expectation) in expectations.enumerated()
        where broadcasts.isEmpty && recordings.isEmpty && expectation.isOfBroadcasts {
            result.append(
                Failure(
                    expected: "a broadcast among the assets, which this is expected of",
                    found: "none", line: lines.line(of: index, in: \.expectations)))
        }
        for (place, broadcast) in broadcasts.enumerated()
        where broadcasts[..<place].contains(where: { $0.id == broadcast.id }) {
            result.append(
                Failure(
                    expected: "broadcasts with different ids", found: "a second \(broadcast.id)",
                    line: broadcast.line))
        }
        for asset in assets where ResourceScheme(of: asset.url) == .live {
            guard !broadcasts.contains(where: { asset.url.hasPrefix($0.root + "/") }),
                !recordings.contains(where: { asset.url == $0.url })
            else {
                continue
            }
            result.append(
                Failure(expected: "a location of a broadcast here", found: SafeText.url(asset.url)))
        }
        if lacksEnd {
            result.append(
                Failure(
                    expected: "a step with a time, a stop or a time limit, because the broadcast"
                        + " does not end",
                    found: "none",
                    line: broadcasts.first { $0.isEndless }?.line ?? recordings.first?.line))
        }
        return result
    }

    private var invalidSteps: [Failure] {
        steps.enumerated().flatMap { place, step -> [Failure] in
            var result: [Failure] = []
            let number = lines.number(ofStep: place)
            let name = "step \(number) (\(step.action.text(in: assets).verb))"
            for asset in step.action.assets where !assets.indices.contains(asset) {
                result.append(
                    Failure(
                        expected: "one of \(assets.count) assets in \(name)", found: "\(asset)"))
            }
            switch step.trigger {
            case .afterPrevious where place == 0:
                result.append(Failure(expected: "a step before \(name)", found: "none"))
            case .event(_, let occurrence) where occurrence < 1:
                result.append(
                    Failure(
                        expected: "an occurrence of 1 or more in \(name)", found: "\(occurrence)"))
            case .time(let time) where time < .zero, .behind(let time) where time < .zero,
                .afterPrevious(let time) where time < .zero:
                result.append(Failure(expected: "no negative time in \(name)", found: "\(time)"))
            case .time(let time) where time >= .longest, .behind(let time) where time >= .longest,
                .afterPrevious(let time) where time >= .longest:
                result.append(
                    Failure(
                        expected: "a time of less than 414 years in \(name)",
                        found: "a longer time, or one that is not a number"))
            case .event(let pattern, _): result += pattern.invalidParts
            default: break
            }
            return result.map { $0.at(line: lines.line(of: place, in: \.steps)) }
        }
    }

    private var invalidKnownIssues: [Failure] {
        knownIssues.enumerated().flatMap { index, issue -> [Failure] in
            var result: [Failure] = []
            if issue.isSometimes, issue.bug?.isEmpty != false {
                result.append(
                    Failure(
                        expected: "the address of the bug of \(issue.code), which occurs sometimes",
                        found: "none"))
            }
            if !CheckCode.isKnown(issue.code) {
                result.append(
                    Failure(expected: "the code of a check in a known issue", found: issue.code))
            }
            if issue.text.isEmpty {
                result.append(
                    Failure(
                        expected: "a part of the text of the failure of \(issue.code)",
                        found: "none")
                )
            }
            if issue.times < 1 {
                result.append(
                    Failure(
                        expected: "one failure or more of \(issue.code)", found: "\(issue.times)"))
            }
            return result.map { $0.at(line: lines.line(of: index, in: \.knownIssues)) }
        }
    }

    private var otherInvalidParts: [Failure] {
        var result = invalidAssets + misplacedOptions
        let keys = player.keys.given.values.map(\.count) + [player.keys.single?.count ?? 16]
        if let count = keys.sorted().first(where: { $0 != 16 }) {
            result.append(Failure(expected: "keys of 16 bytes", found: "\(count) bytes"))
        }
        if let timeLimit, timeLimit <= .zero {
            result.append(Failure(expected: "a time limit above zero", found: "\(timeLimit)"))
        }
        for (index, threshold) in thresholds.enumerated() {
            for name in threshold.profiles where PlayerProfile.named(name) == nil {
                result.append(
                    Failure(
                        expected: "the name of a player in a threshold", found: name,
                        line: lines.line(of: index, in: \.thresholds)))
            }
        }
        let hasOfflineSteps = steps.contains { $0.action.isOffline }
        for (index, expectation) in expectations.enumerated() {
            let line = lines.line(of: index, in: \.expectations)
            result += expectation.invalidParts.map { $0.at(line: line) }
            if service == nil, let name = expectation.nameOfService {
                result.append(
                    Failure(expected: "a playback service, for \(name)", found: "none", line: line))
            }
            if !hasOfflineSteps, let name = expectation.nameOfDownload {
                result.append(
                    Failure(
                        expected: "a step with a download, for \(name)", found: "none", line: line)
                )
            }
            if case .download(let place, _) = expectation, !assets.indices.contains(place) {
                result.append(
                    Failure(
                        expected: "one of \(assets.count) assets in an expected download",
                        found: "\(place)", line: line))
            }
        }
        return result
    }
}

extension Scenario {
    /// The failures for options of the player that the surroundings of the scenario replace.
    fileprivate var misplacedOptions: [Failure] {
        var result: [Failure] = []
        if player.options.network != .unlimited {
            result.append(
                Failure(
                    expected:
                        "the network in the surroundings, which replaces the one in the options",
                    found: "a network in the options of the player"))
        }
        if !player.options.faults.isEmpty {
            result.append(
                Failure(
                    expected: "faults in the surroundings, which replace the faults of the options",
                    found: "\(player.options.faults.count.counted("fault")) in the options of the"
                        + " player"))
        }
        return result
    }

    /// The failures for assets that are missing or that would never be used.
    fileprivate var invalidAssets: [Failure] {
        if assets.isEmpty { return [Failure(expected: "assets to play", found: "none")] }
        let actions = steps.map(\.action)
        guard actions.contains(where: \.saysWhatIsPlayed) else { return [] }
        let located = actions.compactMap { $0.location.flatMap(assets.place(at:)) }
        return unreferencedAssets.filter { !located.contains($0) }.map { place in
            Failure(
                expected: "a step or an expected download of \(assets.name(of: place))",
                found: "none, although steps select the played assets")
        }
    }

    /// The indices of assets to which neither a step nor a download expectation refers by index.
    ///
    /// A command from outside the app may still refer to one of these assets by its location.
    package var unreferencedAssets: [Int] {
        let expected = expectations.compactMap { expectation -> Int? in
            guard case .download(let place, _) = expectation else { return nil }
            return place
        }
        let used = Set(steps.flatMap(\.action.assets) + expected)
        return assets.indices.filter { !used.contains($0) }
    }
}

extension Expectation {
    /// Whether the expectation can fail only for a broadcast, and is met by every video on demand.
    fileprivate var isOfBroadcasts: Bool {
        switch self {
        case .latency, .jumps, .allowedBroadcast: true
        default: false
        }
    }

    /// The name of the pattern's event if only a playback service causes it; otherwise `nil`.
    fileprivate var nameOfService: String? { countedName(in: EventNames.service) }

    /// The name of the pattern's event if only downloads cause it; otherwise `nil`.
    fileprivate var nameOfDownload: String? { countedName(in: EventNames.offline) }

    /// Returns the name of the event that must occur a number of times, or never.
    ///
    /// The result is `nil` for other expectations, and if the name is not one of the given names.
    private func countedName(in names: [String]) -> String? {
        switch self {
        case .count(let pattern, _), .never(let pattern):
            names.contains(pattern.name) ? pattern.name : nil
        default: nil
        }
    }
}

extension Failure {
    fileprivate func at(line: Int?) -> Failure {
        var copy = self
        copy.line = line
        return copy
    }
}
