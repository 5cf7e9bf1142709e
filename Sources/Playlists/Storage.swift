/// A value in one shared place, so that its holders stay small.
///
/// Setting replaces the place, so holders never see one another's changes.
struct Shared<Value: Equatable & Sendable>: Equatable, Sendable {
    private final class Place: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private var place: Place

    init(_ value: Value) { place = Place(value) }

    var value: Value {
        get { place.value }
        set { place = Place(newValue) }
    }

    /// Whether both look at the same place; cheaper than comparing values.
    func isSame(as other: Shared) -> Bool { place === other.place }

    static func == (lhs: Shared, rhs: Shared) -> Bool {
        lhs.place === rhs.place || lhs.place.value == rhs.place.value
    }
}

/// A value that says something about a text rather than about what it means.
///
/// Two models are equal whatever they hold here.
struct Uncompared<Value: Sendable>: Equatable, Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }

    static func == (_: Uncompared, _: Uncompared) -> Bool { true }
}
