import Formats
import HeadlessPlayback
import Transport

/// The syntax of the videos and playlists of a playback service.
enum ServiceVideos {
    /// The syntax of a video.
    static let video = Shape<ServiceVideo>.mapping(
        "A video of the account.", from: { ServiceVideo() },
        exclusive: [("countries", "excluded-countries")],
        fields: [
            Field("id", .name, "The id.", isRequired: true) { $0.id = $1 },
            Field("ref", .name, "The reference id.") { $0.reference = $1 },
            Field("name", .name, "The name; the reference id or the id if not given.") {
                $0.name = $1
            },
            Field(
                "source", source,
                "The path or URL of the asset; files that it names are in its folder or below it."
            ) { $0.source = $1 },
            Field("duration", .positiveMediaTime, "The duration; none, as for live, if not given.")
            { $0.duration = $1 },
            Field(
                "manifest-ttl", ServiceWords.lifetime,
                "The time for which the locations of playlists are valid; as in the service."
            ) { $0.manifestTTL = $1 },
            Field("tags", Shape<String>.name.list(), "The tags.") { $0.tags = $1 },
            Field(
                "countries", ServiceWords.country.list(), "The countries where it may be watched."
            ) { $0.countries = ($1, false) },
            Field(
                "excluded-countries", ServiceWords.country.list(),
                "The countries where it may not be watched."
            ) { $0.countries = ($1, true) },
            Field("schedule", .period, "The time of the world in which it may be watched.") {
                $0.schedule = $1.start..<$1.definiteEnd
            },
            Field(
                "domains", ServiceWords.domain.list(),
                "The domains of pages whose players may play it."
            ) { $0.domains = $1 },
            Field(
                "properties", properties,
                "Further members of the object in the catalogue, such as cue_points."
            ) { $0.properties = $1 },
        ])

    /// The syntax of a playlist.
    static let playlist = Shape<ServicePlaylist>.mapping(
        "A playlist of the account.", from: { ServicePlaylist() },
        fields: [
            Field("id", .name, "The id.", isRequired: true) { $0.id = $1 },
            Field("ref", .name, "The reference id.") { $0.reference = $1 },
            Field("name", .name, "The name.") { $0.name = $1 },
            Field(
                "videos", Shape<String>.name.list(), "The ids of the videos, in order.",
                isRequired: true
            ) { $0.videos = $1 },
        ])

    private static let source = Shape<String>.place.narrowed {
        place, value throws(ScenarioFileError) in
        guard ResourceScheme(of: place) != .live else {
            throw value.unexpected("an asset other than a broadcast")
        }
        return place
    }

    /// The JSON members of a catalogue video that have their own keys in scenario files.
    ///
    /// Each member is mapped to its key in scenario files.
    private static let own = [
        "id": "id", "reference_id": "ref", "name": "name", "duration": "duration",
        "sources": "source", "manifest_url_ttl": "manifest-ttl", "tags": "tags",
        "geo": "countries", "schedule": "schedule", "domains": "domains",
    ]

    private static let properties = Shape<[String: PropertyValue]>(
        .object([
            ("type", .text("object")),
            (
                "propertyNames",
                .object([("not", .words(own.keys.sorted()))])
            ),
        ])
    ) { value throws(ScenarioFileError) in
        let members = try Shape<[String: PropertyValue]>.properties.read(value)
        if let member = members.keys.sorted().first(where: { own[$0] != nil }) {
            throw value.unexpected("'\(own[member] ?? "")' in place of the property \(member)")
        }
        return members
    }
}
