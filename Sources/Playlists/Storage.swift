/// A value in shared storage, which keeps its holders small.
///
/// Assignment replaces the storage, so holders do not affect one another.
struct Shared<Value: Equatable & Sendable>: Equatable, Sendable {
    private final class Place: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private var place: Place

    init(_ value: Value) { place = Place(value) }

    var value: Value {
        // The value is lent and not copied, since many readers need one field of it.
        _read { yield place.value }
        set { place = Place(newValue) }
    }

    /// Returns whether both share storage; cheaper than comparing values.
    func isSame(as other: Shared) -> Bool { place === other.place }

    static func == (lhs: Shared, rhs: Shared) -> Bool {
        lhs.place === rhs.place || lhs.place.value == rhs.place.value
    }
}

/// A value that belongs to the text of a model, not to its meaning.
///
/// Equality of models ignores it.
struct Uncompared<Value: Sendable>: Equatable, Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }

    static func == (_: Uncompared, _: Uncompared) -> Bool { true }
}
