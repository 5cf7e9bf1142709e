import HeadlessPlayback
import Presentation
import RunResults
import Scenarios

/// Measures the quality of a run.
///
/// The terms come from CTA-2066 (Streaming Quality of Experience Events, Properties and Metrics)
/// where it defines them:
/// - *startup time*: from the request to play to the first frame. For a session that plays
///   automatically, the request is the advance to that session; for any other session, it is the
///   first `PlayRequest`. The first frame is the first finite progress during playback. If there
///   are several sessions, the longest startup time counts.
/// - *rebuffering*: the playhead should move but waits for late media, except after a seek and
///   during startup. The count is the number of `PlaybackStalled` events.
/// - *rebuffering ratio*: the time spent rebuffering, relative to the time spent playing and
///   rebuffering.
/// - *switches*: the number of changes of the played variant within a session; *down-switches*: the
///   number of switches to a lower bandwidth.
/// - *mean bitrate*: the bandwidth of the played variants in the multivariant playlist, weighted by
///   their played durations.
/// - *seek time*: from a seek to its landing; the longest one counts. An interrupted seek has no
///   seek time.
///
/// Wasted bytes and retries come from the ledger. The metric of an event that did not occur, such
/// as the startup time when no frame was shown, has no value, and fails every bound.
enum Metrics {
    static func values(of record: RunRecord) -> [Threshold.Metric: Double] {
        let ledgers = record.sessions.map(\.ledger.ledger)
        var result: [Threshold.Metric: Double] = [:]
        result[.startupTime] = startupTime(of: record)
        result[.seekTime] = seekTime(of: record)
        result[.rebufferingCount] = Double(
            record.exemplars.count { $0.lifecycle?.type == .playbackStalled })
        let rebuffering = ledgers.reduce(Duration.zero) { $0 + $1.clock.time(in: .rebuffering) }
        let playing = ledgers.reduce(Duration.zero) { $0 + $1.clock.time(in: .playing) }
        result[.rebufferingTime] = rebuffering.seconds
        if rebuffering + playing > .zero {
            result[.rebufferingRatio] = rebuffering.seconds / (rebuffering + playing).seconds
        }
        let pairs = ledgers.flatMap { ledger in
            zip(ledger.variants, ledger.variants.dropFirst()).map { ($0.bandwidth, $1.bandwidth) }
        }
        result[.switches] = Double(pairs.count)
        result[.downSwitches] = Double(pairs.count { $1 < $0 })
        result[.meanBitrate] = meanBitrate(ledgers.flatMap(\.variants))
        result[.wastedBytes] = Double(ledgers.reduce(0) { $0 + $1.requests.wasted.bytes })
        result[.retries] = Double(ledgers.reduce(0) { $0 + $1.requests.retried.requests })
        return result
    }

    private static func meanBitrate(_ runs: [VariantRun]) -> Double? {
        let time = runs.reduce(MediaTime.zero) { $0 + $1.length }
        guard time > .zero else { return nil }
        return runs.reduce(0.0) { $0 + Double($1.bandwidth) * $1.length.seconds } / time.seconds
    }

    private static func startupTime(of record: RunRecord) -> Double? {
        var wishes: [Int: Instant] = [:]
        var isPlaying: [Int: Bool] = [:]
        var started: Set<Int> = []
        var longest: Duration?
        let playsByItself = record.scenario.player.autoPlay
        for happening in record.exemplars {
            guard let session = happening.session, !started.contains(session) else { continue }
            if case .event(.didAdvanceToPlaybackSession) = happening.kind, playsByItself {
                wishes[session] = happening.instant
            }
            switch happening.lifecycle?.type {
            case .playRequest: wishes[session] = wishes[session] ?? happening.instant
            case .play: isPlaying[session] = true
            case .pause: isPlaying[session] = false
            default: break
            }
            if case .at = happening.progress, isPlaying[session] == true,
                let wish = wishes[session]
            {
                started.insert(session)
                longest = max(longest ?? .zero, wish.duration(to: happening.instant))
            }
        }
        return longest?.seconds
    }

    private static func seekTime(of record: RunRecord) -> Double? {
        var begin: Instant?
        var longest: Duration?
        for happening in record.exemplars {
            switch happening.kind {
            case .command(.seek): begin = happening.instant
            case .seekEnd(true):
                guard let start = begin else { continue }
                longest = max(longest ?? .zero, start.duration(to: happening.instant))
                begin = nil
            default: break
            }
        }
        return longest?.seconds
    }
}
