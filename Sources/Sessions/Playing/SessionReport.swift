/// A report of a session to its controller, in the order of occurrence.
package enum SessionReport {
    /// Something happened that everybody who listens receives.
    case event(PlaybackEvent.Kind)
    /// A closure that one caller left with the session: the completion of a seek, a boundary.
    case call(() -> Void)
}
