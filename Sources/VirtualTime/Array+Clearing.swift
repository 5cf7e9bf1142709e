extension Array {
    /// Removes all elements, and keeps the memory of a short array for the next ones.
    ///
    /// The lists of a turn mostly have one element. To remove elements one after another takes less
    /// time than to replace a range, as `removeAll(keepingCapacity:)` does.
    @inlinable
    package mutating func clear() {
        if count > 1024 {
            self = []
        } else {
            while popLast() != nil {}
        }
    }
}
