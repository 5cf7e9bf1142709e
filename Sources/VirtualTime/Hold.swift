/// Something under way for as long as its hold exists: releasing the hold cancels it.
///
/// A function that starts a request, schedules an event or adds an observer returns a hold. The
/// caller keeps it until the result has arrived. `nil` in place of a hold means that nothing is
/// left to cancel. Holds belong to the loop of their world.
open class Hold {
    /// Creates a hold that cancels by its mere release, for example because it is referenced weakly.
    public init() {}

    /// Creates a hold that runs an action on release.
    ///
    /// - Parameter cancel: Cancels the operation; called once.
    /// - Returns: The hold.
    public static func onRelease(_ cancel: @escaping () -> Void) -> Hold {
        ReleaseAction(cancel)
    }
}

/// A hold with an action.
private final class ReleaseAction: Hold {
    private let cancel: () -> Void

    init(_ cancel: @escaping () -> Void) { self.cancel = cancel }

    deinit { cancel() }
}
