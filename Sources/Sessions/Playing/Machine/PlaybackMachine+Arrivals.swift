import Presentation
package import VirtualTime

/// The arrival and expiry of media, and events that require no decision of the machine.
extension PlaybackMachine {
    /// Adds the sync samples of a segment whose position on the timeline is now known.
    package mutating func add(syncSamples times: [MediaTime], at now: Instant) {
        syncSamples.add(times, playhead: playhead.position(at: now))
    }

    /// Reports the cues up to the playhead, before new cues are added.
    package mutating func followCues() { reporter.followCues(to: played.end) }

    /// Adds cues that arrived, and reports the cues that are due.
    ///
    /// - Throws: `CueTrack.Overflow` when a track would have too many cues.
    package mutating func add(cues new: [SubtitleCue], joinsPieces: Bool) throws(CueTrack.Overflow)
    {
        try reporter.add(cues: new, joinsPieces: joinsPieces)
    }

    /// Adds the markers of a playlist, from which cue points are made.
    package mutating func list(_ markers: AddedMarkers) { reporter.list(markers) }

    /// Hides the shown cues, and removes all cues because other subtitles are selected.
    package mutating func forgetCues(at now: Instant) {
        reporter.forgetCues(restartingAt: phase == .ready ? playhead.position(at: now) : nil)
    }

    /// Reports an event that requires no decision of the machine, such as a selection.
    package mutating func report(_ event: PlaybackEvent.Kind) { reporter.report(event) }

    /// Reports an error after which playback continues.
    package mutating func report(_ error: PlaybackError) { reporter.report(.error, error: error) }

    /// Continues a broadcast at another position, because its media at the playhead has expired.
    package mutating func rejoin(at position: MediaTime, now: Instant) {
        guard phase == .ready else { return }
        let endsStall = isStalled
        abandonSeek()
        stopPlayhead(at: now)
        beginWait(
            .seek(
                Seek(
                    target: position, toleranceBefore: .zero, toleranceAfter: .zero,
                    endsStall: endsStall, completion: nil)))
        if !endsStall { report(EventOrder.seekStart, at: now) }
        reporter.add(.putTracks(at: position))
    }
}
