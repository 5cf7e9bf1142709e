public import HeadlessPlayback

/// The environment of a scenario's player: the network with its faults, the device, the date.
public struct Surroundings: Sendable {
    /// The network conditions; an outage is represented by a bandwidth of zero bits per second.
    public var network = NetworkConditions.unlimited
    /// The faults to inject; if several rules match a request, the first one applies.
    public var faults: [FaultRule] = []
    /// The connection of the device at the start of the scenario.
    public var connection = Device.Connection.wifi
    /// The settings of the device at the start of the scenario, except for its network connection.
    public var device = DeviceSetup()
    /// The date at which the virtual clock starts.
    public var start = DateTime.simulationStart
    /// The longest acceptable time without an event while the player should be playing.
    public var silenceLimit = Duration.seconds(60)

    /// Creates the default environment, without faults.
    public init() {}
}
