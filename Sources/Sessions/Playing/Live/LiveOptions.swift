import Containers
package import Presentation
import Transport

/// The options for playlists that may grow.
package struct LiveOptions: Equatable, Sendable {
    /// The treatment of a playlist from a server that has no `EXT-X-ENDLIST`.
    package enum Treatment: Equatable, Sendable {
        /// The playlist is reloaded, as players do.
        case follow
        /// The first version is played to its end.
        case snapshot
        /// The session fails with ``SessionError/broadcast(url:)``.
        case refuse
    }

    /// The treatment of a broadcast.
    package var treatment = Treatment.follow
    /// The player whose behaviour is modelled.
    package var profile = LiveProfile.apple

    /// The reaction to a playhead before the window; `nil` means the player's own reaction.
    package var behind: LiveTuning.Behind?
    /// Whether reloads continue while playback is paused; `nil` means as in the player.
    package var reloadsWhilePaused: Bool?
    /// The number of half target durations without a change after which playback fails at the end
    /// of its media; `nil` means the player's own.
    package var staleHalves: Int?

    /// The way in which the rate of playback follows the latency; `nil` means the player's own.
    package var catchUp: LiveTuning.CatchUp?

    /// Whether delivery directives and parts are used; `nil` means as in the player.
    package var lowLatency: Bool?

    /// The marks of a followed playlist from which cue points are made, beside those of the video;
    /// none by default.
    ///
    /// A playlist that is complete at its load is not followed, so its marks make none.
    package var cuePointSources: Set<CuePointSource> = []

    /// The constants of the player.
    package var tuning: LiveTuning {
        var tuning = LiveTuning(profile)
        if let lowLatency { tuning.usesLowLatency = lowLatency }
        if let catchUp { tuning.catchUp = catchUp }
        if let behind { tuning.behind = behind }
        if let reloadsWhilePaused { tuning.reloadsWhilePaused = reloadsWhilePaused }
        if let staleHalves {
            tuning.staleHalves = staleHalves
            tuning.failsWhenStale = true
        }
        return tuning
    }

    /// Creates options that follow broadcasts as AVPlayer does.
    package init() {}
}

extension PlaybackOptions {
    /// The constants of the player in a session.
    ///
    /// A decoder needs the pictures that others depend on, so whole segments are decoded.
    var liveTuning: LiveTuning {
        var tuning = live.tuning
        if verification == .decode { tuning.usesParts = false }
        return tuning
    }

    /// Returns the treatment of a source; `nil` for one on demand.
    ///
    /// - Parameters:
    ///   - media: The streams; audio may last longer than the variant stream.
    ///   - mayGrow: Returns whether newer versions of a rendition's playlist may be obtained.
    /// - Returns: The treatment.
    func treatment(
        of media: StartingStreams.Media, mayGrow: (RenditionMedia) -> Bool
    ) -> LiveOptions.Treatment? {
        let main = media.main
        let growing = [main, media.audio].compactMap(\.self).filter {
            $0.mayBeBroadcast && mayGrow($0)
        }
        guard !growing.isEmpty else { return nil }
        // A survey reads one version of every playlist.
        if streams != nil { return .snapshot }
        // A broadcast of the world keeps its time.
        return ResourceScheme(of: main.url) == .live ? .follow : live.treatment
    }
}
