package import Presentation
package import Sessions

/// The player settings that the scenario states itself; they take precedence over every profile.
package struct ExplicitSettings: Sendable {
    /// The size of the buffer; `nil` leaves it to the profile.
    package var buffer: BufferOptimizer?
    /// The changes that the scenario makes to the profile's reactions to failures.
    ///
    /// The profile decides all other reactions.
    package var recovery: [@Sendable (inout RecoveryPolicy) -> Void] = []
    /// The player to model in broadcasts; `nil` leaves the choice to the profile.
    package var live: LiveProfile?

    /// Creates settings in which the profile decides everything.
    package init() {}

    /// Applies the settings that the scenario states itself.
    package func apply(to options: inout PlaybackOptions) {
        if let buffer { options.bufferOptimizer = buffer }
        for change in recovery { change(&options.recovery) }
        if let live { options.live.profile = live }
    }
}

/// A value, with a record of its changes that can be applied to another value.
@dynamicMemberLookup
struct ChangeList<Value: Sendable>: Sendable {
    /// The value.
    private(set) var value: Value
    /// The changes, in order.
    private(set) var changes: [@Sendable (inout Value) -> Void] = []

    /// Creates a list without changes.
    init(_ value: Value) {
        self.value = value
    }

    subscript<Member: Sendable>(
        dynamicMember path: any WritableKeyPath<Value, Member> & Sendable
    ) -> Member {
        get { value[keyPath: path] }
        set {
            value[keyPath: path] = newValue
            changes.append { $0[keyPath: path] = newValue }
        }
    }
}
