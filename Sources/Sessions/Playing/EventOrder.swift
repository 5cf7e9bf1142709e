/// In which order a session tells what happens at one instant.
///
/// Documents fix little of it (fact sheet, 1.3); this table is the canonical order of this
/// simulation, and the one place to change it.
enum EventOrder {
    /// One thing to tell.
    enum Step {
        case lifecycle(LifecycleEvent.EventType)
        case startOfProgress
        case progress
        case endOfProgress
        case cuePoints
        case cuePointsBefore
        case cuePointsAfter
        case duration
        case facts
        case seekCompletion
    }

    static let start: [Step] = [.startOfProgress, .lifecycle(.playbackBufferEmpty)]
    static let loaded: [Step] = [.duration]
    static let ready: [Step] = [.lifecycle(.ready), .facts]
    static let play: [Step] = [.lifecycle(.playRequest), .cuePointsBefore, .lifecycle(.play)]
    static let pause: [Step] = [.lifecycle(.pauseRequest), .lifecycle(.pause), .progress]
    static let tick: [Step] = [.progress, .cuePoints]
    static let keepsUp: [Step] = [.lifecycle(.playbackLikelyToKeepUp)]
    static let stall: [Step] = [.lifecycle(.playbackStalled), .lifecycle(.playbackBufferEmpty)]
    static let recovery: [Step] = [
        .lifecycle(.playbackLikelyToKeepUp), .lifecycle(.playbackRecovered),
    ]
    static let startOver: [Step] = [.lifecycle(.playbackBufferEmpty)]
    static let seekStart: [Step] = [.lifecycle(.playbackBufferEmpty)]
    static let seekEnd: [Step] = [
        .lifecycle(.playbackLikelyToKeepUp), .progress, .cuePoints, .seekCompletion,
    ]
    static let seekEndOfStall: [Step] = [
        .lifecycle(.playbackLikelyToKeepUp), .lifecycle(.playbackRecovered), .progress, .cuePoints,
        .seekCompletion,
    ]
    static let naturalEnd: [Step] = [
        .progress, .cuePoints, .lifecycle(.pause), .cuePointsAfter, .endOfProgress,
        .lifecycle(.end),
    ]
}
