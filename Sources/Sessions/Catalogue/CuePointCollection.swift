/// Cue points in the order of their positions.
///
/// Cue points at one position keep the order in which they were given. The collection is sorted
/// once; a range of positions is found in logarithmic time, and shares the storage of the
/// collection.
public struct CuePointCollection: Sendable {
    private let sorted: [CuePoint]
    private let bounds: Range<Int>

    /// Whether playback ignores the cue points of this collection and does not report them.
    public var ignoreCuePoints = false

    /// Creates a collection.
    ///
    /// - Parameter cuePoints: The cue points, in any order.
    public init(_ cuePoints: some Sequence<CuePoint>) {
        sorted = Self.sort(Array(cuePoints))
        bounds = 0..<sorted.count
    }

    private init(sorted: [CuePoint], bounds: Range<Int>, ignoreCuePoints: Bool) {
        self.sorted = sorted
        self.bounds = bounds
        self.ignoreCuePoints = ignoreCuePoints
    }

    /// The collection without cue points.
    public static let empty = CuePointCollection([])

    /// Returns the cue point at an index, or `nil` for an index outside the collection.
    ///
    /// - Parameter index: The index in the order of positions, counted from zero.
    /// - Returns: The cue point; `nil` when there is none at the index.
    public func cuePoint(atIndex index: Int) -> CuePoint? {
        indices.contains(index) ? self[index] : nil
    }

    /// Returns a collection of the cue points in a range of indices.
    ///
    /// The result shares the storage of this collection.
    func part(_ range: Range<Int>) -> CuePointCollection {
        let shifted = bounds.lowerBound + range.lowerBound..<bounds.lowerBound + range.upperBound
        return CuePointCollection(
            sorted: sorted, bounds: shifted, ignoreCuePoints: ignoreCuePoints)
    }

    /// Returns the cue points in the order of their positions, in a stable sort.
    ///
    /// Input that is already sorted takes linear time.
    private static func sort(_ cuePoints: [CuePoint]) -> [CuePoint] {
        let isSorted = zip(cuePoints, cuePoints.dropFirst()).allSatisfy {
            $0.position <= $1.position
        }
        if isSorted { return cuePoints }
        let order = cuePoints.indices.sorted {
            let (left, right) = (cuePoints[$0].position, cuePoints[$1].position)
            return left == right ? $0 < $1 : left < right
        }
        return order.map { cuePoints[$0] }
    }
}

extension CuePointCollection: RandomAccessCollection {
    /// The index of the first cue point: always zero, even in a filtered collection.
    public var startIndex: Int { 0 }

    /// The number of cue points.
    public var endIndex: Int { bounds.count }

    /// The cue point at an index.
    ///
    /// - Parameter index: An index within the collection, counted from zero.
    public subscript(index: Int) -> CuePoint {
        precondition(index >= 0 && index < bounds.count, "a place within the collection")
        return sorted[bounds.lowerBound + index]
    }
}

extension CuePointCollection: Hashable, ExpressibleByArrayLiteral {
    /// Returns whether two collections have the same cue points, in order, and the same settings.
    public static func == (lhs: CuePointCollection, rhs: CuePointCollection) -> Bool {
        lhs.ignoreCuePoints == rhs.ignoreCuePoints && lhs.elementsEqual(rhs)
    }

    /// Feeds the cue points and ``ignoreCuePoints`` into a hasher.
    ///
    /// - Parameter hasher: The hasher to use.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ignoreCuePoints)
        hasher.combine(count)
        for cuePoint in self { hasher.combine(cuePoint) }
    }

    /// Creates a collection from cue points, which may be given in any order.
    public init(arrayLiteral elements: CuePoint...) {
        self.init(elements)
    }
}
