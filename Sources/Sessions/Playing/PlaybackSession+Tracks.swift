import Presentation
import VirtualTime

/// What the tracks have ready, for the machine.
extension PlaybackSession {
    /// The end of the presentation, as far as it is known.
    var presentationEnd: MediaTime {
        var end: MediaTime?
        for feeder in feeders where feeder.role.blocksPlayhead && feeder.end == nil {
            let other = feeder.media.timeline.end
            end = end.map { max($0, other) } ?? other
        }
        return end ?? .zero
    }

    /// The position up to which everything that the playhead waits for is ready.
    var resolvedEnd: MediaTime {
        var end: MediaTime?
        for feeder in feeders where feeder.role.blocksPlayhead && !feeder.isAtEnd {
            let other = feeder.resolvedEnd
            end = end.map { min($0, other) } ?? other
        }
        return end ?? presentationEnd
    }

    /// Whether there are subtitles to read: those just selected count once their first text is there.
    var readsSubtitles: Bool {
        feeders.contains { $0.role == .subtitles && $0.hasResolved }
    }

    /// What the tracks have ready now.
    var trackReadiness: TrackReadiness {
        var tracks = TrackReadiness()
        tracks.isLoaded = !feeders.isEmpty
        tracks.hasStart = tracks.isLoaded
        tracks.presentationEnd = presentationEnd
        tracks.readyEnd = resolvedEnd
        for (place, feeder) in feeders.enumerated() {
            if let error = feeder.failure {
                tracks.deadEnds.append(
                    TrackReadiness.DeadEnd(
                        position: feeder.resolvedEnd, track: place, error: error,
                        mayBeAskedAgain: mayHaveCome(feeder, error)))
            }
            guard feeder.role.blocksPlayhead else {
                tracks.hasSubtitles = tracks.hasSubtitles || feeder.hasResolved
                continue
            }
            if !feeder.isAtEnd { tracks.isReadyToEnd = false }
            if !feeder.hasResolved { tracks.hasStart = false }
            if !feeder.media.timeline.isEndMeasured { tracks.isEndMeasured = false }
        }
        return tracks
    }

    /// Whether it is worth asking once more for what could not be obtained while other media played.
    ///
    /// Where a plan says where bytes come from, they may come from elsewhere by now: a download has
    /// got there, or its network is back.
    private func mayHaveCome(_ feeder: TrackFeeder, _ error: SessionError) -> Bool {
        plan.loaderSource != nil && error.mayPass && feeder.lastTryIndex != feeder.nextIndex
    }
}
