package import VirtualTime

/// Where the segments of one media playlist lie on the presentation timeline.
///
/// A playlist promises durations. Once a segment has been demuxed its own timestamps say where it
/// really lies, and everything after it moves along. The timeline has no holes: a segment ends
/// where the next one starts, and media that is not there is found by the ledger.
package struct TrackTimeline: Equatable, Sendable {
    /// What a playlist says of one segment.
    package struct Promise: Equatable, Sendable {
        package var duration: MediaTime
        /// The discontinuity sequence number: segments of one number share a timestamp origin.
        package var domain: Int

        package init(duration: MediaTime, domain: Int) {
            self.duration = duration
            self.domain = domain
        }
    }

    /// How far the end of a segment may be from its promise and still be taken for what it is.
    ///
    /// Longer than any audio frame and than two frames of film; hls.js jumps holes of this size.
    package static let tolerance = MediaTime.milliseconds(100)

    /// How far the whole timeline is off its promise, as the track before it was.
    package var shift: MediaTime = .zero
    private let promises: [Promise]
    private let promisedStarts: [MediaTime]
    private var measured: [Int: Range<MediaTime>] = [:]
    /// The measured segments in ascending order.
    private var measuredIndices: [Int] = []

    /// Creates the timeline that a playlist promises.
    ///
    /// - Parameters:
    ///   - promises: What the playlist says, segment by segment.
    ///   - start: Where the first segment starts.
    package init(promises: [Promise], start: MediaTime = .zero) {
        self.promises = promises
        var starts: [MediaTime] = []
        starts.reserveCapacity(promises.count + 1)
        var time = start
        for promise in promises {
            starts.append(time)
            time += promise.duration
        }
        starts.append(time)
        promisedStarts = starts
    }

    package var count: Int { promises.count }

    /// The discontinuity sequence number of a segment.
    package func domain(of index: Int) -> Int { promises[index].domain }

    /// Where the playlist alone puts a segment.
    package func promisedInterval(of index: Int) -> Range<MediaTime> {
        promisedStarts[index]..<promisedStarts[index + 1]
    }

    /// The end of the last segment, as far as is known.
    package var end: MediaTime {
        promises.isEmpty ? promisedStarts[0] + shift : interval(of: count - 1).upperBound
    }

    /// What the playlist alone promises to last.
    package var promisedDuration: MediaTime { promisedStarts[count] - promisedStarts[0] }

    /// Whether the last segment has been measured, so that the end is not going to move.
    package var isEndMeasured: Bool { measuredIndices.last == count - 1 }

    /// Takes note of where a segment really lies.
    ///
    /// - Parameters:
    ///   - index: The segment.
    ///   - interval: The presentation interval of its samples.
    package mutating func measure(_ index: Int, as interval: Range<MediaTime>) {
        if measured.updateValue(interval, forKey: index) != nil { return }
        let place = measuredIndices.firstIndexSorted { $0 >= index }
        measuredIndices.insert(index, at: place)
    }

    /// Where the samples of a segment lie; `nil` until it has been measured.
    package func measuredInterval(of index: Int) -> Range<MediaTime>? { measured[index] }

    /// The part of a measured segment that the segment before it claims too.
    package func overlap(before index: Int) -> Range<MediaTime>? {
        guard let own = measured[index], let previous = measured[index - 1],
            sharesDomain(index - 1, index), previous.upperBound > own.lowerBound + Self.tolerance
        else { return nil }
        return own.lowerBound..<min(previous.upperBound, own.upperBound)
    }

    /// The segment that the playlist alone puts at a point; the last one for points after it.
    package func promisedIndex(at time: MediaTime) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if promisedStarts[middle + 1] <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Where a segment lies, as far as is known.
    package func interval(of index: Int) -> Range<MediaTime> {
        let start = start(of: index)
        if let next = measured[index + 1], index + 1 < count, sharesDomain(index, index + 1) {
            return start..<max(start, next.lowerBound)
        }
        return start..<start + length(of: index)
    }

    /// The segment that lies at a point.
    ///
    /// - Parameter time: The point.
    /// - Returns: The segment, the first one for points before it, and `nil` at the end and after.
    package func index(at time: MediaTime) -> Int? {
        guard time < end else { return nil }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if interval(of: middle).upperBound <= time { low = middle + 1 } else { high = middle }
        }
        return low < count ? low : nil
    }

    private func start(of index: Int) -> MediaTime {
        if let own = measured[index] {
            return own.lowerBound
        }
        let place = measuredIndices.firstIndexSorted { $0 >= index }
        guard place > 0 else { return promisedStarts[index] + shift }
        let anchor = measuredIndices[place - 1]
        let anchorEnd = (measured[anchor]?.lowerBound ?? promisedStarts[anchor]) + length(of: anchor)
        return anchorEnd + promisedStarts[index] - promisedStarts[anchor + 1]
    }

    /// The length of a segment by itself: measured where that is near the promise or beyond it.
    private func length(of index: Int) -> MediaTime {
        let promised = promises[index].duration
        guard let own = measured[index] else { return promised }
        return own.length < promised - Self.tolerance ? promised : own.length
    }

    private func sharesDomain(_ left: Int, _ right: Int) -> Bool {
        promises[left].domain == promises[right].domain
    }
}

extension [Int] {
    /// The first index of a sorted array at which a predicate holds from there on.
    fileprivate func firstIndexSorted(where holds: (Int) -> Bool) -> Int {
        if let last, !holds(last) { return count }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
