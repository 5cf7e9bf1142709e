/// The outcome of a run in which one fault was injected into a request.
package enum Survival: String, CaseIterable, Sendable {
    /// All media was played, as in a run without the fault.
    case survived
    /// All media was played, but the viewer had to wait.
    case recovered
    /// The fault changed bytes that remained readable, so no check detected the change.
    case unnoticed
    /// Some media was not played, and the session's ledger shows the loss.
    case lost
    /// Playback failed, and the app was notified.
    case failed
    /// The player broke a requirement.
    case violation = "VIOLATION"
}
