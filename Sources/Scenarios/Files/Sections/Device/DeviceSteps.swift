import Devices
import Formats
import HeadlessPlayback
import PlaybackControl

/// The steps that affect the device or the surroundings of the app.
enum DeviceSteps {
    private static func action<Argument>(
        _ key: String, _ shape: Shape<Argument>, _ summary: String,
        _ action: @escaping @Sendable (Argument) -> DeviceAction
    ) -> Field<StepDraft> {
        Field(key, shape, summary) { $0.action = .device(action($1)) }
    }

    /// The keys, in scenario files, of the steps that affect the device or the app's surroundings.
    static let fields: [Field<StepDraft>] =
        [
            action("audio-session", audioSession, "Changes the audio session of the app.") {
                .setAudioSession($0)
            },
            action("route", route, "Changes the audio output: plugs in, unplugs or selects it.") {
                .setAudioRoute($0.route, reason: $0.reason)
            },
            action("interrupt", interruption, "Interrupts the audio, or ends its interruption.") {
                $0.map { .interrupt($0) } ?? .endInterruptionUnreported
            },
            action("media-services-reset", .nothing, "Restarts the system's media services.") {
                .resetMediaServices
            },
            action("memory-warning", .nothing, "Warns the app that memory is scarce.") {
                .warnAboutMemory
            },
            action("thermal", Shape<Device.ThermalState>.choice, "Sets the thermal state.") {
                .setThermalState($0)
            },
            action("external-screen", .truth, "Connects a screen, or disconnects it.") {
                .setExternalScreen($0)
            },
            action(
                "languages", Shape<String>.language.oneOrMore,
                "Sets the preferred languages of the device, the best first."
            ) { .setLanguages($0) },
            action(
                "pip", Shape<PictureInPictureAction>.choice, "Performs a picture-in-picture action."
            ) {
                .pictureInPicture($0)
            },
            action("ad", .words([("began", true), ("ended", false)]), "Begins or ends an ad.") {
                .setAdShown($0)
            },
            action(
                "background-audio", .truth, "Permits or forbids sound in the background."
            ) { .allowBackgroundAudio($0) },
            action(
                "allow-external-playback", .truth,
                "Permits or forbids pictures on another device."
            ) { .allowExternalPlayback($0) },
            action(
                "delete-in-settings", .assetPlace,
                "Deletes the download of an asset in the settings of the system."
            ) { .deleteInSettings($0) },
            action(
                "evict", .assetPlace,
                "Lets the system remove the download of an asset, because space is scarce."
            ) { .evict($0) },
            action(
                "free-space", Shape<Int64>.byteCount,
                "Sets the number of free bytes for downloads."
            ) { .setFreeSpace($0) },
            action(
                "move-container", .nothing, "Moves the app's files, while the app does not run."
            ) { .moveContainer },
            action("lock-screen", .truth, "Shows or hides the controls on the lock screen.") {
                .showLockScreenControls($0)
            },
        ]
        + SystemControls.Source.allCases.map { source in
            action(source.rawValue, command, "Gives a command \(source.origin).") {
                .command($0, from: source)
            }
        }

    /// The syntax of a change to the audio session of the app.
    static let audioSession = Shape<AudioSessionChange>.mapping(
        "The audio session of the app; absent members remain as they are.",
        from: { AudioSessionChange() },
        fields: [
            Field(
                "category", Shape<Device.AudioSession.Category>.choice,
                "The category; solo-ambient at the beginning."
            ) { $0.category = $1 },
            Field(
                "options",
                Shape<Device.AudioSession.Options>.words(
                    Device.AudioSession.Options.words.map { ($0.word, $0.option) }
                ).list(isEmptyAllowed: true),
                "The options of the category; none at the beginning."
            ) { $0.options = Device.AudioSession.Options($1) },
            Field("active", .truth, "Whether it is active; false at the beginning.") {
                $0.isActive = $1
            },
        ])

    /// The syntax of an audio route, optionally with the reason for the change.
    private static let route = Shape<RouteDraft>.either(
        scalar: audioRoute.map { RouteDraft(route: $0) },
        mapping: .mapping(
            "The audio output, and the reason for the change.", from: { RouteDraft() },
            fields: [
                Field("to", audioRoute, "The output.", isRequired: true) { $0.route = $1 },
                Field(
                    "reason",
                    Shape<Device.AudioRoute.ChangeReason>.words(
                        Device.AudioRoute.ChangeReason.words),
                    "The reason; lost for headphones and Bluetooth that give way to the speaker."
                ) { $0.reason = $1 },
            ]))

    private struct RouteDraft: Sendable {
        var route = Device.AudioRoute.builtIn
        var reason: Device.AudioRoute.ChangeReason?
    }

    /// The syntax of an audio route.
    static let audioRoute = Shape<Device.AudioRoute>.words(Device.AudioRoute.words)

    /// The syntax of an interruption.
    ///
    /// `nil` means that an interruption ends without a notification to the app.
    private static let interruption = Shape<Device.Interruption?>.words(
        Device.Interruption.words.map { ($0.word, Optional($0.value)) }
            + [(DeviceAction.unreportedEnd, nil)])

    /// The syntax of a command from outside the app: a word, and its argument if it has one.
    private static let command = Shape<SystemControls.Command>(
        .text(
            pattern: OutsideCommandTable.pattern,
            examples: ["next", "seek 12.5", "skip -10", "rate 1.5", "subtitles de"])
    ) { value throws(ScenarioFileError) in
        let text = try Shape<String>.text.read(value)
        do throws(OutsideCommandError) {
            return try OutsideCommandTable.command(from: text)
        } catch {
            let name = text.prefix { $0 != " " }
            let nearest = nearestWord(to: String(name), in: OutsideCommandTable.names)
            let isKnown = OutsideCommandTable.names.contains(String(name))
            throw value.unexpected(
                error.description
                    + (isKnown ? "" : nearest.map { " (did you mean '\($0)'?)" } ?? ""))
        }
    }
}

extension SystemControls.Source {
    /// The source of the command as a part of a sentence, such as "from the lock screen".
    fileprivate var origin: String {
        switch self {
        case .remote: "from the lock screen"
        case .headset: "with the button of headphones"
        case .keys: "with the keys of a terminal"
        case .ipc: "from another process"
        case .mpris: "from the session bus"
        }
    }
}
