package import VirtualTime

/// The timeline by the places of segments in a playlist that never changes.
extension TrackTimeline {
    package func domain(of index: Int) -> Int { domain(at: index) }
    package func promisedInterval(of index: Int) -> Range<MediaTime> {
        promisedInterval(of: places.number(at: index))
    }
    package func promisedIndex(at time: MediaTime) -> Int {
        places.place(of: promisedNumber(at: time))
    }
    package mutating func measure(_ index: Int, as interval: Range<MediaTime>) {
        measure(places.number(at: index), as: interval)
    }
    package func measuredInterval(of index: Int) -> Range<MediaTime>? { measured[index] }
    package func overlap(before index: Int) -> Range<MediaTime>? {
        overlap(before: places.number(at: index))
    }
    package func interval(of index: Int) -> Range<MediaTime> { interval(at: index) }
    package func index(at time: MediaTime) -> Int? { number(at: time).map(places.place(of:)) }
}
