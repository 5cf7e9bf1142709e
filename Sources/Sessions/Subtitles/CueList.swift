import VirtualTime

/// Cues in two orders, one by start and one by end; the number of a cue never changes.
struct CueList {
    private var cues: [SubtitleCue] = []
    /// The numbers of the cues in track order: by start, then by descending end, then by arrival.
    private(set) var byStart: [Int] = []
    /// The numbers of the cues, sorted by end time; cues with the same end time are in track order.
    private(set) var byEnd: [Int] = []
    /// The number of sorted cues; cues that were added later are not sorted yet.
    private var sortedCount = 0

    var count: Int { cues.count }

    subscript(number: Int) -> SubtitleCue { cues[number] }

    func start(_ number: Int) -> MediaTime { cues[number].start }

    func end(_ number: Int) -> MediaTime { cues[number].end }

    func isShown(_ number: Int, at place: MediaTime) -> Bool {
        start(number) <= place && place < end(number)
    }

    func inTrackOrder(_ numbers: [Int]) -> [Int] { numbers.sorted(by: startsFirst) }

    /// Adds a cue at the end; ``sort()`` later moves it to its place in the order.
    ///
    /// - Returns: The number of the cue.
    mutating func append(_ cue: SubtitleCue) -> Int {
        cues.append(cue)
        return cues.count - 1
    }

    /// Sorts the cues that were added since the last call.
    mutating func sort() {
        merge(Array(sortedCount..<cues.count))
        sortedCount = cues.count
    }

    /// Changes the interval in which a cue is shown.
    ///
    /// - Parameters:
    ///   - number: The number of the cue.
    ///   - interval: The new interval.
    mutating func move(_ number: Int, to interval: Range<MediaTime>) {
        let isSorted = number < sortedCount
        if isSorted {
            byStart.remove(at: byStart.firstPlace { !startsFirst($0, number) })
            byEnd.remove(at: byEnd.firstPlace { !endsFirst($0, number) })
        }
        cues[number].start = interval.lowerBound
        cues[number].end = interval.upperBound
        if isSorted { merge([number]) }
    }

    private mutating func merge(_ numbers: [Int]) {
        byStart = merged(byStart, numbers, by: startsFirst)
        byEnd = merged(byEnd, numbers, by: endsFirst)
    }

    private func startsFirst(_ left: Int, _ right: Int) -> Bool {
        if start(left) != start(right) { return start(left) < start(right) }
        if end(left) != end(right) { return end(left) > end(right) }
        return left < right
    }

    private func endsFirst(_ left: Int, _ right: Int) -> Bool {
        if end(left) != end(right) { return end(left) < end(right) }
        return startsFirst(left, right)
    }

    /// Merges new numbers into sorted numbers, and returns the sorted result.
    ///
    /// During playback, new numbers usually belong at the end, and this case is fast.
    private func merged(
        _ old: [Int], _ new: [Int], by comesFirst: (Int, Int) -> Bool
    ) -> [Int] {
        let new = new.sorted(by: comesFirst)
        guard let first = new.first else { return old }
        var result = old
        let place = old.firstPlace { comesFirst(first, $0) }
        let tail = result[place...]
        result.removeSubrange(place...)
        var left = tail.startIndex
        for number in new {
            while left < tail.endIndex, comesFirst(tail[left], number) {
                result.append(tail[left])
                left += 1
            }
            result.append(number)
        }
        result.append(contentsOf: tail[left...])
        return result
    }
}
