import HeadlessPlayback

/// Finds events that a session reports after its `Terminate`.
///
/// Source: `Documentation/Brightcove.md#delegate-and-consumers`.
package struct LateCallbackLint: Lint {
    package static let codes = ["lint.late-callback"]

    private var terminated: Set<Int> = []

    package var followsProgress: Bool { !terminated.isEmpty }

    package init() {}

    package mutating func take(_ happening: Happening) -> [LintFinding] {
        guard case .event(let kind) = happening.kind, let number = happening.session else {
            return []
        }
        if terminated.contains(number) {
            return [
                LintFinding(
                    Self.codes[0], expected: "nothing of session \(number) after its Terminate",
                    found: happening.lifecycle?.type.rawValue ?? happening.name,
                    at: happening.instant, line: happening.line)
            ]
        }
        if case .didReceiveLifecycleEvent(let event) = kind, event.type == .terminate {
            terminated.insert(number)
        }
        return []
    }
}
