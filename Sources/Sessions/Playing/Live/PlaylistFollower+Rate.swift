import Playlists
import Presentation
import VirtualTime

/// The part of a session's state that determines the playback rate in a broadcast.
struct LatencyMoment {
    /// The position of the playhead.
    let position: MediaTime
    /// The position up to which all tracks have media that can be played.
    let readyEnd: MediaTime
    /// The number of stalls since the load.
    let stalls: Int
    /// Whether the playhead moves and the app has not changed the playback rate.
    let isFollowed: Bool
}

/// The adaptation of the playback rate to the latency of a broadcast.
extension PlaylistFollower {
    /// Returns the instant of the next check of the latency; `nil` when the rate needs no check.
    func nextLook(at moment: LatencyMoment) -> Instant? {
        guard var rate else { return nil }
        defer { self.rate = rate }
        guard moment.isFollowed, let least = followedLatency(at: moment.readyEnd) else {
            rate.rest()
            return nil
        }
        rate.move(least: least, stalls: moment.stalls, at: loop.now)
        return rate.nextLook
    }

    /// Checks the latency, and returns it together with the resulting playback rate.
    ///
    /// The result is `nil` when the player does not check the latency at this moment.
    func look(at moment: LatencyMoment) -> (rate: PlaybackRate, latency: MediaTime)? {
        guard moment.isFollowed, let window = mainWindow,
            let latency = followedLatency(at: moment.position)
        else { return nil }
        let look = LiveRate.Look(
            latency: latency, lead: moment.readyEnd - moment.position,
            holdBack: LiveHoldBack(tuning, window.playlist).distance,
            target: ReloadPace.target(of: window.playlist),
            age: MediaTime(elapsed: window.updatedAt.duration(to: loop.now), rate: .normal),
            shortestTarget: tuning.loadsParts ? ReloadPace.partTarget(of: window.playlist) : nil,
            hasEnded: window.hasEnded)
        guard let chosen = rate?.rate(at: look, loop.now) else { return nil }
        return (PlaybackRate(chosen) ?? .normal, latency)
    }

    /// Records the position to which a seek, or a jump of the playhead, has moved the tracks.
    func aim(at position: MediaTime) {
        let isEdge = position >= seekable.upperBound
        rate?.aim(at: isEdge ? nil : followedLatency(at: position))
    }

    /// Returns the latency of a position as the player measures it.
    ///
    /// The result is `nil` if the player cannot measure it. Some players compare the dates in the
    /// playlist with the clock of their device. That clock is assumed to agree with the live edge
    /// of the first playlist version that has dates.
    private func followedLatency(at position: MediaTime) -> MediaTime? {
        guard let window = mainWindow else { return nil }
        guard tuning.datesLatency else {
            let elapsed = window.updatedAt.duration(to: loop.now)
            return window.edge + MediaTime(elapsed: elapsed, rate: .normal) - position
        }
        if deviceClock == nil, let date = window.dates.date(at: window.edge) {
            deviceClock = (date, window.updatedAt)
        }
        guard let deviceClock,
            let distance = window.dates.time(from: position, to: deviceClock.date)
        else { return nil }
        return distance + MediaTime(elapsed: deviceClock.at.duration(to: loop.now), rate: .normal)
    }
}
