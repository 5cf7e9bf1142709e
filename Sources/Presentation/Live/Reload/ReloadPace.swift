package import Playlists
package import VirtualTime

/// The wait between two loads of a live playlist.
///
/// Reference: rfc8216bis, section 6.3.4 (Reloading the Media Playlist File).
package struct ReloadPace: Equatable, Sendable {
    /// The assumed target duration of a playlist with neither a target duration nor segments.
    private static let assumedTarget = MediaTime.seconds(10)
    /// The maximum duration that is used as a target duration.
    private static let longestTarget = MediaTime.seconds(24 * 3600)

    private let tuning: LiveTuning

    /// Creates the reload timing of a modelled player.
    package init(_ tuning: LiveTuning) { self.tuning = tuning }

    /// Returns the wait between two loads.
    ///
    /// Depending on the modelled player, the caller measures the wait from the start or from the
    /// end of the last load.
    ///
    /// - Parameters:
    ///   - playlist: The newest version.
    ///   - isChanged: Whether the last load changed the playlist.
    ///   - distance: The distance of the playhead from the live edge; `nil` when it is unknown.
    /// - Returns: The wait; zero after a change if the server can delay its response until the next
    ///   change.
    package func wait(
        after playlist: MediaPlaylist, isChanged: Bool, distance: MediaTime? = nil
    ) -> Duration {
        let target = Self.target(of: playlist)
        let part = tuning.loadsParts ? Self.partTarget(of: playlist) : nil
        if tuning.usesLowLatency, playlist.serverControl?.canBlockReload == true {
            return isChanged ? .zero : span(half(part ?? target))
        }
        if tuning.pace == .shortestTarget { return span(min(target, part ?? target)) }
        guard isChanged else {
            return span(half(tuning.pace == .lastDuration ? part ?? target : target))
        }
        switch tuning.pace {
        case .targetDuration, .shortestTarget: return span(target)
        case .lastDuration: return span(last(of: playlist, hasParts: part != nil) ?? half(target))
        case .lastDurationNearEnd(let count):
            let reach = target * count
            guard let distance, distance < reach, let last = last(of: playlist, hasParts: false)
            else { return span(target) }
            return span(min(last, target))
        }
    }

    /// Returns the duration of the last part, or else of the last segment; `nil` without either.
    private func last(of playlist: MediaPlaylist, hasParts: Bool) -> MediaTime? {
        var duration = playlist.segments.last?.duration
        if hasParts {
            let part = playlist.trailingParts.last ?? playlist.segments.last?.parts.last
            duration = part?.duration ?? duration
        }
        return duration.flatMap { $0 > .zero ? min($0, Self.longestTarget) : nil }
    }

    private func half(_ time: MediaTime) -> MediaTime { MediaTime(ticks: time.ticks / 2) }

    private func span(_ time: MediaTime) -> Duration {
        tuning.roundsWaits
            ? .milliseconds(time.value(timescale: 1000)) : Duration(playing: time, at: .normal)
    }

    /// Returns the target duration of a playlist, or else its longest segment duration.
    ///
    /// Without any duration, the result is an assumed target duration.
    package static func target(of playlist: MediaPlaylist) -> MediaTime {
        let stated = playlist.targetDuration ?? .zero
        let longest = stated > .zero ? stated : playlist.segments.map(\.duration).max() ?? .zero
        return longest > .zero ? min(longest, longestTarget) : assumedTarget
    }

    /// Returns the target duration of parts; `nil` if the playlist has no parts.
    package static func partTarget(of playlist: MediaPlaylist) -> MediaTime? {
        playlist.partInformation.flatMap { $0.targetDuration > .zero ? $0.targetDuration : nil }
    }
}
