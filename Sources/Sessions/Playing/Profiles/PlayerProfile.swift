package import Presentation

/// A player that a session models: a name, and the values by which it differs from others.
///
/// A profile is a model and not the player. Each of its constants has a source in its doc comment:
/// measured (with a date), published (with a version and a file), or assumed. ``omissions`` lists
/// the behaviour that the player has and the model lacks.
///
/// `Decisions/0039` explains profiles; `Documentation/Truth.md` describes how far the measured
/// profiles deviate from the real players.
package struct PlayerProfile: Equatable, Sendable {
    /// The kind of source from which most values of a profile are taken.
    package enum Basis: String, Equatable, Sendable {
        /// The values are this package's own choices, and do not model another player.
        case chosen
        /// The values were measured with the real player.
        case measured
        /// The values are the defaults that the player's source code publishes.
        case published
        /// The values are from documents and observations by others, and were never measured here.
        case observed
    }

    /// The name, as in `player: { profile: NAME }` and `--profile NAME`.
    package let name: String
    /// The version of the player; empty when there is none.
    package let version: String
    /// The kind of source from which most of the values are taken.
    package let basis: Basis
    /// The rules of a session.
    ///
    /// Some rules are also options, such as the size of the buffer; ``PlaybackOptions/adopt(_:)``
    /// copies them.
    package var policy = PlaybackPolicy()
    /// The player whose behaviour in broadcasts is modelled.
    package var live = LiveProfile.apple
    /// The behaviour of the real player that this model lacks, as a list of short phrases.
    package var omissions: [String] = []

    /// Creates a profile with the default rules of this package.
    package init(_ name: String, version: String = "", basis: Basis) {
        self.name = name
        self.version = version
        self.basis = basis
    }

    /// All profiles, the default first.
    package static let all: [PlayerProfile] = [
        .default, .apple, .chromium, .gstreamer, .hlsJS, .media3, .shaka, .vhs,
    ]

    /// Returns the profile with a name; `nil` when there is none.
    package static func named(_ name: String) -> PlayerProfile? { all.first { $0.name == name } }

    /// The default profile, with this package's own choices; each rule documents its choice.
    package static let `default` = PlayerProfile("default", basis: .chosen)
}

extension PlaybackOptions {
    /// Adopts the rules of a player, with the options that depend on them.
    ///
    /// - Parameter profile: The profile of the player.
    package mutating func adopt(_ profile: PlayerProfile) {
        self.profile = profile
        bufferOptimizer = profile.policy.buffer
        recovery = profile.policy.recovery
        live.profile = profile.live
    }
}
