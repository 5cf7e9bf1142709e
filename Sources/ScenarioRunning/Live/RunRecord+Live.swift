import Formats
import HeadlessPlayback
import LiveOrigin
import Presentation
package import RunResults
import Scenarios
import Sessions

extension RunRecord {
    /// The checks of broadcasts (requests and responses), before known issues are applied.
    package var broadcastChecks: [Check] { broadcastInspections.map(\.settled) }

    /// The checks of the player's requests to broadcasts, and of the responses to them.
    var broadcastInspections: [Inspection] {
        BroadcastLints(self, broadcastRequests ?? BroadcastInspector.Result()).all
    }

    /// Returns a defect if the run ended before an instant; otherwise `nil`.
    func unreached(_ instant: Instant, _ expected: String) -> Defect? {
        guard instant > end else { return nil }
        return defect(
            expected: "\(expected) at \(instant)", found: "the run ended at \(end)",
            at: happenings.last)
    }

    /// Returns a defect if the duration reported last before an instant is not the expected one.
    func duration(at instant: Instant, _ expected: MediaTime, _ tolerance: MediaTime) -> [Defect] {
        let name = "duration \(expected)"
        if let defect = unreached(instant, name) { return [defect] }
        var last: (happening: Happening, duration: MediaTime)?
        for happening in happenings where happening.instant <= instant {
            if case .event(.didChangeDuration(let duration)) = happening.kind {
                last = (happening, duration)
            }
        }
        guard let (happening, found) = last else {
            return [defect(expected: "\(name) at \(instant)", found: "none")]
        }
        guard !found.isNear(expected, tolerance) else { return [] }
        return [
            defect(
                expected: "\(name) ± \(tolerance) at \(instant)", found: "\(found)", at: happening)
        ]
    }

    /// Returns a defect if the seekable range at an instant is not the expected one.
    func seekable(
        at instant: Instant, _ expected: Range<MediaTime>, _ tolerance: MediaTime
    ) -> [Defect] {
        let name = "seekable from \(expected.lowerBound) to \(expected.upperBound)"
        if let defect = unreached(instant, name) { return [defect] }
        var last: (happening: Happening, ranges: [Range<MediaTime>])?
        for happening in happenings where happening.instant <= instant {
            if case .event(.didChangeSeekableRanges(let ranges)) = happening.kind {
                last = (happening, ranges)
            }
        }
        guard let (happening, ranges) = last, let first = ranges.first, ranges.count == 1 else {
            return [defect(expected: "\(name) at \(instant)", found: "nothing can be sought")]
        }
        guard
            !first.lowerBound.isNear(expected.lowerBound, tolerance)
                || !first.upperBound.isNear(expected.upperBound, tolerance)
        else { return [] }
        return [
            defect(
                expected: "\(name) ± \(tolerance) at \(instant)",
                found: "from \(first.lowerBound) to \(first.upperBound)", at: happening)
        ]
    }

    /// Returns a defect if the run ended before the end of a period.
    ///
    /// The result is `nil` if the run reached the end of the period, or if the period has no end.
    private func unfinished(_ period: Range<Instant>, _ name: String) -> Defect? {
        period.upperBound < Period.never ? unreached(period.upperBound, name) : nil
    }

    /// Returns a defect if the playhead's distance from the live edge reaches a bound in a period.
    func latency(during period: Range<Instant>, below bound: MediaTime) -> [Defect] {
        let name = "latency below \(bound)"
        if let defect = unfinished(period, name) { return [defect] }
        guard let found = latencies?.extremes(during: period)?.highest else {
            return [
                defect(
                    expected: "\(name) from \(period.lowerBound) on",
                    found: "no broadcast is played then")
            ]
        }
        guard found.value >= bound else { return [] }
        return [defect(expected: name, found: "\(found.value)", by: found.instant)]
    }

    /// Returns a defect for each bound that a playback rate breaks during a period.
    ///
    /// It is also a defect if no rate in the period reaches `reached`, if the run ends before the
    /// end of the period, or if the playhead does not move during the period.
    func rate(
        during period: Range<Instant>, atLeast least: Double?, atMost most: Double?,
        reaches reached: Double?
    ) -> [Defect] {
        let name = "the rate of playback"
        if let defect = unfinished(period, name) { return [defect] }
        guard let found = rates?.extremes(during: period) else {
            return [
                defect(
                    expected: "\(name) from \(period.lowerBound) on",
                    found: "the playhead does not move then")
            ]
        }
        let (lowest, highest) = (found.lowest, found.highest)
        var defects: [Defect] = []
        func expect(_ isMet: Bool, _ words: String, _ rate: PeriodExtremes<Double>.Measurement) {
            guard !isMet else { return }
            defects.append(
                defect(
                    expected: "a rate \(words)", found: "\(SecondsText(rate.value))",
                    by: rate.instant))
        }
        if let least { expect(lowest.value >= least, "of at least \(SecondsText(least))", lowest) }
        if let most { expect(highest.value <= most, "of at most \(SecondsText(most))", highest) }
        if let reached {
            let (isMet, nearest) =
                reached >= 1
                ? (highest.value >= reached, highest) : (lowest.value <= reached, lowest)
            expect(isMet, "that reaches \(SecondsText(reached))", nearest)
        }
        return defects
    }

