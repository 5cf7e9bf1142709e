import HeadlessPlayback

extension [MediaTime] {
    /// Returns the element of a sorted list nearest to a position; `nil` in an empty list.
    func nearest(to place: MediaTime) -> MediaTime? {
        let next = firstPlace { $0 >= place }
        guard next < count else { return last }
        guard next > 0, place - self[next - 1] < self[next] - place else { return self[next] }
        return self[next - 1]
    }

    /// Returns the elements of this sorted list that have no near element in another list.
    ///
    /// - Parameters:
    ///   - other: The other list, which is also sorted.
    ///   - tolerance: The largest distance at which two elements count as near.
    /// - Returns: The elements that have no near element in `other`.
    func missing(from other: [MediaTime], tolerance: MediaTime) -> [MediaTime] {
        var next = 0
        return filter { place in
            while next < other.count, other[next] < place - tolerance { next += 1 }
            return next == other.count || other[next] > place + tolerance
        }
    }
}
