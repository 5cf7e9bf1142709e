import Containers
package import Presentation
import Transport
import VirtualTime

/// The options for playlists that may grow.
package struct LiveOptions: Equatable, Sendable {
    /// The treatment of a server's playlist that has no `EXT-X-ENDLIST`.
    package enum Treatment: Equatable, Sendable {
        /// The playlist is reloaded, as players reload it.
        case follow
        /// The first version of the playlist is played to its end, without reloads.
        case snapshot
        /// The session fails with ``SessionError/broadcast(url:)``.
        case refuse
    }

    /// The treatment of a broadcast.
    ///
    /// `nil` follows a broadcast, except that a broadcast of a real server is refused in virtual
    /// time: its playlists would be loaded thousands of times before the server publishes a newer
    /// version.
    package var treatment: Treatment?
    /// The player whose behaviour is modelled.
    package var profile = LiveProfile.apple

    /// The reaction of the player when the playhead is before the start of the live window.
    ///
    /// `nil` means the reaction of the modelled player.
    package var behind: LiveTuning.Behind?
    /// Whether reloads continue during a pause; `nil` means the behaviour of the modelled player.
    package var reloadsWhilePaused: Bool?
    /// The time without a change after which a playlist counts as stale, in half target durations.
    ///
    /// If this value is set, playback of a stale playlist fails at the end of its media, unless a
    /// redundant stream replaces it. If the value is `nil`, the modelled player determines the time
    /// and its reaction.
    package var staleHalves: Int?

    /// The adaptation of the playback rate to the latency; `nil` uses the modelled player's rule.
    package var catchUp: LiveTuning.CatchUp?

    /// Whether delivery directives and partial segments are used.
    ///
    /// `nil` means the behaviour of the modelled player.
    package var lowLatency: Bool?

    /// The kinds of markers in a reloaded playlist from which cue points are made; none by default.
    ///
    /// The video may have further cue points. A playlist that is complete when it is loaded is not
    /// reloaded, and no cue points are made from its markers.
    package var cuePointSources: Set<CuePointSource> = []

    /// The constants of the modelled player, with the changes that these options make.
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
    /// The constants of the modelled player in a session.
    ///
    /// If media is decoded, partial segments are not used: a decoder needs the pictures on which
    /// other pictures depend, so it decodes whole segments.
    var liveTuning: LiveTuning {
        var tuning = live.tuning
        if verification == .decode { tuning.usesParts = false }
        return tuning
    }

    /// Returns the treatment of a broadcast; `nil` when the source is on demand.
    ///
    /// - Parameters:
    ///   - media: The streams. The source is a broadcast if the playlist of the variant stream or
    ///     of the separate audio may still grow.
    ///   - world: The environment of the playback.
    ///   - mayGrow: Returns whether newer versions of a rendition's playlist may be obtained.
    /// - Returns: The treatment.
    func treatment(
        of media: StartingStreams.Media, in world: PlaybackWorld, mayGrow: (RenditionMedia) -> Bool
    ) -> LiveOptions.Treatment? {
        let main = media.main
        let growing = [main, media.audio].compactMap(\.self).filter {
            $0.mayBeBroadcast && mayGrow($0)
        }
        guard !growing.isEmpty else { return nil }
        // Only a survey of an asset sets `streams`, and it reads one version of every playlist.
        if streams != nil { return .snapshot }
        // A simulated broadcast follows the virtual clock, so its playlists are always reloaded.
        if ResourceScheme(of: main.url) == .live { return .follow }
        return live.treatment ?? (world.outrunsServers ? .refuse : .follow)
    }
}

extension PlaybackWorld {
    /// Whether virtual time advances faster than the real time of servers outside the world.
    ///
    /// A loader other than the standard one may generate or replay the answers of servers.
    fileprivate var outrunsServers: Bool { loader is StandardLoader && !loop.keepsRealTime }
}
