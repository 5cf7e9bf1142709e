package import VirtualTime

/// One track of a programme as an endless sequence of numbered items.
///
/// Queries use divisions and binary searches. The searches cover item numbers, the segments of one
/// loop, and the breaks. The duration of a query thus hardly depends on the length of the
/// broadcast. A *group* is a segment of the sources with the breaks directly before it.
package struct ProgrammeLine: Equatable, Sendable {
    let main: MainStrip
    /// The breaks that occur once, in order.
    private let singles: [BreakRule]
    /// The group of each break that occurs once: the index of the source segment after the break.
    private let groups: [Int]
    /// The totals of the breaks that occur once; index n has the totals of the first n breaks.
    private let totals: [Totals]
    private let rule: BreakRule?
    private let isContinuous: Bool
    /// The lengths of the breaks, by their indices in the programme.
    private let lengths: [MediaTime]
    /// The longest duration of an item.
    let longest: MediaTime

    /// The total items, length and discontinuities of several breaks that occur only once.
    private struct Totals: Equatable {
        var items = 0
        var length = MediaTime.zero
        /// The number of discontinuities at the starts of breaks.
        var starts = 0
        /// The number of discontinuities that exist only because a break ends.
        var ends = 0
    }

    package init(_ programme: Programme, track: Int) {
        let main = MainStrip(sources: programme.sources, track: track, loop: programme.loop)
        let rules = programme.breaks.enumerated().map {
            BreakRule($0.element, index: $0.offset, track: track)
        }
        let rule = rules.first { $0.interval != nil }
        let placed = rules.filter { $0.interval == nil }
            .map { ($0, main.firstIndex(from: $0.position - BreakRule.tolerance)) }
            .sorted { ($0.1, $0.0.position, $0.0.index) < ($1.1, $1.0.position, $1.0.index) }
        self.main = main
        self.rule = rule
        isContinuous = programme.loop == .continuous
        lengths = rules.map(\.strip.length)
        longest = rules.reduce(main.longest) { max($0, $1.strip.longest) }
        singles = placed.map(\.0)
        groups = placed.map(\.1)
        var totals = [Totals()]
        var last: Int?
        for (single, group) in placed {
            var next = totals[totals.count - 1]
            next.items += single.count
            next.length += single.strip.length
            if single.isDiscontinuous {
                next.starts += 1
                let isByRule =
                    rule.flatMap { Self.occurrence(of: $0, in: group, main) } != nil
                    && rule?.isDiscontinuous == true
                if !main.startsDiscontinuity(group), !isByRule, last != group { next.ends += 1 }
                last = group
            }
            totals.append(next)
        }
        self.totals = totals
    }

    /// Returns an item by its number, which is not negative.
    package func item(_ number: Int) -> ProgrammeItem {
        let group = group(of: number)
        var offset = number - firstNumber(of: group)
        var start = self.start(ofGroup: group)
        var zero = timestampZero(beforeGroup: group)
        var ended: BreakRule?
        var jumps = main.startsDiscontinuity(group)
        for (adBreak, occurrence) in breaks(in: group) {
            if adBreak.isDiscontinuous { zero = start }
            if offset < adBreak.count {
                return item(
                    number, of: adBreak, occurrence: occurrence, index: offset, start: start,
                    shift: start - zero, after: offset == 0 ? ended?.index : nil)
            }
            offset -= adBreak.count
            start += adBreak.strip.length
            ended = adBreak
            jumps = jumps || adBreak.isDiscontinuous
        }
        let entry = main.entry(group)
        if jumps { zero = restartedZero(ofGroup: group, from: start) }
        return ProgrammeItem(
            number: number, source: .programme(entry.source), round: group / main.entries.count,
            segment: entry.segment, start: start,
            duration: main.duration(of: group),
            shift: start - zero - entry.offset,
            startsDiscontinuity: jumps, place: nil, endedBreak: ended?.index)
    }

    /// Returns the number of the item at a given time; 0 before the broadcast.
    package func number(at time: MediaTime) -> Int {
        guard time > .zero else { return 0 }
        let latest = main.index(at: time)
        let group =
            hasBreaks
            ? Search.last(in: 0..<latest + 1) { self.start(ofGroup: $0) <= time } ?? 0 : latest
        var number = firstNumber(of: group)
        var start = self.start(ofGroup: group)
        for (adBreak, _) in breaks(in: group) {
            if time < start + adBreak.strip.length {
                return number + adBreak.strip.index(at: time - start)
            }
            number += adBreak.count
            start += adBreak.strip.length
        }
        return number
    }

    /// Returns the number of the first item that starts at a given time or later.
    package func firstNumber(from time: MediaTime) -> Int {
        guard time > .zero else { return 0 }
        let number = number(at: time)
        return item(number).start == time ? number : number + 1
    }

    /// Returns the start of an occurrence of a break; `nil` if the track lacks the occurrence.
    package func start(ofBreak index: Int, occurrence: Int) -> MediaTime? {
        let known = rule?.index == index ? rule : singles.first { $0.index == index }
        guard let known else { return nil }
        let position = known.position + (known.interval ?? .zero) * occurrence
        let group = main.firstIndex(from: position - BreakRule.tolerance)
        var start = start(ofGroup: group)
        for (adBreak, number) in breaks(in: group) {
            if adBreak.index == index { return number == occurrence ? start : nil }
            start += adBreak.strip.length
        }
        return nil
    }

    /// Returns the length of a break, by its index in the programme.
    func length(ofBreak index: Int) -> MediaTime { lengths[index] }

    /// Returns the number of discontinuities at the starts of the items before a given item.
    package func discontinuities(before number: Int) -> Int {
        guard number > 0 else { return 0 }
        let group = group(of: number)
        var count = discontinuities(beforeGroup: group)
        var offset = number - firstNumber(of: group)
        for (adBreak, _) in breaks(in: group) {
            guard offset > 0 else { break }
            if adBreak.isDiscontinuous { count += 1 }
            offset -= adBreak.count
        }
        // The first item of the broadcast has no discontinuity, even if it starts a break.
        let first = breaks(in: 0).first
        return count - (first?.0.isDiscontinuous == true ? 1 : 0)
    }

    private var hasBreaks: Bool { rule != nil || !singles.isEmpty }

    private func item(
        _ number: Int, of adBreak: BreakRule, occurrence: Int, index: Int, start: MediaTime,
        shift: MediaTime, after ended: Int?
    ) -> ProgrammeItem {
        let offset = adBreak.strip.starts[index]
        return ProgrammeItem(
            number: number, source: .adBreak(adBreak.index), round: 0, segment: index,
            start: start + offset,
            duration: adBreak.strip.duration(of: index),
            shift: shift,
            startsDiscontinuity: adBreak.isDiscontinuous && index == 0 && number > 0,
            place: .init(adBreak: adBreak.index, occurrence: occurrence, index: index),
            endedBreak: ended)
    }

    /// Returns the broadcast time that corresponds to timestamp zero in the media before a group.
    ///
    /// Until the next discontinuity, the timestamp of an item is its distance from this time.
    private func timestampZero(beforeGroup group: Int) -> MediaTime {
        guard group > 0, !isContinuous else { return .zero }
        let restart = lastRestart(beforeGroup: group)
        let breaks = breaks(in: restart)
        // The first source segment of the broadcast continues the timestamps of the breaks before
        // it, if none of these breaks has discontinuities.
        guard restart > 0 || breaks.contains(where: { $0.0.isDiscontinuous }) else { return .zero }
        let start = breaks.reduce(start(ofGroup: restart)) { $0 + $1.0.strip.length }
        return restartedZero(ofGroup: restart, from: start)
    }

    /// Returns the broadcast time of timestamp zero after a source segment restarts the timestamps.
    ///
    /// - Parameters:
    ///   - group: The group of the segment.
    ///   - start: The start of the segment.
    /// - Returns: The time, counted from the start of the broadcast.
    private func restartedZero(ofGroup group: Int, from start: MediaTime) -> MediaTime {
        isContinuous ? .zero : start - main.entry(group).offset
    }

    /// Returns the nearest earlier group whose source segment follows a discontinuity.
    ///
    /// Every source starts with a discontinuity, except the source at the start of the broadcast.
    /// The result is 0 if no earlier group follows a discontinuity.
    private func lastRestart(beforeGroup group: Int) -> Int {
        var last = group - 1 - main.entry(group - 1).segment
        if let rule, rule.isDiscontinuous, let interval = rule.interval {
            let count = occurrences(beforeGroup: group)
            if count > 0 {
                let position = rule.position + interval * (count - 1)
                last = max(last, main.firstIndex(from: position - BreakRule.tolerance))
            }
        }
        let place = singles[..<singleCount(beforeGroup: group)].lastIndex { $0.isDiscontinuous }
        return max(last, place.map { groups[$0] } ?? 0)
    }

    private func group(of number: Int) -> Int {
        guard hasBreaks else { return number }
        return Search.last(in: 0..<number + 1) { firstNumber(of: $0) <= number } ?? 0
    }

    private func firstNumber(of group: Int) -> Int {
        group + occurrences(beforeGroup: group) * (rule?.count ?? 0)
            + totals[singleCount(beforeGroup: group)].items
    }

    private func start(ofGroup group: Int) -> MediaTime {
        main.start(of: group)
            + (rule?.strip.length ?? .zero) * occurrences(beforeGroup: group)
            + totals[singleCount(beforeGroup: group)].length
    }

    private func discontinuities(beforeGroup group: Int) -> Int {
        let single = totals[singleCount(beforeGroup: group)]
        var count = main.discontinuities(before: group) + single.starts + single.ends
        if let rule, rule.isDiscontinuous {
            let occurrences = occurrences(beforeGroup: group)
            count += 2 * occurrences - rule.coincidences(of: occurrences, with: main)
        }
        return count
    }

    /// Returns the number of times that the repeating break occurs before a group of items.
    private func occurrences(beforeGroup group: Int) -> Int {
        guard group > 0, let rule else { return 0 }
        return rule.occurrences(upTo: main.start(of: group - 1))
    }

    private func singleCount(beforeGroup group: Int) -> Int {
        (Search.last(in: 0..<groups.count) { groups[$0] < group } ?? -1) + 1
    }

    /// Returns the breaks of a group in order, each with the number of its earlier occurrences.
    private func breaks(in group: Int) -> [(BreakRule, occurrence: Int)] {
        guard hasBreaks else { return [] }
        let range = singleCount(beforeGroup: group)..<singleCount(beforeGroup: group + 1)
        var breaks = singles[range].map { ($0, occurrence: 0) }
        if let rule, let occurrence = Self.occurrence(of: rule, in: group, main) {
            breaks.append((rule, occurrence))
        }
        return breaks
    }

    /// Returns the number of earlier occurrences of a break; `nil` if the group lacks the break.
    private static func occurrence(
        of rule: BreakRule, in group: Int, _ main: MainStrip
    ) -> Int? {
        let before = group > 0 ? rule.occurrences(upTo: main.start(of: group - 1)) : 0
        return rule.occurrences(upTo: main.start(of: group)) > before ? before : nil
    }
}
