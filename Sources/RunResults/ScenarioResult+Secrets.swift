import Formats
import HeadlessPlayback

extension ScenarioResult {
    /// Returns the result for reports, with the secret parts of every URL hidden.
    ///
    /// - Returns: The result, in which only texts are changed.
    package func withoutSecrets() -> ScenarioResult {
        var result = self
        // In file names, `a?b=c` is not a relative location with a query, so only absolute
        // locations are cleaned. The locations of assets in a command are already without secrets.
        result.name = SafeText.cleaned(name, relative: false)
        result.file = file.map { SafeText.cleaned($0, relative: false) }
        result.command = SafeText.cleaned(command, relative: false)
        result.assets = assets.map(SafeText.url)
        result.trace = trace.map { SafeText.cleaned($0) }
        // Only a check that may contain secrets is replaced, because the first replacement copies
        // the list of checks if another result shares it.
        for index in checks.indices where checks[index].mayHaveSecrets {
            result.checks[index] = checks[index].withoutSecrets()
        }
        for index in result.histories.indices { result.histories[index].removeSecrets() }
        return result
    }
}

extension Check {
    /// Whether a text of the check may contain a URL.
    fileprivate var mayHaveSecrets: Bool {
        guard case .passed = outcome else { return true }
        return SafeText.mayNeedCleaning(words.subject)
    }

    fileprivate func withoutSecrets() -> Check {
        let outcome: Outcome =
            switch self.outcome {
            case .passed: .passed
            case .failed(let failure): .failed(failure.withoutSecrets())
            case .broken(let failure): .broken(failure.withoutSecrets())
            case .known(let failure, let bug):
                .known(failure.withoutSecrets(), bug: bug.map { SafeText.cleaned($0) })
            case .skipped(let reason): .skipped(SafeText.cleaned(reason))
            }
        return Check(code, of: SafeText.cleaned(words.subject), words.claim, outcome)
    }
}

extension Failure {
    fileprivate func withoutSecrets() -> Failure {
        var failure = self
        failure.problem = problem.map { SafeText.cleaned($0) }
        failure.expected = SafeText.cleaned(expected)
        failure.found = SafeText.cleaned(found)
        failure.context = context.map { line in
            var line = line
            line.text = SafeText.cleaned(line.text)
            return line
        }
        return failure
    }
}

extension SessionHistory {
    fileprivate mutating func removeSecrets() {
        title = SafeText.cleaned(title)
        ledger = SafeText.cleaned(ledger)
        for index in occurrences.indices {
            occurrences[index].text = SafeText.cleaned(occurrences[index].text)
        }
        for index in marks.indices where marks[index].kind != .subtitle {
            marks[index].text = SafeText.cleaned(marks[index].text)
        }
        for index in stills.indices { stills[index].text = SafeText.cleaned(stills[index].text) }
    }
}
