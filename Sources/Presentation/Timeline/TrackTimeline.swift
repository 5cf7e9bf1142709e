package import VirtualTime

/// The positions of a media playlist's segments on the presentation timeline.
///
/// A playlist declares durations. Once a segment has been demuxed, its timestamps determine its
/// position, and all later segments move with it. Each segment ends where the next one starts, and
/// a `Ledger` determines the missing media.
///
/// Segments are identified by number, because a playlist may add segments at its end and remove
/// them at its start. Segments that expired, or were never listed, can leave a hole between other
/// segments. The memory use is limited by the number of listed segments.
///
/// A day of media has tens of thousands of short segments, so only a few numbers are stored for
/// each segment.
package struct TrackTimeline: Equatable, Sendable {
    /// The duration and the discontinuity domain that a playlist declares for one segment.
    package struct Promise: Equatable, Sendable {
        package var duration: MediaTime
        /// The discontinuity sequence number.
        ///
        /// Segments with the same number share a timestamp origin.
        package var domain: Int

        package init(duration: MediaTime, domain: Int) {
            self.duration = duration
            self.domain = domain
        }
    }

    /// The durations and discontinuity domains that a playlist declares for its segments, in order.
    ///
    /// A day of media has tens of thousands of short segments, so the values are not stored in a
    /// list: each is computed when it is read.
    package struct Promises {
        /// The number of segments.
        let count: Int
        /// A closure that returns the declared duration and domain of the segment at an index.
        ///
        /// Indices count from zero.
        let promise: (Int) -> Promise

        /// Creates the declared durations and domains of a number of segments.
        ///
        /// - Parameters:
        ///   - count: The number of segments.
        ///   - promise: Returns the duration and domain of the segment at an index, from zero.
        package init(count: Int, promise: @escaping (Int) -> Promise) {
            self.count = count
            self.promise = promise
        }

        /// Creates the declared durations and domains from a list with one element per segment.
        package init(_ list: [Promise]) {
            self.init(count: list.count) { list[$0] }
        }
    }

    /// A hole between other segments, left by segments that expired or were never listed.
    struct Hole: Equatable {
        /// The index of the hole among the segments and holes of the timeline.
        var place: Int
        /// The measured start of the first segment in the hole; `nil` if it was not measured.
        var start: MediaTime?
        /// The end of the hole according to measurements inside it; `nil` if there were none.
        var end: MediaTime?
    }

    /// The largest difference between a measured and a declared time that is ignored.
    ///
    /// The tolerance is longer than any audio frame, and longer than two frames of film. hls.js
    /// jumps over gaps of this size.
    package static let tolerance = MediaTime.milliseconds(100)

    /// The distance of all positions from the positions that the playlist's durations predict.
    ///
    /// The distance is copied from the rendition that was played before, or from the main track.
    package var shift: MediaTime = .zero
    /// The numbers of the entries: the segments, and the holes between segments.
    var places: NumberedPlaces
    /// The declared start of each segment and hole of the timeline, and the end of the last one.
    var promisedStarts: [MediaTime]
    var domains: [Int32]
    var measured = MeasuredRuns()
    /// The holes between other segments where segments expired or were never listed, in order.
    var holes: [Hole] = []
    /// The distance of removed segments from the positions that the playlist's durations predict.
    ///
    /// The value is `nil` if none of the removed segments was measured.
    var base: MediaTime?

    /// Creates a timeline with the durations and the discontinuity domains in a playlist.
    ///
    /// - Parameters:
    ///   - promises: The duration and the domain of each segment.
    ///   - first: The number of the first segment.
    ///   - start: The position of the first segment before any segment is measured.
    package init(
        promises: Promises, from first: SegmentNumber = .zero,
        at start: MediaTime = .zero
    ) {
        places = NumberedPlaces(0, from: first)
        promisedStarts = [start]
        domains = []
        append(promises, from: first)
    }

    // MARK: Segments

    /// The bounds of a timeline, as known at one moment.
    package struct Bounds: Equatable, Sendable {
        /// The number after the last segment.
        package let next: SegmentNumber
        /// The end of the media, according to the measurements so far.
        ///
        /// This is the end of the last segment, unless an earlier segment ends later because the
        /// timestamps are out of order.
        package let end: MediaTime
        /// Whether the last segment has been measured, so that the end is final.
        package let isEndMeasured: Bool
        /// The mean of the declared segment durations; zero when there are no segments.
        package let averagePromise: MediaTime
    }

    /// The bounds of the timeline, according to the measurements so far.
    package var bounds: Bounds {
        Bounds(
            next: next, end: furthestEnd, isEndMeasured: isEndMeasured,
            averagePromise: averagePromise)
    }

    private var furthestEnd: MediaTime {
        let end = end
        guard let furthest = measured.furthest, furthest.end > end + Self.tolerance else {
            return end
        }
        return furthest.end
    }

    /// The number of segments, without holes.
    package var count: Int { places.count - places.holeCount }

    /// The number of the first segment; ``next`` when there is none.
    package var first: SegmentNumber { places.first }

    /// The number after the last segment.
    package var next: SegmentNumber { places.end }

    /// The number of the last segment; `nil` when there is none.
    package var last: SegmentNumber? { count > 0 ? places.number(at: places.count - 1) : nil }

    /// The numbers of the segments, in order.
    package var numbers: some Sequence<SegmentNumber> { numbers(in: first..<next) }

    /// Returns the numbers of the segments in a range, in order.
    package func numbers(in range: Range<SegmentNumber>) -> some Sequence<SegmentNumber> {
        let lower = places.place(of: range.lowerBound)
        return (lower..<max(lower, places.place(of: range.upperBound))).lazy
            .filter { [places] in !places.isHole($0) }
            .map { [places] in places.number(at: $0) }
    }

    /// Returns whether the timeline has a segment with a number; holes contain no segments.
    package func contains(_ number: SegmentNumber) -> Bool {
        places.listedPlace(of: number) != nil
    }

    /// Returns the first segment at or after a number; `nil` when there is none.
    package func segment(from number: SegmentNumber) -> SegmentNumber? {
        let place = places.place(of: number)
        // On a timeline, a hole is always followed by a segment.
        let found = places.isHole(place) ? place + 1 : place
        return found < places.count ? places.number(at: found) : nil
    }

    /// Returns the segment directly before another; `nil` if a hole or nothing precedes it.
    package func segment(before number: SegmentNumber) -> SegmentNumber? {
        let place = places.place(of: number) - 1
        return place >= 0 && !places.isHole(place) ? places.number(at: place) : nil
    }

    // MARK: Declared intervals

    /// Returns the discontinuity domain of a segment.
    ///
    /// After a restart of the media sequence numbers, the domains differ from all earlier domains.
    package func domain(of number: SegmentNumber) -> Int {
        guard places.count > 0 else { return 0 }
        return domain(at: min(places.place(of: number), places.count - 1))
    }

    /// Returns the interval that the playlist declares for a segment.
    ///
    /// The result for a segment in a hole is the interval of the hole. The result is empty if the
    /// segment was removed or never listed.
    package func promisedInterval(of number: SegmentNumber) -> Range<MediaTime> {
        let place = places.place(of: number)
        guard place < places.count, places.number(at: place) <= number else {
            return promisedStarts[place]..<promisedStarts[place]
        }
        return promisedStarts[place]..<promisedStarts[place + 1]
    }

    /// The end of the last segment, as predicted by the durations in the playlist.
    package var promisedDuration: MediaTime { promisedStarts[places.count] }

    /// The mean of the declared segment durations; zero when there are no segments.
    package var averagePromise: MediaTime {
        guard places.count > 0 else { return .zero }
        let length = promisedStarts[places.count] - promisedStarts[0]
        return MediaTime(ticks: length.ticks / Int64(places.count))
    }

    /// Returns the number of the segment at a point, according to the durations in the playlist.
    ///
    /// At or after the end of the last segment, the result is ``next``.
    package func promisedNumber(at time: MediaTime) -> SegmentNumber {
        places.number(at: (0..<places.count).firstPlace { promisedStarts[$0 + 1] > time })
    }

    // MARK: Measurements

    /// Records the measured position of a segment; unlisted segments are ignored.
    ///
    /// - Parameters:
    ///   - number: The number of the segment.
    ///   - interval: The presentation interval of the segment's samples; ignored if the segment has
    ///     already been measured.
    package mutating func measure(_ number: SegmentNumber, as interval: Range<MediaTime>) {
        guard let place = places.listedPlace(of: number) else { return }
        measured.insert(interval, at: place, of: places.count)
    }

    /// Records the measured position of a part of a segment; unlisted segments are ignored.
    ///
    /// - Parameters:
    ///   - number: The segment.
    ///   - offset: The distance of the part from the segment's start, according to the playlist.
    ///   - interval: The presentation interval of the samples of the part.
    package mutating func measure(
        partOf number: SegmentNumber, at offset: MediaTime, as interval: Range<MediaTime>
    ) {
        guard let place = places.listedPlace(of: number) else { return }
        // The display times of a part's pictures may differ from the decode times by a few frames.
        // A start that differs only slightly from the expected start therefore does not move the
        // segment.
        let (found, expected) = (interval.lowerBound - offset, start(at: place))
        let isExpected = offset > .zero && max(found - expected, expected - found) <= Self.tolerance
        let start = measured[place]?.lowerBound ?? (isExpected ? expected : found)
        measured.extend(
            min(start, interval.upperBound)..<interval.upperBound, at: place, of: places.count)
    }

    /// Returns the interval of a segment's samples; `nil` until it has been measured.
    package func measuredInterval(of number: SegmentNumber) -> Range<MediaTime>? {
        places.listedPlace(of: number).flatMap { measured[$0] }
    }

    /// Whether the last segment has been measured, so that the end is final.
    package var isEndMeasured: Bool { places.count > 0 && measured.end == places.count }

    /// Returns the part of a measured segment that the previous segment also covers.
    ///
    /// The result is `nil` if either segment is not measured, if the segments do not share a
    /// timestamp origin, or if the overlap is within ``tolerance``.
    package func overlap(before number: SegmentNumber) -> Range<MediaTime>? {
        guard let place = places.listedPlace(of: number), place > 0, sharesDomain(place - 1, place),
            let own = measured[place], let previous = measured[place - 1],
            previous.upperBound > own.lowerBound + Self.tolerance
        else { return nil }
        return own.lowerBound..<max(own.lowerBound, min(previous.upperBound, own.upperBound))
    }

    /// A segment whose media ends at or before the end of earlier segments.
    package struct Displacement: Equatable, Sendable {
        /// The interval of the segment's samples.
        package let interval: Range<MediaTime>
        /// The end of the earlier segments, after which this segment has no media.
        package let end: MediaTime

        package init(interval: Range<MediaTime>, end: MediaTime) {
            self.interval = interval
            self.end = end
        }
    }

    /// Returns the displacement of a measured segment that ends before the end of earlier segments.
    ///
    /// The interval of the segment may be before the start of the timeline. The result is `nil` if
    /// no earlier segment with the same timestamp origin is measured, or if the segment starts at
    /// most ``tolerance`` before the end of the earlier segments.
    package func displacement(of number: SegmentNumber) -> Displacement? {
        guard let place = places.listedPlace(of: number), place > 0, let own = measured[place],
            let end = measuredEnd(before: place), own.upperBound <= end,
            own.lowerBound + Self.tolerance < end
        else { return nil }
        return Displacement(interval: own, end: end)
    }

    /// Returns the end of the segments that precede a segment in its discontinuity domain.
    ///
    /// Usually, this is the end of the measured segment that ends last on the whole timeline. If
    /// that segment is at or after the given place or in another domain, the result is the end of
    /// the directly preceding segment. The result is `nil` if the directly preceding segment is
    /// needed, but is not measured or is in another domain.
    private func measuredEnd(before place: Int) -> MediaTime? {
        if let furthest = measured.furthest, furthest.place < place,
            sharesDomain(furthest.place, place)
        {
            return furthest.end
        }
        return sharesDomain(place - 1, place) ? measured[place - 1]?.upperBound : nil
    }

    // MARK: Positions

    /// The start of the first segment, according to the measurements so far.
    package var start: MediaTime { places.count == 0 ? chainedStart(at: 0) : start(at: 0) }

    /// The end of the last segment, according to the measurements so far.
    package var end: MediaTime {
        places.count == 0 ? chainedStart(at: 0) : interval(at: places.count - 1).upperBound
    }

    /// Returns the interval of a segment, according to the measurements so far.
    ///
    /// - Parameter number: The segment.
    /// - Returns: The interval of the segment. For a segment in a hole, it is the interval of the
    ///   hole. It is empty for a segment that was removed or never listed.
    package func interval(of number: SegmentNumber) -> Range<MediaTime> {
        let place = places.place(of: number)
        guard place < places.count else { return end..<end }
        guard places.number(at: place) <= number else {
            let start = start(at: place)
            return start..<start
        }
        return interval(at: place)
    }

    /// Returns the interval of a listed segment.
    ///
    /// The result is `nil` if the segment was removed, has expired, or was never listed.
    package func listedInterval(of number: SegmentNumber) -> Range<MediaTime>? {
        places.listedPlace(of: number).map(interval(at:))
    }

    /// Returns the number of the segment at a point.
    ///
    /// - Parameter time: The point.
    /// - Returns: The number of the segment. For a point before the first segment, it is the number
    ///   of that segment; for a point in a hole, the first number of the hole. It is `nil` at and
    ///   after the end of the timeline.
    package func number(at time: MediaTime) -> SegmentNumber? {
        guard time < end else { return nil }
        let place = (0..<places.count).firstPlace { interval(at: $0).upperBound > time }
        return place < places.count ? places.number(at: place) : nil
    }

    package static func == (left: TrackTimeline, right: TrackTimeline) -> Bool {
        left.shift == right.shift && left.base == right.base && left.holes == right.holes
            && left.places == right.places && left.domains == right.domains
            && left.promisedStarts == right.promisedStarts
            && (0..<left.places.count).allSatisfy { left.measured[$0] == right.measured[$0] }
    }
}
