package import RunResults

/// The title of a page, which names the files that were run.
package enum PageTitle {
    /// Returns the title of a page for results.
    ///
    /// - Parameter results: The results.
    /// - Returns: The name of a single result, the subject of a sweep, or the first words that all
    ///   names have in common; otherwise the first name and the number of other results.
    package static func text(_ results: [ScenarioResult]) -> String {
        guard let first = results.first else { return "playctl" }
        if results.count == 1 { return first.name }
        if let plain = results.first(where: { $0.swept?.isPlain == true }) {
            let seeks = results.contains { if case .seek = $0.swept { true } else { false } }
            return "\(plain.name): sweep of \(seeks ? "seeks" : "faults")"
        }
        var common = first.name.split(separator: ".")
        for result in results.dropFirst() {
            let words = result.name.split(separator: ".")
            let count = zip(common, words).prefix { $0 == $1 }.count
            common = Array(common.prefix(count))
        }
        if !common.isEmpty { return common.joined(separator: ".") }
        return "\(first.name) and \(PageText.grouped(results.count - 1)) more"
    }
}
