/// A reference from a component to its owner; the reference does not keep the owner alive.
///
/// When the owner is released, it clears the reference. A weak reference would not have to be
/// cleared, but it would make all reference counting of the owner slower, and a session uses
/// several references each time that it wakes.
package final class OwnerReference<Owner: AnyObject> {
    /// An object that holds the owner in a constant.
    ///
    /// An unowned variable would be checked for overlapping accesses at each use.
    private final class Target {
        unowned let owner: Owner

        init(_ owner: Owner) { self.owner = owner }
    }

    private var target: Target?

    /// The owner; `nil` before it is set and after it is released.
    package var owner: Owner? {
        get { target?.owner }
        set { target = newValue.map(Target.init) }
    }

    package init() {}
}
