/// A reference from a part to the object that owns it, which does not keep the owner alive.
///
/// The owner clears it when it is released. A weak reference would need no clearing, but it would
/// put all reference counting of the owner on the slow path, and each tick uses several references.
package final class OwnerReference<Owner: AnyObject> {
    /// The owner; `nil` before it is set, and when the owner is gone.
    package unowned var owner: Owner?

    package init() {}
}
