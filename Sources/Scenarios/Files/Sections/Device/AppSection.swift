import HeadlessPlayback

/// The state of the device and the app at the start of a scenario.
struct AppDraft: Sendable {
    var connection = Surroundings().connection
    var start = DateTime.simulationStart
    var device = DeviceSetup()
}

/// The section `app` of a scenario.
enum AppSection {
    /// The syntax of the device and the app at the start of the scenario.
    static let app = Shape<AppDraft>.mapping(
        "The device and the app when the scenario begins.", from: { AppDraft() },
        fields: [
            Field("connection", .connection, "The connection of the device; wifi.") {
                $0.connection = $1
            },
            Field("date", .date, "The date at which the world starts; 2026-01-01T00:00:00Z.") {
                $0.start = $1
            },
            Field("name", .name, "The name of the app; App.") { $0.device.appName = $1 },
            Field(
                "languages", Shape<String>.language.oneOrMore,
                "The preferred languages of the device, the best first; none."
            ) { $0.device.languages = $1 },
            Field("simulator", .truth, "Whether it is a simulator, without FairPlay; false.") {
                $0.device.capabilities.isSimulator = $1
            },
            Field("picture-in-picture", .truth, "Whether the device has it; true.") {
                $0.device.capabilities.hasPictureInPicture = $1
            },
            Field(
                "background-mode", .truth,
                "Whether the app declares the background mode audio; true."
            ) { $0.device.capabilities.hasBackgroundAudioMode = $1 },
            Field("audio-session", DeviceSteps.audioSession, "The audio session of the app.") {
                $0.device.audioSession = $1.applied(to: $0.device.audioSession)
            },
            Field("route", DeviceSteps.audioRoute, "The audio output; built-in.") {
                $0.device.audioRoute = $1
            },
            Field(
                "free-space", Shape<Int64>.byteCount,
                "The number of bytes for downloads; by default, the free space of the disk."
            ) { $0.device.freeSpace = $1 },
            Field("external-screen", .truth, "Whether a screen is connected; false.") {
                $0.device.hasExternalScreen = $1
            },
        ])
}

/// The player settings that concern the device.
enum DevicePlayer {
    /// The keys of the settings in scenario files.
    static let fields: [Field<PlayerSetup>] = [
        Field("background-audio", .truth, "Whether sound continues in the background; false.") {
            $0.device.allowsBackgroundAudio = $1
        },
        Field(
            "allow-external-playback", .truth,
            "Whether pictures may be shown on another device; true."
        ) { $0.device.allowsExternalPlayback = $1 },
        Field(
            "use-external-screen", .truth,
            "Whether pictures are shown on a connected screen; false."
        ) { $0.device.usesExternalScreen = $1 },
        Field("picture-in-picture", .truth, "Whether the app offers picture in picture; true.") {
            $0.device.isPictureInPictureDisabled = !$1
        },
        Field("lock-screen", lockScreen, "The controls of the lock screen; true.") {
            $0.device.lockScreen = $1
        },
        Field(
            "tells-pause-request-of-system", .truth,
            "Whether a pause by the system is reported with a PauseRequest; false."
        ) { $0.options.reportsPauseRequestOfSystem = $1 },
        Field(
            "resumes-after-interruption", .truth,
            "Whether playback resumes when the system recommends it; false."
        ) { $0.options.resumesAfterInterruption = $1 },
    ]

    private static let lockScreen = Shape<SystemControls.LockScreenOptions>.either(
        scalar: Shape<Bool>.truth.map {
            var options = SystemControls.LockScreenOptions()
            options.displaysControls = $0
            return options
        },
        mapping: .mapping(
            "The controls of the lock screen.", from: { SystemControls.LockScreenOptions() },
            fields: [
                Field("controls", .truth, "Whether they are shown; true.") {
                    $0.displaysControls = $1
                },
                Field("title", .name, "The title for items without one; the name of the app.") {
                    $0.title = $1
                },
                Field("image", .name, "The picture for items without one; none.") {
                    $0.image = $1
                },
                Field(
                    "next-wraps-around", .truth,
                    "Whether the first item follows the last one; true."
                ) { $0.nextWrapsAround = $1 },
            ]))
}
