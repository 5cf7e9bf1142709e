import HeadlessPlayback
import Linting
import LiveOrigin
import Playlists
import Scenarios
import VirtualTime

/// A declaration of a scenario that makes an origin break rules on purpose.
///
/// A breach that such a declaration explains is reported but does not fail the run. A declared
/// fault explains only breaches of the rules that this kind of fault always breaks, and only around
/// the time of the fault. All other breaches fail the run.
struct DeclaredReason {
    /// The declaration in words, with the name of its broadcast.
    let words: String
    /// The rules that the origin breaks because of the declaration.
    let rules: Set<LintRule>
    /// The period in which playlists may show that the origin breaks the rules in `rules`.
    let period: ClosedRange<Instant>
}

extension ScenarioBroadcasts.Broadcast {
    /// The declarations of the broadcast that make its origin break rules on purpose.
    var declaredReasons: [DeclaredReason] {
        DeclarationReader(asset: asset, origin: origin).reasons
    }
}

/// Finds the declarations of a broadcast that make its origin break rules on purpose.
private struct DeclarationReader {
    private static let always = Instant.start...Instant(sinceStart: .seconds(1 << 40))
    /// The rules that are broken if a server's playlists are older than another server's playlists.
    private static let older: Set<LintRule> = [
        .edits, .counters, .updates, .blocking, .reports, .renditions,
    ]

    let asset: LiveAsset
    let origin: LiveOrigin

    var reasons: [DeclaredReason] { form + servers + faults + ending }

    private func reason(
        _ words: String, _ rules: Set<LintRule>, _ period: ClosedRange<Instant> = always
    ) -> DeclaredReason {
        DeclaredReason(words: "\(words) of the broadcast \(asset.id)", rules: rules, period: period)
    }

    private var longest: MediaTime { origin.longestSegment(ofRendition: 0) }

    /// The longest time from an event in the encoder until a playlist shows it.
    private var delay: Duration {
        let encoder = asset.encoder.delay + asset.encoder.jitter
        let lag = asset.renditions.map(\.listing.lag).max() ?? .zero
        let edge = asset.edges.list.map { $0.lag + $0.lifetime }.max() ?? .zero
        return Duration(playing: longest * 2 + encoder + lag, at: .normal) + edge + .seconds(1)
    }

    /// An upper bound of the time for which a segment must stay available; `nil` sets no limit.
    ///
    /// This time includes the time during which playlists list the segment.
    private var presence: Duration? {
        switch asset.packager.window {
        case .length(let length): Duration(playing: (length + longest) * 2, at: .normal)
        case .count(let count): Duration(playing: longest * (count + 1) * 2, at: .normal)
        case .event, .unlimited: nil
        }
    }

    private static func instant(_ time: MediaTime) -> Instant {
        Instant(sinceStart: Duration(playing: time, at: .normal))
    }

    // MARK: Contents of playlists

    private var form: [DeclaredReason] {
        var reasons: [DeclaredReason] = []
        if let target = asset.packager.targetDuration {
            if longest >= target + .milliseconds(500) {
                reasons.append(reason("target-duration", [.durations, .updates]))
            }
            if let window, window < target * 3 { reasons.append(reason("window", [.window])) }
        } else if let window, window < wholeSeconds(longest) * 3 || hasThreeSegments {
            reasons.append(reason("window", [.window]))
        }
        let counts = asset.renditions.map(\.listing.discontinuitySequence)
        if counts.contains(.absent) {
            reasons.append(reason("discontinuity-sequence", [.counters, .renditions]))
        } else if counts.contains(where: { $0 != .exact }) {
            reasons.append(reason("discontinuity-sequence", [.renditions]))
        }
        let targets = asset.renditions.compactMap(\.listing.targetDuration)
        if let least = targets.min() {
            var rules: Set<LintRule> = [.renditions]
            if longest >= least + .milliseconds(500) { rules.formUnion([.durations, .updates]) }
            if let window, let most = targets.max(), window < most * 3 { rules.insert(.window) }
            reasons.append(reason("target-duration", rules))
        }
        if asset.renditions.contains(where: { $0.listing.reportOffset != 0 }) {
            reasons.append(reason("report-offset", [.reports]))
        }
        if asset.packager.window == .event,
            asset.renditions.contains(where: { !$0.listing.statesType })
        {
            reasons.append(reason("playlist-type", [.renditions]))
        }
        if asset.packager.blocking != .correct {
            reasons.append(reason("broken-blocking", [.blocking, .updates]))
        }
        if asset.encoder.jitter * 2 > longest { reasons.append(reason("jitter", [.updates])) }
        let clock = asset.encoder.clock
        // A drift of nearly half a second within a segment, or of nearly one percent, breaks the
        // rules for dates.
        if clock.drift.magnitude >= 9000
            || MediaTime(ticks: longest.ticks / 1_000_000) * Int(clamping: clock.drift.magnitude)
                > .milliseconds(400)
        {
            reasons.append(reason("drift", [.dates]))
        }
        reasons += clock.steps.map { step in
            let start = Self.instant(step.at - longest)
            return reason(
                "the step of the clock at \(step.at) s", [.dates],
                start...start.advanced(by: delay + delay))
        }
        return reasons
    }

