import Containers
import Playlists
import Presentation
import VirtualTime

/// The ledger of a session, computed from its record.
extension SessionRecord {
    /// Returns the currently known lengths of the tracks.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - variant: The variant stream that is being fetched; `nil` when the asset lists none.
    /// - Returns: The lengths, with the names that the tracks have in the ledger.
    func lengths(of tracks: TrackSet, in variant: VariantStream?) -> [TrackLength] {
        let end = tracks.presentationEnd
        var lengths = tracks.lasting.flatMap { track in
            let trackEnd = track.media.bounds.end
            // A track that ends before the longest track lacks media, because the playhead
            // continues to the end of the longest track. Only in a video on demand may subtitles
            // end early.
            let mayBeShort = !track.role.blocksPlayhead && !track.media.isFollowed
            let isShort = !mayBeShort && end - trackEnd > TrackRecord.edgeTolerance
            return names(of: track.role, in: variant).map { name in
                TrackLength(
                    name: name, length: isShort ? end : trackEnd,
                    promised: track.media.timeline.promisedDuration,
                    isSubtitles: track.role == .subtitles)
            }
        }
        let text = Track.Role.subtitles.rawValue
        if !lengths.contains(where: \.isSubtitles),
            self.tracks[text] != nil || tracks.absentSubtitles != .none || awaitedSubtitles.hasLoss
        {
            lengths.append(
                TrackLength(name: text, length: end, promised: .zero, isSubtitles: true))
        }
        return lengths
    }

    /// Returns the ledger of a session, computed as if the session ended now.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - variant: The variant stream that is being fetched; `nil` when the asset lists none.
    ///   - unplaced: The cues whose positions on the timeline are not known.
    ///   - live: The ledger of a broadcast; `nil` for a video on demand.
    ///   - played: The media that the playhead passed up to its last report.
    ///   - position: The position of the playhead.
    ///   - requests: The outcomes of the requests so far.
    ///   - unsettled: The sizes in bytes of received media whose outcome is not recorded yet.
    /// - Returns: The ledger.
    func ledger(
        of tracks: TrackSet, in variant: VariantStream?,
        unplaced: [CueArrivals.UnplacedCues], live: LiveLedger?, _ played: PlayedMedia,
        at position: MediaTime, _ requests: RequestAccount, unsettled: [Int64]
    ) -> Ledger {
        var record = self
        record.recordPassing()
        var played = played
        let rest = played.pass(
            to: min(position, max(tracks.resolvedEnd, played.end)),
            subtitles: tracks.readsSubtitles)
        var live = live
        if let rest {
            live?.pass(rest)
            record.remarkEndedLeases(passing: rest)
        }
        if !tracks.isEmpty { live?.leave(readyUpTo: tracks.resolvedEnd) }
        let lengths = tracks.isEmpty ? formerLengths : lengths(of: tracks, in: variant)
        let passed = played.withSubtitles
        record.lose(unplaced, passed: passed)
        record.keyProofs.add(to: &record.remarks)
        if live == nil { record.remarkShortSubtitles(of: tracks, passed: passed) }
        record.loseMisplacedCues(
            in: MisplacedCues.Playback(
                end: tracks.isEmpty
                    ? lengths.map(\.length).max() ?? .zero : tracks.presentationEnd,
                passed: passed, isBroadcast: live != nil,
                shortfall: tracks.tracks.first { $0.role == .subtitles && !$0.media.isFollowed }
                    .map { tracks.presentationEnd - $0.media.bounds.end }))
        return Ledger(
            tracks: accounts(of: lengths, played, at: position, isBroadcast: live != nil),
            requests: settle(requests, played, unsettled: unsettled), clock: played.clock,
            passed: played.total, variants: record.variantRuns(after: rest), notes: notes,
            remarks: record.remarks.remarks + (live == nil ? remarksOnDemand.remarks : []),
            live: live)
    }

    /// Returns, for each track, how much of its media was played, skipped or missing.
    ///
    /// - Parameters:
    ///   - lengths: The lengths of the tracks.
    ///   - played: The media that the playhead passed.
    ///   - position: The position of the playhead.
    ///   - isBroadcast: Whether the asset is a broadcast, whose tracks may be listed from different
    ///     times on.
    /// - Returns: The account of each track, in the order of `lengths`.
    func accounts(
        of lengths: [TrackLength], _ played: PlayedMedia, at position: MediaTime, isBroadcast: Bool
    ) -> [TrackAccount] {
        let reached = max(played.intervals.intervals.last?.upperBound ?? .zero, position)
        let video = isBroadcast ? nil : tracks[TrackDescription.Kind.video.ledgerName]?.start
        let pictures = video.map { $0 - earlierAudio }
        return lengths.map { track in
            var record = tracks[track.name] ?? TrackRecord(name: track.name)
            var passed = played.intervals
            if track.isSubtitles {
                passed = played.withSubtitles
                for interval in awaitedSubtitles.lost.intervals {
                    passed.insert(interval)
                    record.passLate(interval)
                }
            }
            return record.closed(
                length: track.length, promised: track.promised, passed: passed,
                jumped: track.isSubtitles ? IntervalSet() : played.jumped, reached: reached,
                pictures: track.isSubtitles ? nil : pictures)
        }
    }

    /// Adds the bytes whose outcome is not recorded yet to the outcomes of the requests.
    ///
    /// The bytes of played segments count as used, and all other bytes count as wasted.
    ///
    /// - Parameters:
    ///   - account: The outcomes of the requests so far.
    ///   - played: The media that the playhead passed.
    ///   - unsettled: The sizes in bytes of received media whose outcome is not recorded yet.
    /// - Returns: The outcomes of the requests, with all received bytes.
    func settle(
        _ account: RequestAccount, _ played: PlayedMedia, unsettled: [Int64]
    ) -> RequestAccount {
        var account = account
        for segment in fetched {
            if played.intervals.overlaps(segment.segment.interval) {
                account.use(bytes: segment.byteCount)
            } else {
                account.waste(bytes: segment.byteCount)
            }
        }
        for file in files { file.settle(played.intervals, in: &account) }
        for byteCount in unsettled { account.waste(bytes: byteCount) }
        return account
    }
}
