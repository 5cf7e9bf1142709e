public import Presentation
import VirtualTime

extension PlaybackSession {
    /// The accounts of the session, closed as if it ended now.
    public var ledger: Ledger {
        var played = machine.played
        played.clock.enter(
            played.clock.activity, at: world.loop.now, rate: machine.playhead.rate)
        var record = record
        let rest = played.pass(
            to: min(position, max(resolvedEnd, played.end)), subtitles: readsSubtitles)
        if let rest { record.variants.pass(rest) }
        return Ledger(
            tracks: tracks(of: record, played), requests: requests(of: record, played),
            clock: played.clock, passed: played.total, variants: record.variants.runs,
            notes: record.notes, remarks: record.remarks.remarks)
    }

    private func tracks(of record: SessionRecord, _ played: PlayedMedia) -> [TrackAccount] {
        let lengths = feeders.isEmpty ? record.formerLengths : trackLengths
        let reached = max(played.intervals.intervals.last?.upperBound ?? .zero, position)
        return lengths.map { track in
            (record.tracks[track.name] ?? TrackRecord(name: track.name)).closed(
                length: track.length, promised: track.promised,
                passed: track.isSubtitles ? played.withSubtitles : played.intervals,
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
    private func requests(of record: SessionRecord, _ played: PlayedMedia) -> RequestAccount {
        var account = fetcher.closedAccount
        for segment in record.fetched {
            let interval = segment.media.timeline.interval(of: segment.index)
            if played.intervals.overlaps(interval) {
                account.use(bytes: segment.byteCount)
            } else {
                account.waste(bytes: segment.byteCount)
            }
        }
        for file in record.files { file.settle(played.intervals, in: &account) }
        for byteCount in fileReading?.received ?? [] { account.waste(bytes: byteCount) }
        for feeder in allFeeders {
            if let held = feeder.held { account.waste(bytes: held.byteCount) }
        }
        return account
    }
}
