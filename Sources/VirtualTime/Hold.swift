/// An object that keeps an operation in progress; releasing it cancels the operation.
///
/// A function that starts a request, schedules an event or adds an observer returns a hold. The
/// caller keeps it until the result has arrived. `nil` instead of a hold means that there is
/// nothing to cancel. Holds belong to the event loop of their simulated world.
open class Hold {
    /// Creates a hold without an action.
    ///
    /// It is for operations that refer to the hold weakly and check whether it still exists.
    public init() {}

    /// Creates a hold that runs an action on release.
    ///
    /// - Parameter cancel: Cancels the operation; called once.
    /// - Returns: The hold.
    public static func onRelease(_ cancel: @escaping () -> Void) -> Hold {
        ReleaseAction(cancel)
    }
}

/// A hold that runs an action on release.
private final class ReleaseAction: Hold {
    private let cancel: () -> Void

    init(_ cancel: @escaping () -> Void) { self.cancel = cancel }

    deinit { cancel() }
}
