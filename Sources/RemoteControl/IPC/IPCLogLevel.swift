import Sessions

/// The importance of a log message, with mpv's names.
enum IPCLogLevel: Int, CaseIterable, Comparable {
    // swift-format-ignore
    case no, fatal, error, warn, info, v, debug, trace

    /// Creates the level of an event.
    init(of event: PlaybackEvent) {
        self =
            switch event.kind {
            case .didProgressTo: .debug
            case .didAdvanceToPlaybackSession, .didCompletePlaylist, .didPassCuePoints: .info
            case .noPlayableVideosFound, .didReachMaxConcurrency: .error
            case .failedToInsertVideo: .warn
            case .manifestTTLWasUpdatedWithError(let error): error == nil ? .v : .warn
            case .didReceiveLifecycleEvent(let lifecycle):
                switch lifecycle.type {
                case .fail, .failedToPlayToEndTime: .error
                case .playbackStalled: .warn
                default: .info
                }
            default: .v
            }
    }

    /// Creates the level with a name; `nil` if no level has the name.
    init?(named name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    /// The name of the level, as in mpv.
    var name: String { "\(self)" }

    static func < (one: IPCLogLevel, other: IPCLogLevel) -> Bool { one.rawValue < other.rawValue }
}
