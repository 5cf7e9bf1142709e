import HeadlessPlayback
import Transport

extension Shape<ScenarioAsset> {
    /// The syntax of a video: its location, or a mapping.
    static let asset = Shape.either(
        scalar: Shape<String>.place.map { ScenarioAsset($0) }, mapping: described
    ).named("asset")

    private static let described = Shape.mapping(
        "A video, and the data that an app has about it.", from: { ScenarioAsset("") },
        oneOf: ["url", "live", "recording", "find"],
        fields: [
            Field(
                "url", .place,
                "The location of the asset: a path from the folder of this file, or a URL."
            ) { $0.url = $1 },
            Field("live", LiveSection.broadcast, "A broadcast of the world.") {
                $0.url = $1.url
                $0.live = $1
            },
            Field(
                "recording", RecordedAsset.shape,
                "The folder of a recording of playctl play --record, replayed in virtual time."
            ) {
                $0.url = $1.url
                $0.recording = $1
            },
            Field("find", ServiceCalls.find, "A request to the playback service.") {
                $0.url = ServiceSetup.location
                $0.find = $1
            },
            Field("name", .name, "Its name; steps can refer to the asset by a unique name.") {
                $0.name = $1
            },
            Field(
                "cue-points", .cuePoints,
                "The cue points of the video: a list, or the path of a JSON file that has one."
            ) { $0.cuePoints = $1 },
            Field(
                "text-tracks", Shape<TextTrack>.textTrack.list(), "Text tracks that the app adds."
            ) { $0.textTracks = $1 },
            Field(
                "properties", .properties,
                "Other properties, under the keys of the video's catalogue."
            ) { $0.properties = $1 },
        ])
}

extension Shape<CuePointCollection> {
    /// The syntax of cue points: a list, or the path of a JSON file with such a list.
    static let cuePoints = Shape.either(
        scalar: Shape(Shape<String>.name.schema) { value throws(ScenarioFileError) in
            _ = try Shape<String>.name.read(value)
            let bytes = try value.surroundings.bytes(value)
            do throws(JSONError) {
                return try CuePointCollection(json: bytes)
            } catch {
                throw value.error(.unusableFile(value.word ?? "", "\(error)"), underlying: error)
            }
        },
        list: Shape<CuePoint>.cuePoint.list(isEmptyAllowed: true).map { CuePointCollection($0) })
}

extension Shape<CuePoint> {
    /// The syntax of a cue point of a video.
    fileprivate static let cuePoint = Shape.mapping(
        "A cue point.", from: { CuePoint(position: .before) },
        fields: [
            Field("time", .position, "The position: a time, before or after.", isRequired: true) {
                $0.position = $1
            },
            Field("type", .text, "The purpose, such as AdSlot.") { $0.type = $1 },
            Field("name", .text, "Its name.") { $0.name = $1 },
            Field("properties", .properties, "Further properties.") {
                let name = $0.name
                $0.properties = $1
                if let name { $0.name = name }
            },
        ]
    ).named("cue-point")
}

extension Shape<CuePoint.Position> {
    /// The syntax of a position.
    ///
    /// A position is a time in a video, or the word `before` or `after` for a position before the
    /// start or after the end of the video.
    static let position = Shape<MediaTime>.mediaTime.map { CuePoint.Position.time($0) }
        .or("before", .before).or("after", .after)
}

extension Shape<TextTrack> {
    /// The syntax of a text track that an app adds.
    fileprivate static let textTrack = Shape<TextTrackDraft>.mapping(
        "A text track that the app adds to the video.", from: { TextTrackDraft() },
        fields: [
            Field("src", .place, "The path or URL.", isRequired: true) { $0.track.source = $1 },
            Field("srclang", .language, "Its language.", isRequired: true) {
                $0.track.language = $1
            },
            Field("label", .name, "The displayed title.", isRequired: true) {
                $0.track.label = $1
            },
            Field(
                "kind", .words([("subtitles", .subtitles), ("captions", .captions)]),
                "The purpose of the text; subtitles if not given."
            ) { $0.track.kind = $1 },
            Field(
                "type", .words([("vtt", .webVTT), ("m3u8", .playlist)]),
                "The kind of source; by default, the kind that the file extension indicates."
            ) { $0.type = $1 },
            Field("duration", .mediaTime, "The duration of the text, for a WebVTT file.") {
                $0.track.duration = $1
            },
            Field("default", .truth, "Whether it is shown unless another one is selected.") {
                $0.track.isDefault = $1
            },
            Field("mime-type", .text, "The media type of the source.") { $0.track.mimeType = $1 },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        var track = draft.track
        guard let type = draft.type ?? draft.typeByEnding else {
            throw value.error(.missingKey("type"))
        }
        track.sourceType = type
        return track
    }.named("text-track")
}

/// The parts of a text track that have been read so far.
private struct TextTrackDraft {
    var track = TextTrack(source: "", sourceType: .webVTT, language: "", label: "")
    var type: TextTrack.SourceType?

    var typeByEnding: TextTrack.SourceType? {
        let path = LocalPath.withoutQuery(track.source).lowercased()
        return path.hasSuffix(".vtt") ? .webVTT : path.hasSuffix(".m3u8") ? .playlist : nil
    }
}
