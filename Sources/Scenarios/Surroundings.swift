public import HeadlessPlayback

/// The environment of a scenario's player: the network with its faults, the device, the date.
public struct Surroundings: Sendable {
    /// The conditions of the network; an outage is a step of zero bits per second.
    public var network = NetworkConditions.unlimited
    /// The faults to inject; if several rules match, the first one applies.
    public var faults: [FaultRule] = []
    /// The connection of the device at the start of the scenario.
    public var connection = Device.Connection.wifi
    /// The device at the start of the scenario, without its connection.
    public var device = DeviceSetup()
    /// The date at which the world starts, in milliseconds since 1970.
    public var start = DateTime(millisecondsSince1970: 1_767_225_600_000)
    /// The longest time without an event, while the player is meant to play, that is not suspicious.
    public var silenceLimit = Duration.seconds(60)

    /// Creates surroundings without faults.
    public init() {}
}
