/// The outcome of a run in which one request received a fault.
package enum Survival: String, CaseIterable, Sendable {
    /// Everything was played, as if nothing had gone wrong.
    case survived
    /// Everything was played, and the viewer had to wait.
    case recovered
    /// The bytes were wrong and no check detected it: they could be read.
    case unnoticed
    /// Media was lost, and the accounts list it.
    case lost
    /// Playback failed, and the app was notified.
    case failed
    /// The player did something that it must never do.
    case violation = "VIOLATION"
}
