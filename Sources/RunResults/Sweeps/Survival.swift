/// The outcome of a run in which one fault was injected into a request.
package enum Survival: String, CaseIterable, Sendable {
    /// All media was played, as in a run without the fault.
    case survived
    /// All media was played, but the viewer had to wait.
    case recovered
    /// The bytes were changed but still readable, so no check detected the change.
    case unnoticed
    /// Media was lost, and the session's ledger shows the loss.
    case lost
    /// Playback failed, and the app was notified.
    case failed
    /// The player broke a requirement.
    case violation = "VIOLATION"
}
