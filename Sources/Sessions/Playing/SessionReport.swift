/// A report of a session to its controller, in the order of occurrence.
package enum SessionReport {
    /// An event for all listeners.
    case event(PlaybackEvent.Kind)
    /// A closure registered by a caller: the completion of a seek, or a boundary.
    case call(() -> Void)
}
