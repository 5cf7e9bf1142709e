import Presentation
import Testing
import VirtualTime

/// A timeline with a moving window, compared with a timeline that keeps all segments.
@Suite struct TimelineModelTests {
    @Test(arguments: UInt64(1)...40)
    func `agrees with a model timeline that keeps all segments`(seed: UInt64) {
        var pair = TimelinePair(seed: seed)
        for step in 0..<60 {
            let change = pair.change()
            let differences = pair.differences()
            guard differences.isEmpty else {
                Issue.record("seed \(seed), step \(step), \(change): \(differences)")
                return
            }
        }
        // The comparison is meaningful only if segments have been removed from the timeline.
        #expect(pair.model.entries.count > pair.model.listed.count)
    }
}

/// The timeline under test and a model timeline, which receive the same changes.
private struct TimelinePair {
    var random: SeededRandom
    var timeline: TrackTimeline
    var model: NaiveTimeline
    var domain = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        let first = SegmentNumber(Int.random(in: 0...20, using: &random))
        timeline = TrackTimeline(promises: [TrackTimeline.Promise](), from: first)
        model = NaiveTimeline(from: first)
    }

    mutating func change() -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: append()
        case 25..<65: measure()
        case 65..<80: drop()
        case 80..<92: expire()
        default: shift()
        }
    }

    private mutating func append() -> String {
        let promises = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            if Int.random(in: 0..<6, using: &random) == 0 { domain += 1 }
            return TrackTimeline.Promise(
                duration: .milliseconds(Int64.random(in: 1000...6000, using: &random)),
                domain: domain)
        }
        var first = timeline.next
        var hole: MediaTime?
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            first = first.advanced(by: Int.random(in: 1...9, using: &random))
            hole = .milliseconds(Int64.random(in: 500...9000, using: &random))
        case 2:
            first = SegmentNumber(Int.random(in: 0...9, using: &random), epoch: first.epoch + 1)
            domain = 0
        case 3:
            first = SegmentNumber(0, epoch: first.epoch + 1)
            hole = .seconds(3)
        default: break
        }
        model.append(promises, from: first, behind: hole)
        if let hole {
            timeline.append(promises, from: first, behind: hole)
        } else {
            timeline.append(promises, from: first)
        }
        return "append \(promises.count) from \(first), hole \(hole.map { "\($0)" } ?? "none")"
    }

    private mutating func measure() -> String {
        guard let entry = model.entries.randomElement(using: &random) else { return "nothing" }
        let jitter = MediaTime.milliseconds(Int64.random(in: -200...200, using: &random))
        let start = model.place(of: entry.number).map { model.interval(of: $0).lowerBound }
        let from = (start ?? .zero) + jitter
        let length = max(
            entry.duration + .milliseconds(Int64.random(in: -300...300, using: &random)),
            .milliseconds(700))
        timeline.measure(entry.number, as: from..<from + length)
        model.measure(entry.number, as: from..<from + length)
        return "measure \(entry.number)"
    }

    private mutating func drop() -> String {
        let listed = model.listed
        guard listed.count > 3 || Int.random(in: 0..<6, using: &random) == 0 else {
            return "nothing"
        }
        let all = listed.map(\.number) + [timeline.next]
        let number = all[Int.random(in: 0..<min(all.count, 6), using: &random)]
        timeline.drop(before: number)
        model.drop(before: number)
        return "drop before \(number)"
    }

    private mutating func expire() -> String {
        let numbers = model.listed.map(\.number)
        guard numbers.count > 3 else { return "nothing" }
        let lower = Int.random(in: 0..<numbers.count - 2, using: &random)
        let upper = Int.random(in: lower + 1..<numbers.count, using: &random)
        timeline.expire(numbers[lower]..<numbers[upper])
        model.expire(numbers[lower]..<numbers[upper])
        return "expire \(numbers[lower])..<\(numbers[upper])"
    }

    private mutating func shift() -> String {
        let shift = MediaTime.milliseconds(Int64.random(in: -2000...2000, using: &random))
        timeline.shift = shift
        model.shift = shift
        return "shift \(shift)"
    }

    // MARK: Comparing

    func differences() -> [String] {
        var found: [String] = []
        func compare<Value: Equatable>(_ what: String, _ one: Value, _ other: Value) {
            if one != other { found.append("\(what): \(one), expected \(other)") }
        }
        let listed = model.listed
        compare("numbers", Array(timeline.numbers), listed.map(\.number))
        compare("count", timeline.count, listed.count)
        compare("next", timeline.next, model.next)
        compare("end", timeline.end, model.end)
        compare("last", timeline.last, listed.last?.number)
        compare("isEndMeasured", timeline.isEndMeasured, listed.last?.measured != nil)
        for (place, entry) in model.entries.enumerated() {
            let number = entry.number
            switch entry.state {
            case .listed:
                let start = model.promisedStart(of: place)
                compare(
                    "interval \(number)", timeline.interval(of: number), model.interval(of: place))
                compare(
                    "promise \(number)", timeline.promisedInterval(of: number),
                    start..<start + entry.duration)
                compare("measured \(number)", timeline.measuredInterval(of: number), entry.measured)
                compare(
                    "overlap \(number)", timeline.overlap(before: number),
                    model.overlap(before: place))
                compare("contains \(number)", timeline.contains(number), true)
                compare("from \(number)", timeline.segment(from: number), number)
            case .expired, .neverListed:
                compare("hole \(number)", timeline.interval(of: number), model.hole(around: place))
                // For a number in a hole, the result is the first listed segment after that hole.
                let later = listed.first { $0.number >= number }?.number
                compare("from \(number)", timeline.segment(from: number), later)
            case .dropped:
                compare("length \(number)", timeline.interval(of: number).length, .zero)
            }
        }
        compare("promised", timeline.promisedDuration, model.promisedStart(of: model.entries.count))
        for time in stride(from: timeline.start.ticks, to: timeline.end.ticks, by: 1_234_567_891) {
            let time = MediaTime(ticks: time)
            let one = timeline.number(at: time)
            let other = model.number(at: time)
            let isSame =
                one == other
                || one.map { timeline.interval(of: $0) } == other.map { timeline.interval(of: $0) }
            if !isSame {
                found.append(
                    "at \(time): \(String(describing: one)), expected \(String(describing: other))")
            }
        }
        return found
    }
}
