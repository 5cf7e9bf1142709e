public import HeadlessPlayback

/// What surrounds the player of a scenario: the network, what goes wrong in it, the device, the date.
public struct Surroundings: Sendable {
    /// What the network lets through; an outage is a step of zero bits a second.
    public var network = NetworkConditions.unlimited
    /// What goes wrong with requests; of several rules that fit, the first counts.
    public var faults: [FaultRule] = []
    /// How the device is connected when the scenario begins.
    public var connection = Device.Connection.wifi
    /// The date at which the world starts, in milliseconds since 1970.
    public var start = DateTime(millisecondsSince1970: 1_767_225_600_000)
    /// The longest time without an event, while the player is meant to play, that is not suspicious.
    public var silenceLimit = Duration.seconds(60)

    /// Creates surroundings in which nothing goes wrong.
    public init() {}
}
