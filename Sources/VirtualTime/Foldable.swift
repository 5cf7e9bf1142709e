/// An element of a list in which series of similar elements are stored once.
public protocol Foldable {
    /// The difference between two elements that differ only in numbers.
    associatedtype Distance: Equatable & Sendable

    /// A hash that is equal for similar elements; other elements may have the same hash.
    var likeness: Int { get }

    /// Returns the distance from an earlier element; `nil` unless the two elements are similar.
    func distance(from earlier: Self) -> Distance?

    /// Returns this element advanced by a multiple of a distance.
    ///
    /// The result must equal, in all properties, the element of the list that it stands for. If an
    /// element is advanced by two distances, their order must not affect the result.
    func advanced(by distance: Distance, times: Int) -> Self
}