    /// Returns a duration rounded up to whole seconds, as a target duration is.
    private func wholeSeconds(_ time: MediaTime) -> MediaTime {
        let second = MediaTime.seconds(1)
        return second * Int((time.ticks + second.ticks - 1) / second.ticks)
    }

    /// Whether playlists list at most three segments.
    ///
    /// The three segments may together be shorter than three target durations.
    private var hasThreeSegments: Bool {
        if case .count(let count) = asset.packager.window { count <= 3 } else { false }
    }

    /// The duration of the live window; `nil` if segments are never removed from the playlists.
    private var window: MediaTime? {
        switch asset.packager.window {
        case .length(let length): length
        case .count(let count): longest * count
        case .event, .unlimited: nil
        }
    }

    // MARK: Servers

    private var servers: [DeclaredReason] {
        let list = asset.edges.list
        var reasons: [DeclaredReason] = []
        if list.count > 1, asset.edges.pick != .sticky {
            reasons.append(reason("edges", Self.older))
        } else if list.contains(where: { $0.lifetime > .zero }) {
            reasons.append(reason("ttl", [.updates, .blocking, .reports, .renditions]))
        }
        if list.contains(where: { ($0.segmentLag ?? $0.lag) > $0.lag })
            || list.count > 1 && asset.edges.pick != .sticky
        {
            reasons.append(reason("edges", [.availability]))
        }
        for outage in list.flatMap(\.outages) {
            let start = Instant(sinceStart: outage.span.lowerBound)
            let end = Instant(sinceStart: outage.span.upperBound)
            reasons.append(
                reason(
                    "the outage at \(start)", [.playlists, .availability, .updates],
                    start...end.advanced(by: delay)))
        }
        return reasons
    }

    private var ending: [DeclaredReason] {
        guard let ending = asset.ending, ending.sign != .vod else { return [] }
        let period = Self.instant(ending.length - longest)...Self.always.upperBound
        return [reason("ends", [.playlists, .availability, .updates], period)]
    }

    // MARK: Faults

    private var faults: [DeclaredReason] {
        asset.encoder.faults.enumerated().flatMap { place, fault in
            effects(of: fault).map { rules, period in
                reason("fault \(place + 1)", rules, period)
            }
        }
    }

    private func effects(
        of fault: EncoderFault
    ) -> [(rules: Set<LintRule>, period: ClosedRange<Instant>)] {
        switch fault {
        case .late(let time, let late):
            return [([.updates], period(time..<time + late))]
        case .silence(let range): return [([.updates, .dates, .window], period(range))]
        case .missing(let span), .missingPart(let span, _):
            guard let presence else {
                return [([.availability], period(span).lowerBound...Self.always.upperBound)]
            }
            let shown = period(span)
            return [
                ([.availability], shown.lowerBound...shown.upperBound.advanced(by: presence))
            ]
        case .restart(let time, _, _, _):
            return [
                ([.edits, .counters, .dates, .reports, .renditions, .updates], period(time..<time))
            ]
        case .targetDuration(let time, let target):
            var effects: [(Set<LintRule>, ClosedRange<Instant>)] = [
                ([.edits, .renditions], period(time..<time))
            ]
            let rest = period(time..<time).lowerBound...Self.always.upperBound
            if longest >= target + .milliseconds(500) {
                effects.append(([.durations, .updates], rest))
            }
            if let window, window < target * 3 { effects.append(([.window], rest)) }
            return effects
        case .locations(let time): return [([.edits], period(time..<time))]
        case .gap, .strayKey, .missingKey, .lateKey, .missingMarks, .lateDateRanges,
            .timestampJump:
            return []
        }
    }

    /// Returns the period in which playlists may show an event that happens in a time span.
    private func period(_ span: Range<MediaTime>) -> ClosedRange<Instant> {
        let start = Self.instant(span.lowerBound - longest)
        return start...max(start, Self.instant(span.upperBound).advanced(by: delay))
    }

    private func period(_ span: EncoderFault.Span) -> ClosedRange<Instant> {
        switch span {
        case .times(let range): return period(range)
        case .sequences(let range):
            // The parts of a segment are listed before the segment is complete.
            let early = Duration.zero - Duration(playing: longest * 2, at: .normal)
            let start = listing(of: range.lowerBound).advanced(by: early)
            let end = listing(of: range.upperBound)
            return start...max(start, end.advanced(by: delay))
        }
    }

    /// Returns the last whole second before a media sequence number is first listed; at least 0.
    private func listing(of sequence: Int) -> Instant {
        var (low, high) = (0, 1 << 34)
        while low < high {
            let middle = (low + high) / 2
            let instant = Instant(sinceStart: .seconds(middle))
            if origin.hasListed(sequence, ofRendition: 0, by: instant) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return Instant(sinceStart: .seconds(max(0, low - 1)))
    }
}
