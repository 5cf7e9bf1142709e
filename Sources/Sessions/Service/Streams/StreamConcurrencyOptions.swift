/// The options of the limit on concurrent streams.
///
/// The options are set in ``PlaybackOptions/streamConcurrency``.
///
/// Source: `Documentation/Brightcove.md#stream-concurrency`.
public struct StreamConcurrencyOptions: Equatable, Sendable {
    /// The reaction of the player to a refused stream.
    ///
    /// The documents of the service do not state the reaction.
    public enum Reaction: Equatable, Sendable {
        /// Playback pauses, and can continue only after the service accepts a heartbeat.
        case pause
        /// The refusal is reported, and playback continues.
        case report
    }

    /// The reaction to a refused stream, and to a service that cannot be reached.
    public var reaction = Reaction.pause

    /// The number of retries of a heartbeat that the service does not answer.
    public var retries = 3

    /// The delay before a retry.
    public var retryDelay = Duration.seconds(10)

    /// The identifier of the viewer's session, for tokens without the claim `sid`.
    ///
    /// No identifier is sent if the value is `nil` or an empty text.
    public var sessionID: String?

    /// Creates options with their defaults.
    public init() {}
}
