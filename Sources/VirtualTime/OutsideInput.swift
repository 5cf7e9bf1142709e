/// Input to a simulated world in real time, such as key presses or messages from other processes.
///
/// A pacer waits for the input between the events of the world, on the thread of the world.
package protocol OutsideInput: AnyObject {
    /// Waits until input arrives or the time has elapsed.
    ///
    /// - Parameter patience: The longest time to wait; zero only checks.
    /// - Returns: Whether there is input.
    func wait(atMost patience: Duration) -> Bool

    /// Handles the available input.
    ///
    /// - Parameter act: Performs a change of the simulated world, at an instant without other
    ///   events. The instant in milliseconds is therefore enough to repeat the change.
    func handle(_ act: (() -> Void) -> Void)

    /// The number of times that the process was stopped; a stop takes no virtual time.
    var suspensions: Int { get }
}
