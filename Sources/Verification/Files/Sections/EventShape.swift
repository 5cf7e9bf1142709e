import HeadlessPlayback

/// The names by which scenarios speak of events.
package enum EventNames {
    /// The base names of the methods of a controller's delegate.
    package static let controller = [
        "didAdvanceToPlaybackSession", "didChangeDuration", "didProgressTo", "didPassCuePoints",
        "didReceiveLifecycleEvent", "didChangeSeekableRanges", "determinedMediaType",
        "determinedVideoType", "determinedCodecs", "determinedMetadata", "didCompletePlaylist",
        "noPlayableVideosFound", "didInsertVideo", "failedToInsertVideo",
        "didChangeSelectedAudibleMediaOption", "didChangeSelectedLegibleMediaOption", "didShowCue",
        "didHideCue", "didChangeExternalPlaybackActive", "didReachMaxConcurrency",
        "manifestTTLWasUpdated",
    ]

    /// The first words of what an offline recorder writes down.
    package static let offline = [
        "assetDownloadTask", "willDownloadVariants", "didFinishMediaSelectionDownload",
        "didFinishDownload", "downloadWasPaused", "didDownloadStaticImages",
        "shouldDeleteVideoPackage", "offlineVideoStorageDidChange", "manifestURLTTLUpdate",
    ]

    /// All names, those of lifecycle events first.
    package static let all =
        LifecycleEvent.EventType.allCases.map(\.rawValue) + controller + offline
}

extension Shape<EventPattern> {
    /// Picks events: a name, or a mapping.
    static let event = Shape.either(
        scalar: Shape<String>.eventName.map { EventPattern($0) },
        mapping: .mapping(
            "Picks events among those that are told.", from: { EventPattern("") },
            fields: eventFields)
    ).named("event")

    static let eventFields: [Field<EventPattern>] = [
        Field(
            "event", .eventName,
            "The name of a lifecycle event, or of a method of the delegate.", isRequired: true
        ) { $0.name = $1 },
        Field("text", .name, "A part of the payload as the trace writes it.") { $0.text = $1 },
        Field("session", .count(1...1_000_000), "The number of the session, counted from 1.") {
            $0.session = $1
        },
        Field("during", .period, "When it is told.") {
            $0.period = $1.start...$1.definiteEnd
        },
    ]
}

extension Shape<String> {
    /// The name of an event; one that is misspelt would never be told, which `never` would praise.
    fileprivate static let eventName = Shape(
        .definition("event-name", .words(EventNames.all))
    ) { value throws(ScenarioFileError) in
        let name = value.word ?? ""
        guard EventNames.all.contains(name) else {
            if value.word == nil { throw value.unexpected("the name of an event") }
            throw value.error(
                .unknownName(
                    name, nearest: nearestWord(to: name, in: EventNames.all), what: "event"))
        }
        return name
    }
}
