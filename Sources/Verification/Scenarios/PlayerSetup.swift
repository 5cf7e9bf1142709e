public import HeadlessPlayback

/// How the player of a scenario is set up.
public struct PlayerSetup: Sendable {
    /// Whether a session plays as soon as it is ready.
    public var autoPlay = true
    /// Whether the next video follows by itself.
    public var autoAdvance = true
    /// How fast media plays.
    public var rate = 1.0
    /// How sessions play, but for the network and the faults, which belong to the surroundings.
    public var options = PlaybackOptions()
    /// Whether the language of captions is remembered from session to session.
    public var enableCaptionPersistence = true
    /// How keys are come by.
    public var keys = KeySetup()

    /// Creates a player with the defaults of the controller, which plays and goes on by itself.
    public init() {}
}

/// How the player of a scenario comes by keys.
public struct KeySetup: Sendable {
    /// Keys that are given, by the location that playlists name; 16 bytes each.
    public var given: [String: [UInt8]] = [:]
    /// A key for everything that is encrypted; 16 bytes, `nil` when there is none.
    public var single: [UInt8]?
    /// What the key server in the world of the scenario grants; `nil` when there is no server.
    public var policies: KeyPolicies?
    /// How long the key server takes to answer.
    public var serverLatency = Duration.milliseconds(40)

    /// Creates a setup in which keys are fetched from where playlists say.
    public init() {}
}
