import HeadlessPlayback

extension ScenarioStep.Action {
    /// Returns the action in the form of the trace: a verb of scenario files, and its object.
    ///
    /// - Parameter assets: The assets of the scenario, whose names the object contains.
    /// - Returns: The verb and the object, which may be empty.
    package func text(in assets: [ScenarioAsset]) -> (verb: String, object: String) {
        func name(_ place: Int) -> String { assets.name(of: place) }
        return switch self {
        case .play: ("play", "")
        case .pause: ("pause", "")
        case .seek(let target, _, _): ("seek", "\(target)")
        case .seekToLive: ("seek-to-live", "")
        case .seekBack(let distance): ("seek-back", "\(distance)")
        case .setRate(let rate): ("rate", "\(rate)")
        case .advance: ("advance", "")
        case .setVideos(let places): ("set-videos", places.map(name).joined(separator: ", "))
        case .insert(let place, let after): ("insert", "\(name(place)) after \(after + 1)")
        case .selectAudio(let name): ("select-audio", name)
        case .selectSubtitles(let name): ("select-subtitles", name ?? "none")
        case .resume(let position, let autoPlay):
            ("resume", "\(position)\(autoPlay ? "" : " paused")")
        case .setPeakBitrate(let rate): ("peak-bitrate", "\(rate)")
        case .setExternalPlayback(let isActive): ("external-playback", isActive ? "on" : "off")
        case .connect(let connection): ("connect", "\(connection)")
        case .enter(let state): ("enter", "\(state)")
        case .kill(let death): ("kill", death.word)
        case .launch: ("launch", "")
        case .relaunch(let death): ("relaunch", death.word)
        case .device(let action): action.text(in: assets)
        case .stop: ("stop", "")
        case .download(let place, _): ("download", name(place))
        case .pauseDownload(let place): ("pause-download", name(place))
        case .resumeDownload(let place): ("resume-download", name(place))
        case .cancelDownload(let place): ("cancel-download", name(place))
        case .deleteDownload(let place): ("delete-download", name(place))
        case .playDownload(let place): ("play-download", name(place))
        case .preloadLicence(let place, _): ("preload-licence", name(place))
        case .renewLicence(let place, _): ("renew-licence", name(place))
        }
    }

    /// The indices of the assets that the action refers to; empty for none.
    package var assets: [Int] {
        switch self {
        case .setVideos(let places): places
        case .insert(let place, _), .download(let place, _), .pauseDownload(let place),
            .resumeDownload(let place), .cancelDownload(let place), .deleteDownload(let place),
            .playDownload(let place), .preloadLicence(let place, _), .renewLicence(let place, _):
            [place]
        case .device(let action): action.assets
        default: []
        }
    }

    /// The location that a command from outside the app passes to the player, if any.
    package var location: String? {
        switch self {
        case .device(.command(.load(let location), _)), .device(.command(.append(let location), _)):
            location
        default: nil
        }
    }

    /// Whether the action needs an offline manager.
    package var isOffline: Bool {
        switch self {
        case .download, .pauseDownload, .resumeDownload, .cancelDownload, .deleteDownload,
            .playDownload, .preloadLicence, .renewLicence:
            true
        default: false
        }
    }

    /// Whether the action selects the videos, so that the run does not start with all assets.
    package var saysWhatIsPlayed: Bool {
        switch self {
        case .setVideos, .playDownload, .download, .preloadLicence: true
        default: false
        }
    }

    /// Whether the action can be performed while the app is not running.
    package var needsNoApp: Bool {
        switch self {
        case .connect, .launch, .stop: true
        case .device(let action): action.needsNoApp
        default: false
        }
    }
}

extension [ScenarioAsset] {
    /// Returns the name of an asset.
    ///
    /// If the asset has no name, the result is `asset`, followed by its index counted from 1.
    package func name(of place: Int) -> String {
        let name = indices.contains(place) ? self[place].name : nil
        return name ?? "asset \(place + 1)"
    }

    /// Returns the index of the asset that a command from outside the app selects by a location.
    ///
    /// - Parameter location: The location in the command.
    /// - Returns: The index of the first asset with this location; `nil` if there is none.
    package func place(at location: String) -> Int? { firstIndex { $0.isAt(location) } }
}

extension Device.Death {
    /// The word by which scenario files and traces state how an app was terminated.
    var word: String {
        switch self {
        case .crash: "crash"
        case .memoryPressure: "memory-pressure"
        case .stoppedByDebugger: "stopped-by-debugger"
        case .swipedAway: "swiped-away"
        case .reboot: "reboot"
        }
    }
}
