import HeadlessPlayback

/// A step that is not completely read yet.
struct StepDraft: Sendable {
    var action: ScenarioStep.Action?
    var trigger: ScenarioStep.Trigger?
    /// The time after which a pause ends; `nil` for a pause until a later step.
    var pause: Duration?
}

extension Shape<StepDraft> {
    /// The syntax of a step: a word for an immediate action, or a mapping.
    static let step = Shape.either(
        scalar: .words([
            ("play", StepDraft(action: .play)), ("pause", StepDraft(action: .pause)),
            ("advance", StepDraft(action: .advance)), ("launch", StepDraft(action: .launch)),
            ("seek-to-live", StepDraft(action: .seekToLive)), ("stop", StepDraft(action: .stop)),
        ]),
        mapping: .mapping(
            "A step: one action and its time; without a time, directly after the previous step.",
            from: { StepDraft() }, oneOf: actions.map(\.key), exclusive: [("at", "after")],
            fields: [
                Field(
                    "at", .trigger, "The time: start, a time of the world, a position, or an event."
                ) { $0.trigger = $1 },
                Field("after", .duration, "The delay after the step before it.") {
                    $0.trigger = .afterPrevious($1)
                },
            ] + actions)
    ).named("step")

    private typealias Action = ScenarioStep.Action

    private static func action<Argument>(
        _ key: String, _ shape: Shape<Argument>, _ summary: String,
        _ action: @escaping @Sendable (Argument) -> ScenarioStep.Action
    ) -> Field<StepDraft> {
        Field(key, shape, summary) { $0.action = action($1) }
    }

    static let actions =
        playerActions + [
            action(
                "connect", Shape<Device.Connection>.connection,
                "Changes the connection of the device."
            ) { .connect($0) },
            action(
                "enter", Shape<Device.AppState>.choice,
                "Brings the app to the foreground or the background."
            ) { .enter($0) },
            action("kill", .death, "Ends the app, for a reason; 'launch' launches it again.") {
                .kill($0)
            },
            action("launch", .nothing, "Launches the app that was killed.") { .launch },
            action("relaunch", .death, "Ends the app, for a reason, and launches it at once.") {
                .relaunch($0)
            },
            action("stop", .nothing, "Ends the run, even if a played broadcast has not ended.") {
                .stop
            },
        ] + DeviceSteps.fields + offlineActions

    private static let playerActions: [Field<StepDraft>] = [
        action("play", .nothing, "Plays.") { .play },
        action("pause", .nothing, "Pauses.") { .pause },
        action("seek", .seek, "Moves the playhead.") {
            .seek(to: $0.target, toleranceBefore: $0.before, toleranceAfter: $0.after)
        },
        action("seek-to-live", .nothing, "Moves the playhead to the end of the seekable range.") {
            .seekToLive
        },
        action(
            "seek-back", .mediaTime,
            "Moves the playhead to this distance before the end of the seekable range."
        ) { .seekBack($0) },
        Field("pause-for", .duration, "Pauses, and plays again after a time.") {
            $0.action = .pause
            $0.pause = $1
        },
        action("rate", .playbackRate, "Sets the rate of playback.") { .setRate($0) },
        action("advance", .nothing, "Advances to the next video, which must exist.") { .advance },
        action(
            "set-videos", Shape<Int>.assetPlace.list(isEmptyAllowed: true),
            "Replaces the videos by these assets."
        ) { .setVideos($0) },
        action("insert", .insertion, "Inserts an asset after a video.") {
            .insert($0.asset, after: $0.after)
        },
        action("select", .selection, "Selects audio or subtitles, by language or by name.") { $0 },
        action("resume", .resumption, "Loads the current video again and continues.") {
            .resume(at: $0.position, autoPlay: $0.autoPlay)
        },
        action("peak-bitrate", .rate, "Sets the highest bandwidth of variants; 0 means any.") {
            .setPeakBitrate($0)
        },
        action(
            "external-playback", .truth, "Starts or ends playback on another device."
        ) { .setExternalPlayback($0) },
    ]

    private static let offlineActions: [Field<StepDraft>] = [
        action("download", .download, "Downloads an asset.") {
            .download($0.asset, $0.parameters)
        },
        action("pause-download", .assetPlace, "Pauses the download of an asset.") {
            .pauseDownload($0)
        },
        action("resume-download", .assetPlace, "Continues the download of an asset.") {
            .resumeDownload($0)
        },
        action("cancel-download", .assetPlace, "Cancels the download of an asset.") {
            .cancelDownload($0)
        },
        action("delete-download", .assetPlace, "Deletes the download of an asset.") {
            .deleteDownload($0)
        },
        action("play-download", .assetPlace, "Plays the download of an asset.") {
            .playDownload($0)
        },
        action("preload-licence", .download, "Preloads the licence, before the download.") {
            .preloadLicence($0.asset, $0.parameters)
        },
        action("renew-licence", .download, "Renews the licence of a download.") {
            .renewLicence($0.asset, $0.parameters)
        },
    ]
}

