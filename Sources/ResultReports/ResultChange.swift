package import RunResults

/// The differences between results and earlier results of the same scenarios.
package struct ResultChange: Sendable, Equatable {
    /// A check of a scenario.
    package struct Place: Hashable, Sendable {
        /// The name of the scenario.
        package let scenario: String
        /// The code and the name of the check.
        package let check: String
        /// The name of the check, and a code that is the same for all versions of `playctl`.
        private let key: String

        fileprivate init(of check: Check, in result: ScenarioResult) {
            scenario = result.name
            self.check = "\(check.code) \(check.name)"
            key = "\(CheckCode.family(of: check.code)) \(check.name)"
        }

        /// Returns whether two values name the same check of the same scenario.
        ///
        /// The values may come from results of different versions of `playctl`, in which one check
        /// may have different codes.
        package static func == (one: Place, other: Place) -> Bool {
            one.scenario == other.scenario && one.key == other.key
        }

        /// Hashes the scenario and the check.
        package func hash(into hasher: inout Hasher) {
            hasher.combine(scenario)
            hasher.combine(key)
        }
    }

    /// The path of the earlier results.
    package let source: String
    /// The checks that fail now and did not fail before.
    package private(set) var new: [Place] = []
    /// The checks that failed before and pass now.
    package private(set) var mended: [Place] = []
    /// The scenarios that had no earlier result.
    package private(set) var added: [String] = []
    /// The scenarios that have an earlier result but were not run now.
    package private(set) var missing: [String] = []
    /// The checks that failed before and are missing now, although the scenario was run.
    package private(set) var unmade: [Place] = []

    /// Compares results.
    ///
    /// - Parameters:
    ///   - results: The results.
    ///   - earlier: The earlier results.
    ///   - source: The path of the earlier results.
    package init(_ results: [ScenarioResult], against earlier: [ScenarioResult], of source: String)
    {
        self.source = source
        let failedBefore = Self.failed(earlier)
        let before = Set(failedBefore)
        let namesBefore = Set(earlier.map(\.name))
        var now: Set<Place> = []
        var made: Set<Place> = []
        for result in results {
            if !namesBefore.contains(result.name) { added.append(result.name) }
            for check in result.checks {
                let place = Place(of: check, in: result)
                made.insert(place)
                guard check.isBad, now.insert(place).inserted else { continue }
                if !before.contains(place) { new.append(place) }
            }
        }
        let names = Set(results.map(\.name))
        missing = earlier.map(\.name).filter { !names.contains($0) }
        for place in failedBefore where names.contains(place.scenario) && !now.contains(place) {
            if made.contains(place) { mended.append(place) } else { unmade.append(place) }
        }
    }

    private static func failed(_ results: [ScenarioResult]) -> [Place] {
        var seen: Set<Place> = []
        return results.flatMap { result in
            result.checks.filter(\.isBad).map { Place(of: $0, in: result) }
        }.filter { seen.insert($0).inserted }
    }

    /// The parts of the comparison that are not empty, each with its title.
    var parts: [(title: String, lines: [String])] {
        func words(_ places: [Place]) -> [String] { places.map { "\($0.scenario): \($0.check)" } }
        return [
            ("failing now", words(new)), ("holding again", words(mended)),
            ("failed before, not checked now", words(unmade)),
            ("not in the earlier results", added),
            ("in the earlier results, not run now", missing),
        ].filter { !$0.1.isEmpty }
    }

    /// The maximum number of lines that are shown for each part of the comparison.
    static let mostLines = 40

    /// The comparison as text.
    package var text: String {
        guard !parts.isEmpty else { return "against \(source): no difference\n" }
        var text = "against \(source):\n"
        for (title, lines) in parts {
            text += "  \(lines.count) \(title)\n"
            for line in lines.prefix(Self.mostLines) { text += "    \(line)\n" }
            if lines.count > Self.mostLines {
                text += "    and \(lines.count - Self.mostLines) more\n"
            }
        }
        return text
    }
}