    /// Returns a defect if the number of jumps is outside a range.
    ///
    /// Playback jumps when the window of a broadcast has moved past the playhead.
    func jumps(_ range: ClosedRange<Int>) -> [Defect] {
        let broadcasts = sessions.compactMap(\.ledger.ledger.live)
        guard !broadcasts.isEmpty else {
            return [defect(expected: "jumps \(range.words)", found: "no broadcast is played")]
        }
        let found = broadcasts.reduce(0) { $0 + $1.rejoins }
        guard !range.contains(found) else { return [] }
        let last = happenings.last { if case .jump = $0.kind { true } else { false } }
        return [
            defect(expected: "jumps \(range.words)", found: (found...found).words, at: last)
        ]
    }

    /// Returns a defect for each break that was entered although no cue point announced it.
    ///
    /// Only breaks with markers from which the player makes cue points are considered.
    ///
    /// - Parameter counts: The cue points of each session.
    /// - Returns: The defects.
    func unlistedBreaks(besides counts: [Int: [CuePointCount]]) -> [Defect] {
        let sources = scenario.player.options.live.cuePointSources
        let all = broadcasts?.all ?? []
        guard all.count < 2 else {
            let isMarked = all.contains { broadcast in
                broadcast.asset.breaks.contains { $0.markers.contains(where: sources.include) }
            }
            // The starts of breaks are known only if there is a single broadcast.
            return isMarked
                ? [
                    defect(
                        expected: "one broadcast, whose marked breaks are compared",
                        found: "\(all.count) broadcasts")
                ] : []
        }
        let breaks = all.first?.asset.breaks ?? []
        return truth.breakStarts.compactMap { start in
            guard breaks.indices.contains(start.adBreak),
                breaks[start.adBreak].markers.contains(where: sources.include)
            else { return nil }
            let isListed = (counts[start.session] ?? []).contains { count in
                guard case .time(let time) = count.point.position else { return false }
                return time.isNear(start.position, Self.breakTolerance)
            }
            guard !isListed else { return nil }
            return defect(
                expected: "session \(start.session): a cue point at \(start.position), where break"
                    + " \(start.adBreak + 1) begins",
                found: "no playlist listed one", by: start.instant)
        }
    }

    /// The defects of marks in a broadcast that make no cue point, for example unreadable marks.
    var lostMarks: [Defect] {
        happenings.compactMap { happening in
            guard case .marker(let marker) = happening.kind else { return nil }
            return marker.loss.map {
                defect(expected: "a cue point for each mark", found: $0, at: happening)
            }
        }
    }

    /// The largest permitted distance of a cue point from the first segment of its break.
    private static let breakTolerance = MediaTime.milliseconds(250)

    /// Returns a defect for each missing request, and for each request at an unexpected instant.
    func requests(
        _ pattern: RequestPattern, at expected: [Instant], within tolerance: Duration,
        during period: Range<Instant>
    ) -> [Defect] {
        if let defect = unreached(period.lowerBound, "requests for \(pattern.words)") {
            return [defect]
        }
        let found = requests.filter {
            !$0.isStored && $0.fits(pattern) && period.contains($0.start)
        }
        let pairs = SequencePairing(expected.count, found.count) { place, other in
            let distance = expected[place].duration(to: found[other].start)
            return max(distance, .zero - distance) <= tolerance
        }
        return pairs.unequal.map { place, other in
            let words =
                place.map { "a request for \(pattern.words) at \(expected[$0])" }
                ?? "no more requests for \(pattern.words)"
            let request = other.map { found[$0] }
            return defect(
                expected: words, found: request.map { "one at \($0.start)" } ?? "none",
                by: request?.start ?? place.map { expected[$0] })
        }
    }
}

extension Set<CuePointSource> {
    /// Returns whether the player makes cue points from a marker of a break.
    fileprivate func include(_ mark: AdBreak.Marker) -> Bool {
        switch mark {
        case .dateRange: contains(.dateRange)
        case .cueOut: contains(.cueOut)
        case .scte35: contains(.scte35) || contains(.dateRange)
        }
    }
}

extension MediaTime {
    /// Returns whether two times differ by at most a tolerance; indefinite times must be equal.
    fileprivate func isNear(_ other: MediaTime, _ tolerance: MediaTime) -> Bool {
        if isIndefinite || other.isIndefinite { return self == other }
        return max(self - other, other - self) <= tolerance
    }
}
