package import VirtualTime

/// The positions of a media playlist's segments on the presentation timeline.
///
/// A playlist promises durations. Once a segment has been demuxed, its timestamps determine its
/// position, and all later segments move with it. The timeline has no holes: each segment ends
/// where the next one starts, and the ledger finds the missing media.
///
/// A day of short segments is tens of thousands of them, so only a few numbers are stored for each.
package struct TrackTimeline: Equatable, Sendable {
    /// The promise of a playlist for one segment.
    package struct Promise: Equatable, Sendable {
        package var duration: MediaTime
        /// The discontinuity sequence number; segments with the same number share a timestamp
        /// origin.
        package var domain: Int

        package init(duration: MediaTime, domain: Int) {
            self.duration = duration
            self.domain = domain
        }
    }

    /// The largest distance between a segment's end and its promise that counts as agreement.
    ///
    /// Longer than any audio frame and than two frames of film; hls.js jumps holes of this size.
    package static let tolerance = MediaTime.milliseconds(100)

    /// The offset of the whole timeline from its promise, taken from the previous track.
    package var shift: MediaTime = .zero
    /// The promised start of each segment, and the end of the last one.
    private var promisedStarts: [MediaTime]
    private var domains: [Int32]
    private var measured: [Range<MediaTime>] = []
    /// The measured segments: sorted runs, each with the index of its first interval.
    private var runs: [(indices: Range<Int>, place: Int)] = []

    /// Creates the timeline that a playlist promises.
    ///
    /// - Parameter promises: The promise for each segment.
    package init(promises: some Collection<Promise>) {
        promisedStarts = []
        domains = []
        promisedStarts.reserveCapacity(promises.count + 1)
        domains.reserveCapacity(promises.count)
        var time = MediaTime.zero
        for promise in promises {
            promisedStarts.append(time)
            domains.append(Int32(truncatingIfNeeded: promise.domain))
            time += promise.duration
        }
        promisedStarts.append(time)
    }

    package var count: Int { domains.count }

    // MARK: Promises

    /// Returns the discontinuity sequence number of a segment.
    package func domain(of index: Int) -> Int { Int(domains[index]) }

    /// Returns the interval that the playlist promises for a segment.
    package func promisedInterval(of index: Int) -> Range<MediaTime> {
        promisedStarts[index]..<promisedStarts[index + 1]
    }

    /// The total duration that the playlist promises.
    package var promisedDuration: MediaTime { promisedStarts[count] }

    /// Returns the segment promised at a point; one past the last for later points.
    package func promisedIndex(at time: MediaTime) -> Int {
        (0..<count).firstPlace { promisedStarts[$0 + 1] > time }
    }

    // MARK: Measurements

    /// Records the measured position of a segment.
    ///
    /// - Parameters:
    ///   - index: The segment.
    ///   - interval: The presentation interval of its samples; the first measurement counts.
    package mutating func measure(_ index: Int, as interval: Range<MediaTime>) {
        if measuredInterval(of: index) != nil { return }
        let next = runs.indices.firstPlace { runs[$0].indices.lowerBound > index }
        if next > 0, runs[next - 1].indices.upperBound == index,
            runs[next - 1].place + runs[next - 1].indices.count == measured.count
        {
            runs[next - 1].indices = runs[next - 1].indices.lowerBound..<index + 1
        } else {
            runs.insert((index..<index + 1, measured.count), at: next)
        }
        // Most segments are measured eventually; a growing array would leave its old storage
        // behind.
        if measured.isEmpty { measured.reserveCapacity(count) }
        measured.append(interval)
    }

    /// Returns the interval of a segment's samples; `nil` until it has been measured.
    package func measuredInterval(of index: Int) -> Range<MediaTime>? {
        guard let run = run(before: index + 1), run.indices.contains(index) else { return nil }
        return measured[run.place + index - run.indices.lowerBound]
    }

    /// Whether the last segment has been measured, so that the end is final.
    package var isEndMeasured: Bool { runs.last?.indices.upperBound == count }

    /// Returns the part of a measured segment that the previous segment claims too.
    package func overlap(before index: Int) -> Range<MediaTime>? {
        guard index > 0, sharesDomain(index - 1, index), let own = measuredInterval(of: index),
            let previous = measuredInterval(of: index - 1),
            previous.upperBound > own.lowerBound + Self.tolerance
        else { return nil }
        return own.lowerBound..<max(own.lowerBound, min(previous.upperBound, own.upperBound))
    }

    // MARK: Positions

    /// The end of the last segment, according to the measurements so far.
    package var end: MediaTime { count == 0 ? shift : interval(of: count - 1).upperBound }

    /// Returns the interval of a segment, according to the measurements so far.
    package func interval(of index: Int) -> Range<MediaTime> {
        let start = start(of: index)
        if index + 1 < count, sharesDomain(index, index + 1),
            let next = measuredInterval(of: index + 1)
        {
            return start..<max(start, next.lowerBound)
        }
        return start..<start + length(of: index)
    }

    /// Returns the segment at a point.
    ///
    /// - Parameter time: The point.
    /// - Returns: The segment; the first one for points before it, and `nil` at the end and after.
    package func index(at time: MediaTime) -> Int? {
        guard time < end else { return nil }
        let index = (0..<count).firstPlace { interval(of: $0).upperBound > time }
        return index < count ? index : nil
    }

    private func start(of index: Int) -> MediaTime {
        if let own = measuredInterval(of: index) { return own.lowerBound }
        guard let anchor = run(before: index).map({ $0.indices.upperBound - 1 }) else {
            return promisedStarts[index] + shift
        }
        return start(of: anchor) + length(of: anchor)
            + (promisedStarts[index] - promisedStarts[anchor + 1])
    }

    /// Returns the length of a segment: measured, if near its promise or longer.
    private func length(of index: Int) -> MediaTime {
        let promised = promisedInterval(of: index).length
        guard let own = measuredInterval(of: index) else { return promised }
        return own.length < promised - Self.tolerance ? promised : own.length
    }

    /// Returns the last run of measured segments that starts before a segment.
    private func run(before index: Int) -> (indices: Range<Int>, place: Int)? {
        let next = runs.indices.firstPlace { runs[$0].indices.lowerBound >= index }
        return next > 0 ? runs[next - 1] : nil
    }

    private func sharesDomain(_ left: Int, _ right: Int) -> Bool {
        domains[left] == domains[right]
    }

    package static func == (left: TrackTimeline, right: TrackTimeline) -> Bool {
        left.shift == right.shift && left.promisedStarts == right.promisedStarts
            && left.domains == right.domains
            && (0..<left.count).allSatisfy {
                left.measuredInterval(of: $0) == right.measuredInterval(of: $0)
            }
    }
}
