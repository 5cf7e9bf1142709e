/// Input from outside of a world on real time, such as keys or messages of other processes.
///
/// A pacer waits for it between the events of the world, on the thread of the world.
package protocol OutsideInput: AnyObject {
    /// Waits until there is input, or the time has passed.
    ///
    /// - Parameter patience: The longest time to wait; zero only looks.
    /// - Returns: Whether there is input.
    func wait(atMost patience: Duration) -> Bool

    /// Handles the input that there is.
    ///
    /// - Parameter act: Runs what changes the world, at an instant at which nothing else happens, so
    ///   that it can be repeated from its time in milliseconds.
    func handle(_ act: (() -> Void) -> Void)

    /// The number of times that the process was stopped, during which no time passed for the world.
    var suspensions: Int { get }
}
