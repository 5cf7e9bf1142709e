import Devices
import HeadlessPlayback
import PlaybackControl

extension DeviceAction {
    /// Returns the action in the form of the trace: a verb of scenario files, and its object.
    ///
    /// - Parameter assets: The assets of the scenario, whose names the object contains.
    /// - Returns: The verb and the object, which may be empty.
    package func text(in assets: [ScenarioAsset]) -> (verb: String, object: String) {
        switch self {
        case .setAudioSession(let change): ("audio-session", change.text)
        case .setAudioRoute(let route, let reason):
            ("route", reason.map { "\(route.word) \($0.word)" } ?? route.word)
        case .interrupt(let interruption): ("interrupt", interruption.word)
        case .endInterruptionUnreported: ("interrupt", Self.unreportedEnd)
        case .resetMediaServices: ("media-services-reset", "")
        case .warnAboutMemory: ("memory-warning", "")
        case .setThermalState(let state): ("thermal", state.rawValue)
        case .setExternalScreen(let isConnected): ("external-screen", Self.switching(isConnected))
        case .setLanguages(let languages): ("languages", languages.joined(separator: ", "))
        case .pictureInPicture(let action): ("pip", action.rawValue)
        case .setAdShown(let isShown): ("ad", isShown ? "began" : "ended")
        case .allowBackgroundAudio(let isAllowed): ("background-audio", Self.switching(isAllowed))
        case .allowExternalPlayback(let isAllowed):
            ("allow-external-playback", Self.switching(isAllowed))
        case .showLockScreenControls(let isShown): ("lock-screen", Self.switching(isShown))
        case .deleteInSettings(let place): ("delete-in-settings", assets.name(of: place))
        case .evict(let place): ("evict", assets.name(of: place))
        case .setFreeSpace(let bytes): ("free-space", "\(bytes)")
        case .moveContainer: ("move-container", "")
        case .command(let command, let source): (source.rawValue, command.text)
        }
    }

    /// The indices of the assets that the action refers to; empty for none.
    package var assets: [Int] {
        switch self {
        case .deleteInSettings(let place), .evict(let place): [place]
        default: []
        }
    }

    private static func switching(_ isOn: Bool) -> String { isOn ? "on" : "off" }

    /// The word for an end of an interruption that is not reported to the app.
    static let unreportedEnd = "ended-unreported"

    /// Whether the action can be performed while the app is not running.
    package var needsNoApp: Bool {
        switch self {
        case .setAudioRoute, .warnAboutMemory, .setThermalState, .setExternalScreen,
            .setLanguages, .resetMediaServices, .interrupt, .endInterruptionUnreported,
            .deleteInSettings, .evict, .setFreeSpace, .moveContainer:
            true
        case .setAudioSession, .pictureInPicture, .setAdShown, .allowBackgroundAudio,
            .allowExternalPlayback, .showLockScreenControls, .command:
            false
        }
    }
}

extension AudioSessionChange {
    fileprivate var text: String {
        var words: [String] = []
        if let category { words.append(category.rawValue) }
        if let options {
            let names = Device.AudioSession.Options.words.filter { options.contains($0.option) }
            words.append(names.isEmpty ? "no options" : names.map(\.word).joined(separator: ", "))
        }
        if let isActive { words.append(isActive ? "active" : "inactive") }
        return words.joined(separator: " ")
    }
}

extension Device.AudioRoute {
    /// The audio routes, with their words in scenario files.
    static let words: [(word: String, value: Device.AudioRoute)] = [
        ("built-in", .builtIn), ("headphones", .headphones), ("bluetooth", .bluetooth),
        ("airplay", .airPlay(video: true)), ("airplay-audio", .airPlay(video: false)),
    ]

    fileprivate var word: String {
        switch self {
        case .builtIn: "built-in"
        case .headphones: "headphones"
        case .bluetooth: "bluetooth"
        case .airPlay(video: true): "airplay"
        case .airPlay(video: false): "airplay-audio"
        }
    }
}

extension Device.AudioRoute.ChangeReason {
    /// The reasons, with their words in scenario files.
    static let words: [(word: String, value: Device.AudioRoute.ChangeReason)] =
        allCases.map { ($0.word, $0) }

    fileprivate var word: String {
        switch self {
        case .unknown: "unknown"
        case .newDevice: "new-device"
        case .oldDeviceUnavailable: "lost"
        case .category: "category"
        case .override: "chosen"
        case .wakeFromSleep: "wake-from-sleep"
        case .noSuitableRoute: "no-suitable-route"
        case .configuration: "configuration"
        }
    }
}

extension Device.Interruption {
    /// The interruptions, with their words in scenario files.
    static let words: [(word: String, value: Device.Interruption)] =
        (Reason.allCases.map { .began($0) }
        + [.ended(shouldResume: false), .ended(shouldResume: true)]).map { ($0.word, $0) }

    fileprivate var word: String {
        switch self {
        case .began(.standard): "began"
        case .began(.appWasSuspended): "began-app-was-suspended"
        case .began(.builtInMicMuted): "began-microphone-muted"
        case .began(.routeDisconnected): "began-route-disconnected"
        case .ended(shouldResume: false): "ended"
        case .ended(shouldResume: true): "ended-should-resume"
        }
    }
}
