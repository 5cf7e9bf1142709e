public import ContentProtection
public import HeadlessPlayback
package import Sessions

/// The configuration of a scenario's player.
public struct PlayerSetup: Sendable {
    /// Whether a session plays as soon as it is ready.
    public var autoPlay = true
    /// Whether the next video starts automatically after the end of a video.
    public var autoAdvance = true
    /// The rate of playback.
    public var rate = 1.0
    /// The options of sessions, except the network and the faults.
    ///
    /// The network and the faults belong to the ``Surroundings`` of the scenario.
    public var options = PlaybackOptions()
    /// Whether the language of captions is remembered from session to session.
    public var enableCaptionPersistence = true
    /// Whether sessions respect the viewer's limit on concurrent streams.
    package var limitsStreams = false
    /// The player's use of the device, such as background audio and external screens.
    public var device = DeviceFollowing()
    /// The sources of keys.
    public var keys = KeySetup()
    /// The settings of ``options`` that the scenario states itself; no profile changes them.
    package var explicit = ExplicitSettings()

    /// Adopts the options of a player profile, except for the options that the scenario states.
    ///
    /// - Parameter profile: The profile of the player.
    package mutating func adopt(_ profile: PlayerProfile) {
        options.adopt(profile)
        explicit.apply(to: &options)
    }

    /// Creates a setup with the defaults of the controller, which plays and advances automatically.
    public init() {}
}

/// The sources from which a scenario's player gets decryption keys.
public struct KeySetup: Sendable {
    /// The 16-byte keys that the scenario provides, by their URIs in the playlist.
    public var given: [String: [UInt8]] = [:]
    /// The 16-byte key for all encrypted media; `nil` if the scenario provides no such key.
    public var single: [UInt8]?
    /// The policies of the scenario's key server; `nil` when the scenario has no key server.
    public var policies: KeyPolicies?
    /// The response time of the key server, to which the simulated network adds nothing.
    public var serverLatency = Duration.milliseconds(40)
    /// Whether a run may request no key, as when scenarios of clear and encrypted media share keys.
    ///
    /// Otherwise, a source of keys that nothing requests fails a run that plays everything.
    public var areOptional = false

    /// Whether the scenario itself provides keys: given keys, a single key, or a key server.
    ///
    /// Otherwise the player loads keys only from the key URIs in playlists.
    package var areGiven: Bool { !given.isEmpty || single != nil || policies != nil }

    /// Creates a setup that loads keys from the key URIs in playlists.
    public init() {}
}
