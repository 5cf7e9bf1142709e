public import Presentation
import VirtualTime

extension PlaybackSession {
    /// The accounts of the session, closed as if it ended now.
    public var ledger: Ledger {
        var clock = record.clock
        clock.enter(clock.activity, at: world.loop.now, rate: playhead.rate)
        var record = record
        _ = record.pass(
            to: min(position, max(resolvedEnd, record.passedUpTo)),
            withSubtitles: feeders.contains { $0.role == .subtitles })
        return Ledger(
            tracks: tracks(of: record), requests: requests(of: record), clock: clock,
            passed: record.passedTotal, notes: record.notes)
    }

    private func tracks(of record: SessionRecord) -> [TrackAccount] {
        let end = presentationEnd
        let ended = selection.retiredSubtitles.map { [$0] } ?? []
        return (feeders + ended).flatMap { feeder in
            let timeline = feeder.media.timeline
            // The playhead goes on to the end of the longest track, and misses the others there.
            let isShort =
                feeder.role.blocksPlayhead && end - timeline.end > TrackRecord.edgeTolerance
            let length = isShort ? end : timeline.end
            return ledgerNames(of: feeder).map { name in
                let track = record.tracks[name] ?? TrackRecord(name: name)
                return track.closed(
                    length: length, promised: timeline.promisedDuration,
                    passed: feeder.role == .subtitles
                        ? record.passedWithSubtitles : record.passed)
            }
        }
    }

    /// Segments that were played served their purpose, and others were fetched for nothing.
    private func requests(of record: SessionRecord) -> RequestAccount {
        var account = fetcher.closedAccount
        for segment in record.fetched {
            let interval = segment.media.timeline.interval(of: segment.index)
            if record.passed.overlaps(interval) {
                account.use(bytes: segment.byteCount)
            } else {
                account.waste(bytes: segment.byteCount)
            }
        }
        for feeder in allFeeders {
            if let held = feeder.held { account.waste(bytes: held.byteCount) }
        }
        return account
    }
}
