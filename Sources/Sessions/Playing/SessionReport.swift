/// A report of a session to its controller.
///
/// The controller receives the reports in the order of occurrence.
package enum SessionReport {
    /// An event for all listeners.
    case event(PlaybackEvent.Kind)
    /// A closure that the controller is to call, such as a seek completion or a boundary action.
    ///
    /// A caller of the session supplied the closure.
    case call(() -> Void)
}
