/// An element of a list in which series of similar elements are stored once.
public protocol Foldable {
    /// The difference of two elements that differ only in numbers.
    associatedtype Distance: Equatable & Sendable

    /// A hash that is equal for similar elements; other elements may have the same hash.
    var likeness: Int { get }

    /// Returns the distance from an earlier element; `nil` unless the two elements are alike.
    func distance(from earlier: Self) -> Distance?

    /// Returns the element that follows this one at a multiple of a distance.
    ///
    /// If the list has an element at this distance, the result must equal it in all properties.
    /// Distances add up: the order in which an element is advanced by two distances does not
    /// matter.
    func advanced(by distance: Distance, times: Int) -> Self
}
