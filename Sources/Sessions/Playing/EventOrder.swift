/// The order in which a session reports events of one instant.
///
/// Documents specify little of it (`Documentation/Brightcove.md#order-of-events`); this table is
/// the canonical order of this simulation, and the only place to change it.
enum EventOrder {
    /// One report.
    enum Step {
        case lifecycle(LifecycleEvent.EventType)
        case startOfProgress
        case progress
        case endOfProgress
        case cuePoints
        case cuePointsBefore
        case cuePointsAfter
        /// The cues of subtitles that change as the playhead plays on.
        case cues
        /// The cues of subtitles that change as the playhead is put somewhere.
        case cuesAnew
        /// All cues of subtitles are hidden.
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
    static let pause: [Step] = [.lifecycle(.pauseRequest), .lifecycle(.pause), .progress]
    static let forcedPause: [Step] = [.lifecycle(.pause), .progress]
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
}
