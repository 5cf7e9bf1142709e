/// A value in shared storage, which keeps the types that contain it small.
///
/// A copy shares the storage until its value is changed. A change replaces the storage of that copy
/// only.
struct Shared<Value: Equatable & Sendable>: Equatable, Sendable {
    private final class Place: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private var place: Place

    init(_ value: Value) { place = Place(value) }

    var value: Value {
        // The value is read in place and not copied, since many readers need only one field of it.
        _read { yield place.value }
        set { place = Place(newValue) }
    }

    /// Returns whether two values share their storage, without the cost of comparing them.
    func isSame(as other: Shared) -> Bool { place === other.place }

    static func == (lhs: Shared, rhs: Shared) -> Bool {
        lhs.place === rhs.place || lhs.place.value == rhs.place.value
    }
}

/// A value in a playlist model that concerns the text and not the meaning of the playlist.
///
/// Equality of models ignores such values: any two of them are equal.
struct Uncompared<Value: Sendable>: Equatable, Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }

    static func == (_: Uncompared, _: Uncompared) -> Bool { true }
}
