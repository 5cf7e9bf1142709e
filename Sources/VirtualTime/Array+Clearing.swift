extension Array {
    /// Removes all elements, and keeps the memory of a short array for later elements.
    ///
    /// The lists of an event-loop turn mostly have one element, and removing single elements is
    /// faster than replacing a range, as `removeAll(keepingCapacity:)` does.
    @inlinable
    package mutating func clear() {
        if count > 1024 {
            self = []
        } else {
            while popLast() != nil {}
        }
    }
}
