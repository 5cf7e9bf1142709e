import VirtualTime

/// The measured intervals of a timeline's entries, found by the index of the entry.
///
/// An entry is a segment or a hole, and its index is called its place. Adjacent measured entries
/// form one run, so playing a playlist from start to end creates a single run.
struct MeasuredRuns: Equatable, Sendable {
    private struct Run: Equatable {
        var first: Int
        var intervals: [Range<MediaTime>]

        var places: Range<Int> { first..<first + intervals.count }
    }

    /// The measured entry that ends last.
    struct Furthest: Equatable {
        /// The index of the entry.
        var place: Int
        /// The end of the entry's measured interval.
        var end: MediaTime
    }

    private var runs: [Run] = []
    /// The measured entry that ends last; `nil` if none is measured.
    private(set) var furthest: Furthest?

    /// The index after the last measured segment or hole; zero when there is none.
    var end: Int { runs.last?.places.upperBound ?? 0 }

    /// The number of intervals for which memory is allocated.
    var capacity: Int { runs.reduce(0) { $0 + $1.intervals.capacity } }

    /// The measured interval of the timeline's entry at an index; `nil` until it is measured.
    ///
    /// An entry is a segment or a hole.
    subscript(place: Int) -> Range<MediaTime>? {
        guard let run = run(before: place + 1) else { return nil }
        let offset = place - runs[run].first
        return offset < runs[run].intervals.count ? runs[run].intervals[offset] : nil
    }

    /// Returns the index of the last measured segment or hole before an index, or `nil`.
    func last(before place: Int) -> Int? {
        run(before: place).map { min(runs[$0].places.upperBound, place) - 1 }
    }

    /// Returns whether any segment or hole in a range of indices has been measured.
    func isAnyMeasured(in places: Range<Int>) -> Bool {
        last(before: places.upperBound).map { $0 >= places.lowerBound } ?? false
    }

    /// Records the measured interval of a segment or hole, unless one is already recorded.
    ///
    /// - Parameters:
    ///   - interval: The interval.
    ///   - place: The index of the entry.
    ///   - count: The number of entries in the timeline.
    mutating func insert(_ interval: Range<MediaTime>, at place: Int, of count: Int) {
        let run = run(before: place + 1)
        if let run, runs[run].places.upperBound >= place {
            if runs[run].places.upperBound == place {
                runs[run].intervals.append(interval)
                noteEnd(interval.upperBound, of: place)
            }
            return
        }
        var intervals: [Range<MediaTime>] = []
        // Most entries are measured eventually, so the array is allocated at its full size.
        // An array that grows would waste its old storage.
        if runs.isEmpty { intervals.reserveCapacity(count - place) }
        intervals.append(interval)
        runs.insert(Run(first: place, intervals: intervals), at: run.map { $0 + 1 } ?? 0)
        noteEnd(interval.upperBound, of: place)
    }

    /// Extends the measured interval of a segment or hole, or records it if none is recorded.
    ///
    /// - Parameters:
    ///   - interval: The additional interval.
    ///   - place: The index of the entry.
    ///   - count: The number of entries in the timeline.
    mutating func extend(_ interval: Range<MediaTime>, at place: Int, of count: Int) {
        guard let run = run(before: place + 1), runs[run].places.contains(place) else {
            return insert(interval, at: place, of: count)
        }
        let known = runs[run].intervals[place - runs[run].first]
        runs[run].intervals[place - runs[run].first] =
            min(
                known.lowerBound, interval.lowerBound)..<max(
                known.upperBound, interval.upperBound)
        noteEnd(interval.upperBound, of: place)
    }

    /// Removes segments and holes, and adjusts the indices of the later segments and holes.
    ///
    /// - Parameters:
    ///   - places: The indices of the removed segments and holes.
    ///   - count: The number of unmeasured holes that replace them.
    mutating func remove(_ places: Range<Int>, leaving count: Int) {
        let shift = places.count - count
        var kept: [Run] = []
        for var run in runs {
            if run.first < places.lowerBound {
                let left = run.intervals.prefix(places.lowerBound - run.first)
                kept.append(Run(first: run.first, intervals: Array(left)))
            }
            let passed = max(0, places.upperBound - run.first)
            guard passed < run.intervals.count else { continue }
            run.intervals.removeFirst(passed)
            run.intervals.releaseSurplus()
            run.first += passed - shift
            kept.append(run)
        }
        runs = kept
        moveFurthest(past: places, by: shift)
    }

    private mutating func noteEnd(_ end: MediaTime, of place: Int) {
        if let furthest, furthest.end >= end { return }
        furthest = Furthest(place: place, end: end)
    }

    /// Updates ``furthest`` after entries were removed.
    private mutating func moveFurthest(past removed: Range<Int>, by shift: Int) {
        guard let place = furthest?.place, place >= removed.lowerBound else { return }
        guard removed.contains(place) else {
            furthest?.place -= shift
            return
        }
        furthest = nil
        for run in runs {
            for (offset, interval) in run.intervals.enumerated() {
                noteEnd(interval.upperBound, of: run.first + offset)
            }
        }
    }

    /// Returns the index of the last run that starts before a place; `nil` if no run does.
    private func run(before place: Int) -> Int? {
        if runs.isEmpty { return nil }
        let next = runs.indices.firstPlace { runs[$0].first >= place }
        return next > 0 ? next - 1 : nil
    }
}

extension Array {
    /// Releases memory when the capacity is several times the number of elements.
    mutating func releaseSurplus() {
        guard capacity > 4 * count + 64 else { return }
        var smaller: [Element] = []
        smaller.reserveCapacity(count)
        smaller.append(contentsOf: self)
        self = smaller
    }
}
