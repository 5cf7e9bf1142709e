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
            withSubtitles: readsSubtitles)
        return Ledger(
            tracks: tracks(of: record), requests: requests(of: record), clock: clock,
            passed: record.passedTotal, variants: record.variants.runs, notes: record.notes,
            remarks: record.remarks.remarks)
    }

    private func tracks(of record: SessionRecord) -> [TrackAccount] {
        let lengths = feeders.isEmpty ? record.formerLengths : trackLengths
        let reached = max(record.passed.intervals.last?.upperBound ?? .zero, position)
        return lengths.map { track in
            (record.tracks[track.name] ?? TrackRecord(name: track.name)).closed(
                length: track.length, promised: track.promised,
                passed: track.isSubtitles ? record.passedWithSubtitles : record.passed,
                reached: reached)
        }
    }

    /// How long the tracks are, as far as is known.
    var trackLengths: [SessionRecord.TrackLength] {
        let end = presentationEnd
        let ended = selection.retiredSubtitles.map { [$0] } ?? []
        // Audio that ends where the variant carries its own is a part of that track.
        return (feeders + ended).filter { $0.end == nil }.flatMap { feeder in
            let timeline = feeder.media.timeline
            // The playhead goes on to the end of the longest track, and misses the others there.
            let isShort =
                feeder.role.blocksPlayhead && end - timeline.end > TrackRecord.edgeTolerance
            return ledgerNames(of: feeder).map { name in
                SessionRecord.TrackLength(
                    name: name, length: isShort ? end : timeline.end,
                    promised: timeline.promisedDuration,
                    isSubtitles: feeder.role == .subtitles)
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
        for file in record.files { file.settle(record.passed, in: &account) }
        for byteCount in fileReading?.received ?? [] { account.waste(bytes: byteCount) }
        for feeder in allFeeders {
            if let held = feeder.held { account.waste(bytes: held.byteCount) }
        }
        return account
    }
}
