import Presentation
import VirtualTime

/// A timeline that never discards a segment, and searches all segments for each answer.
struct NaiveTimeline {
    enum State { case listed, dropped, expired, neverListed }

    struct Entry {
        var number: SegmentNumber
        var duration: MediaTime
        var domain: Int
        var state = State.listed
        var measured: Range<MediaTime>?
    }

    var shift = MediaTime.zero
    private(set) var entries: [Entry] = []
    private(set) var next: SegmentNumber

    init(from first: SegmentNumber) { next = first }

    // MARK: Changes

    mutating func append(
        _ promises: [TrackTimeline.Promise], from first: SegmentNumber, behind hole: MediaTime?
    ) {
        if let hole, entries.contains(where: { $0.state != .dropped }) {
            entries.append(
                Entry(
                    number: next, duration: hole, domain: entries[entries.count - 1].domain,
                    state: .neverListed))
        }
        for (offset, promise) in promises.enumerated() {
            entries.append(
                Entry(
                    number: first.advanced(by: offset), duration: promise.duration,
                    domain: promise.domain))
        }
        next = first.advanced(by: promises.count)
    }

    mutating func drop(before number: SegmentNumber) {
        for index in entries.indices where entries[index].number < number {
            entries[index].state = .dropped
        }
        // A hole before the first listed segment is dropped.
        for index in entries.indices where entries[index].state != .dropped {
            if entries[index].state == .listed { return }
            entries[index].state = .dropped
        }
    }

    mutating func expire(_ numbers: Range<SegmentNumber>) {
        for index in entries.indices where numbers.contains(entries[index].number) {
            if entries[index].state == .listed { entries[index].state = .expired }
        }
        drop(before: entries.first { $0.state == .listed }?.number ?? next)
    }

    mutating func measure(_ number: SegmentNumber, as interval: Range<MediaTime>) {
        guard let index = place(of: number), entries[index].measured == nil else { return }
        entries[index].measured = interval
    }

    // MARK: Answers

    var listed: [Entry] { entries.filter { $0.state == .listed } }

    func place(of number: SegmentNumber) -> Int? {
        entries.firstIndex { $0.number == number && $0.state == .listed }
    }

    func promisedStart(of place: Int) -> MediaTime {
        entries[..<place].reduce(.zero) { $0 + $1.duration }
    }

    func interval(of place: Int) -> Range<MediaTime> {
        let start = start(of: place)
        let next = place + 1
        if next < entries.count, let other = entries[next].measured, sharesDomain(place, next) {
            return start..<max(start, other.lowerBound)
        }
        return start..<start + length(of: place)
    }

    /// Returns the time range of the hole that contains an unlisted entry.
    func hole(around place: Int) -> Range<MediaTime> {
        var first = place
        while entries[first - 1].state != .listed { first -= 1 }
        var after = place
        while entries[after].state != .listed { after += 1 }
        return start(of: first)..<max(start(of: first), start(of: after))
    }

    var end: MediaTime {
        let last = entries.indices.last { entries[$0].state == .listed }
        return last.map { interval(of: $0).upperBound } ?? chainedStart(of: entries.count)
    }

    func overlap(before place: Int) -> Range<MediaTime>? {
        guard place > 0, entries[place - 1].state == .listed, sharesDomain(place - 1, place),
            let own = entries[place].measured, let previous = entries[place - 1].measured,
            previous.upperBound > own.lowerBound + TrackTimeline.tolerance
        else { return nil }
        return own.lowerBound..<max(own.lowerBound, min(previous.upperBound, own.upperBound))
    }

    /// Returns the number of the first segment at a position.
    func number(at time: MediaTime) -> SegmentNumber? {
        for place in entries.indices where entries[place].state != .dropped {
            let entry = entries[place]
            if entry.state == .listed {
                if interval(of: place).upperBound > time { return entry.number }
            } else if hole(around: place).upperBound > time {
                return entry.number
            }
        }
        return nil
    }

    private func sharesDomain(_ left: Int, _ right: Int) -> Bool {
        entries[left].domain == entries[right].domain
            && entries[left].number.epoch == entries[right].number.epoch
    }

    private func start(of place: Int) -> MediaTime {
        entries[place].measured?.lowerBound ?? chainedStart(of: place)
    }

    private func chainedStart(of place: Int) -> MediaTime {
        let promised = promisedStart(of: place)
        guard let anchor = entries[..<place].lastIndex(where: { $0.measured != nil }) else {
            return promised + shift
        }
        return start(of: anchor) + length(of: anchor) + promised - promisedStart(of: anchor + 1)
    }

    private func length(of place: Int) -> MediaTime {
        let promised = entries[place].duration
        guard let own = entries[place].measured else { return promised }
        return own.length < promised - TrackTimeline.tolerance ? promised : own.length
    }
}
