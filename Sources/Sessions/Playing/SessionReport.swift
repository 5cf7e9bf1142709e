/// A report of a session to its controller, in the order of occurrence.
package enum SessionReport {
    /// An event for all listeners.
    case event(PlaybackEvent.Kind)
    /// A closure that one caller left with the session: the completion of a seek, a boundary.
    case call(() -> Void)
}
