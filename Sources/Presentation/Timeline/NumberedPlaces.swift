import VirtualTime

/// The numbers of a timeline's entries, in order.
///
/// An entry is a segment or a hole. Consecutive numbers are stored as one stretch, so memory does
/// not grow with the number of segments.
struct NumberedPlaces: Equatable, Sendable {
    /// Segments with consecutive numbers, or a hole.
    private struct Stretch: Equatable {
        var first: SegmentNumber
        var places: Range<Int>
        var isHole: Bool
    }

    /// The stretches, in ascending order of both their segment numbers and their indices.
    private var stretches: [Stretch] = []
    /// The number of holes.
    private(set) var holeCount = 0
    /// The segment number after the last segment or hole.
    private(set) var end: SegmentNumber

    init(_ count: Int, from first: SegmentNumber) {
        end = first
        append(count, from: first)
    }

    /// The number of segments and holes.
    var count: Int { stretches.last?.places.upperBound ?? 0 }

    /// The number of the first segment or hole; ``end`` when there is none.
    var first: SegmentNumber { stretches.first?.first ?? end }

    /// The number of stretches: holes, and groups of consecutive segment numbers.
    var stretchCount: Int { stretches.count }

    // MARK: Lookup

    /// Returns the index of the entry with a number, or else of the first entry after that number.
    func place(of number: SegmentNumber) -> Int {
        guard let stretch = stretch(of: number) else { return 0 }
        if stretch.isHole { return stretch.places.lowerBound }
        guard stretch.first.epoch == number.epoch else { return stretch.places.upperBound }
        let (distance, overflow) = number.sequence.subtractingReportingOverflow(
            stretch.first.sequence)
        return overflow || distance >= stretch.places.count
            ? stretch.places.upperBound : stretch.places.lowerBound + distance
    }

    /// Returns the index of a listed segment; `nil` if no listed segment has the number.
    func listedPlace(of number: SegmentNumber) -> Int? {
        guard let stretch = stretch(of: number), !stretch.isHole,
            stretch.first.epoch == number.epoch
        else { return nil }
        let (distance, overflow) = number.sequence.subtractingReportingOverflow(
            stretch.first.sequence)
        let isListed = !overflow && distance < stretch.places.count
        return isListed ? stretch.places.lowerBound + distance : nil
    }

    /// Returns the number of the segment or hole at an index.
    ///
    /// The number of a hole is the number of its first segment. After the last segment or hole, the
    /// result is ``end``.
    func number(at place: Int) -> SegmentNumber {
        guard let stretch = stretch(at: place) else { return end }
        return stretch.first.advanced(by: place - stretch.places.lowerBound)
    }

    /// Returns whether there is a hole at an index.
    func isHole(_ place: Int) -> Bool { holeCount > 0 && stretch(at: place)?.isHole == true }

    /// Returns the epoch of an entry: the number of times that the numbering restarted before it.
    func epoch(at place: Int) -> Int { stretch(at: place)?.first.epoch ?? end.epoch }

    /// Returns the last stretch of numbers that starts at or before a number; `nil` if none does.
    private func stretch(of number: SegmentNumber) -> Stretch? {
        if let last = stretches.last, last.first <= number { return last }
        let next = stretches.firstPlace { $0.first > number }
        return next > 0 ? stretches[next - 1] : nil
    }

    private func stretch(at place: Int) -> Stretch? {
        if let last = stretches.last, last.places.contains(place) { return last }
        let next = stretches.firstPlace { $0.places.upperBound > place }
        return next < stretches.count ? stretches[next] : nil
    }

    // MARK: Changes

    /// Adds segments at the end.
    ///
    /// - Parameters:
    ///   - count: The number of segments.
    ///   - number: The number of the first segment; at or after ``end``.
    mutating func append(_ count: Int, from number: SegmentNumber) {
        precondition(number >= end, "segments are appended in the order of their numbers")
        guard count > 0 else { return }
        let places = self.count..<self.count + count
        if number == end, let last = stretches.last, !last.isHole {
            stretches[stretches.count - 1].places = last.places.lowerBound..<places.upperBound
        } else {
            stretches.append(Stretch(first: number, places: places, isHole: false))
        }
        end = number.advanced(by: count)
    }

    /// Adds a hole at the end; the hole extends to the next segment that is appended.
    mutating func appendHole() {
        stretches.append(Stretch(first: end, places: count..<count + 1, isHole: true))
        holeCount += 1
    }

    /// Removes segments and holes, optionally leaving one hole in their place.
    ///
    /// - Parameters:
    ///   - places: The indices of the removed segments and holes.
    ///   - leavesHole: Whether one hole replaces them.
    mutating func remove(_ places: Range<Int>, leavesHole: Bool) {
        let first = number(at: places.lowerBound)
        var kept: [Stretch] = []
        for stretch in stretches where stretch.places.lowerBound < places.lowerBound {
            kept.append(stretch)
            kept[kept.count - 1].places = stretch.places.clamped(to: 0..<places.lowerBound)
        }
        if leavesHole {
            let place = places.lowerBound
            kept.append(Stretch(first: first, places: place..<place + 1, isHole: true))
        }
        let shift = places.count - (leavesHole ? 1 : 0)
        for stretch in stretches where stretch.places.upperBound > places.upperBound {
            let start = max(stretch.places.lowerBound, places.upperBound)
            kept.append(
                Stretch(
                    first: stretch.first.advanced(by: start - stretch.places.lowerBound),
                    places: start - shift..<stretch.places.upperBound - shift,
                    isHole: stretch.isHole))
        }
        stretches = kept
        holeCount = kept.count { $0.isHole }
    }
}
