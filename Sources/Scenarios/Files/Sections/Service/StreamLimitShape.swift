import HeadlessPlayback
import Sessions

/// The syntax of the player's settings for the limit on concurrent streams.
enum StreamLimitShape {
    /// The settings for the limit: whether the player respects it, and with which options.
    struct Draft: Sendable {
        var isEnabled = true
        var options = StreamConcurrencyOptions()
    }

    /// The syntax of the settings: whether the limit is respected, or a mapping of options.
    static let limit = Shape<Draft>.either(
        scalar: Shape<Bool>.truth.map { Draft(isEnabled: $0) },
        mapping: .mapping(
            "The player's part in the limit on concurrent streams.", from: { Draft() },
            fields: [
                Field(
                    "reaction", .words([("pause", .pause), ("report", .report)]),
                    "The reaction to a refused stream: pause, or report and continue; pause."
                ) { (draft: inout Draft, reaction: StreamConcurrencyOptions.Reaction) in
                    draft.options.reaction = reaction
                },
                Field("retries", .count(0...1000), "The retries of a heartbeat; 3.") {
                    $0.options.retries = $1
                },
                Field("retry-delay", .duration, "The delay of a retry; 10s.") {
                    $0.options.retryDelay = $1
                },
                Field(
                    "session", .name,
                    "The place where the viewer watches, for tokens without the claim sid."
                ) { $0.options.sessionID = $1 },
            ]))
}
