/// The order in which a session reports events of one instant.
///
/// The documentation of the SDK specifies only a part of the order
/// (`Documentation/Brightcove.md#order-of-events`). The tables below define the whole order for
/// this simulation.
enum EventOrder {
    /// A report whose place among the reports of one instant is determined here.
    enum Step {
        case lifecycle(LifecycleEvent.EventType)
        case startOfProgress
        case progress
        case endOfProgress
        case cuePoints
        case cuePointsBefore
        case cuePointsAfter
        /// Subtitle cues are shown or hidden because playback moved the playhead.
        case cues
        /// Subtitle cues are shown or hidden because the playhead jumped to a position.
        case cuesAnew
        /// All subtitle cues are hidden.
        case noCues
        case duration
        /// The duration of a broadcast, which is reported once the session is ready.
        case broadcastDuration
        case facts
        case seekCompletion
    }

    static let start: [Step] = [.startOfProgress, .lifecycle(.playbackBufferEmpty)]
    static let loaded: [Step] = [.duration]
    static let ready: [Step] = [.lifecycle(.ready), .broadcastDuration, .facts, .cuesAnew]
    static let resumed: [Step] = [.cuesAnew]
    static let play: [Step] = [.lifecycle(.playRequest), .cuePointsBefore, .lifecycle(.play)]
    static let tick: [Step] = [.progress, .cuePoints, .cues]
    static let cueChange: [Step] = [.cues]
    static let keepsUp: [Step] = [.lifecycle(.playbackLikelyToKeepUp)]
    static let stall: [Step] = [.lifecycle(.playbackStalled), .lifecycle(.playbackBufferEmpty)]
    static let recovery: [Step] = [
        .lifecycle(.playbackLikelyToKeepUp), .lifecycle(.playbackRecovered),
    ]
    static let startOver: [Step] = [.lifecycle(.playbackBufferEmpty), .cuesAnew]
    static let seekStart: [Step] = [.lifecycle(.playbackBufferEmpty)]
    static let seekEnd: [Step] = [
        .lifecycle(.playbackLikelyToKeepUp), .progress, .cuePoints, .cuesAnew, .seekCompletion,
    ]
    static let seekEndOfStall: [Step] = [
        .lifecycle(.playbackLikelyToKeepUp), .lifecycle(.playbackRecovered), .progress, .cuePoints,
        .cuesAnew, .seekCompletion,
    ]
    static let naturalEnd: [Step] = [
        .progress, .cuePoints, .noCues, .lifecycle(.pause), .cuePointsAfter, .endOfProgress,
        .lifecycle(.end),
    ]

    /// Returns the order of the reports for a pause; before `Ready`, no progress is reported.
    static func pause(isRequested: Bool, isReady: Bool) -> [Step] {
        let request: [Step] = isRequested ? [.lifecycle(.pauseRequest)] : []
        return request + [.lifecycle(.pause)] + (isReady ? [.progress] : [])
    }
}
