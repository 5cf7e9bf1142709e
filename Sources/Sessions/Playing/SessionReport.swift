/// A report of a session to its controller, in the order of occurrence.
package enum SessionReport {
    /// An event for all listeners.
    case event(PlaybackEvent.Kind)
    /// A closure to call that a caller supplied, such as a seek completion or a boundary action.
    case call(() -> Void)
}