extension Shape<ScenarioStep.Trigger> {
    /// The syntax of the trigger of a step.
    fileprivate static let trigger = Shape.either(
        scalar: Shape<TimeText>.time.map { ScenarioStep.Trigger.time($0.duration) }
            .or("start", .start),
        mapping: Shape<TriggerDraft>.mapping(
            "A position of the playhead by playing, an event, or the end of an instant.",
            from: { TriggerDraft() }, oneOf: ["position", "event", "behind"],
            fields: [
                Field("position", .mediaTime, "The position that the playhead reaches.") {
                    $0.position = $1
                },
                Field(
                    "behind", .duration,
                    "A simulated time; the step runs after everything else that happens at that"
                        + " time."
                ) { $0.behind = $1 },
                Field(
                    "nth", .count(1...1_000_000),
                    "The occurrence of the event that triggers the step, counted from 1; 1.",
                    needs: ["event"]
                ) {
                    $0.occurrence = $1
                },
            ]
                + Shape<EventPattern>.eventFields.map { field in
                    Field(lifting: field, needs: field.key == "event" ? [] : ["event"])
                }
        ).map(\.trigger)
    ).named("trigger")
}

private struct TriggerDraft: Sendable {
    var position: MediaTime?
    var behind: Duration?
    var event = EventPattern("")
    var occurrence = 1

    var trigger: ScenarioStep.Trigger {
        if let position { return .position(position) }
        if let behind { return .behind(behind) }
        return .event(event, occurrence: occurrence)
    }
}

extension Field<TriggerDraft> {
    /// Creates a trigger key that sets a property of the trigger's event pattern.
    ///
    /// The key has the name and the syntax of the corresponding key of an event pattern.
    fileprivate init(lifting field: Field<EventPattern>, needs: [String]) {
        self.init(
            field.key, isRequired: false, needs: needs, schema: field.schema
        ) { draft, value throws(ScenarioFileError) in try field.read(&draft.event, value) }
    }
}

/// The target and the tolerance of a seek.
private struct SeekDraft: Sendable {
    var target = MediaTime.zero
    var before = MediaTime.milliseconds(100)
    var after = MediaTime.milliseconds(100)
}

extension Shape<SeekDraft> {
    fileprivate static let seek = Shape.either(
        scalar: Shape<MediaTime>.mediaTime.map { SeekDraft(target: $0) },
        mapping: .mapping(
            "The target of the playhead.", from: { SeekDraft() },
            exclusive: [("tolerance", "tolerance-before"), ("tolerance", "tolerance-after")],
            fields: [
                Field("to", .mediaTime, "The position.", isRequired: true) { $0.target = $1 },
                Field("tolerance", .mediaTime, "The largest distance of the landing; 100ms.") {
                    ($0.before, $0.after) = ($1, $1)
                },
                Field("tolerance-before", .mediaTime, "The distance before it; 100ms.") {
                    $0.before = $1
                },
                Field("tolerance-after", .mediaTime, "The distance after it; 100ms.") {
                    $0.after = $1
                },
            ]))
}

extension Shape<(asset: Int, after: Int)> {
    fileprivate static let insertion = Shape.mapping(
        "The asset to insert, and its place.", from: { (0, -1) },
        fields: [
            Field(
                "asset", .assetPlace, "The asset: its place from 1 on, or its name.",
                isRequired: true
            ) {
                $0.asset = $1
            },
            Field(
                "after", .count(0...1_000_000),
                "The number of the video before it in the queue, counted from 1; 0 inserts it first.",
                isRequired: true
            ) { $0.after = $1 - 1 },
        ])
}

extension Shape<ScenarioStep.Action> {
    fileprivate static let selection = Shape<ScenarioStep.Action?>.mapping(
        "The option to select.", from: { nil }, oneOf: ["audio", "subtitles"],
        fields: [
            Field("audio", .name, "The audio, by its language or its name.") {
                $0 = .selectAudio($1)
            },
            Field("subtitles", .name, "The subtitles, by language or name; off selects none.") {
                $0 = .selectSubtitles($1 == "off" ? nil : $1)
            },
        ]
    ).map { $0 ?? .selectSubtitles(nil) }
}

extension Shape<(position: MediaTime, autoPlay: Bool)> {
    fileprivate static let resumption = Shape.mapping(
        "The position to continue from, and how.", from: { (.zero, true) },
        fields: [
            Field("at", .mediaTime, "The position.", isRequired: true) { $0.position = $1 },
            Field("auto-play", .truth, "Whether to play once it is loaded; true.") {
                $0.autoPlay = $1
            },
        ])
}

extension Shape<Device.Connection> {
    /// The syntax of the connection of the device.
    static let connection = Shape.choice
}

extension Shape<Device.Death> {
    /// The syntax of the way in which an app is terminated.
    fileprivate static let death = Shape.words(Device.Death.allCases.map { ($0.word, $0) })
}
