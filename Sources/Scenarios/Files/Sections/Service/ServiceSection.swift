import Formats
import HeadlessPlayback

/// The syntax of the section about a playback service in scenario files.
enum ServiceSection {
    /// The syntax of a playback service; its value includes the line on which the service begins.
    static let service = Shape<ServiceDraft>.mapping(
        "A playback service in the world: an account with videos, where assets are found.",
        from: { ServiceDraft() }, fields: fields
    ).map(\.complete).located.map { service in
        var result = service.value
        result.line = service.line
        return result
    }.named("service")

    private static let fields: [Field<ServiceDraft>] = [
        Field("account", .name, "The id of the account; 1.") { $0.setup.account = $1 },
        Field(
            "policy-key", .name, "The policy key, which the account accepts and the app sends."
        ) { $0.setup.policyKey = $1 },
        Field(
            "manifest-ttl", ServiceWords.lifetime,
            "The time for which the locations of playlists are valid; without an end if not given."
        ) { $0.lifetime = $1 },
        Field("client", client, "The place of the app.") {
            $0.setup.country = $1.country
            $0.setup.domain = $1.domain
        },
        Field("viewers", viewer.list(), "The viewers, each with a token of the account.") {
            $0.setup.viewers = $1
        },
        Field("streams", streams, "The limit on concurrent streams.") {
            $0.setup.limitsStreams = $1.limitsStreams
            $0.setup.heartbeat = $1.heartbeat
            $0.setup.otherStreams = $1.otherStreams
        },
        Field("videos", ServiceVideos.video.list(), "The videos of the account.", isRequired: true)
        { $0.setup.videos = $1 },
        Field("playlists", ServiceVideos.playlist.list(), "The playlists of the account.") {
            $0.setup.playlists = $1
        },
        Field(
            "faults", ServiceCalls.fault.list(),
            "The faults of calls; of several that fit a call, the first applies."
        ) { $0.setup.faults = $1 },
    ]

    private static let client = Shape<(country: String?, domain: String?)>.mapping(
        "The place of the app.", from: { (nil, nil) },
        fields: [
            Field("country", ServiceWords.country, "The country, in two letters.") {
                $0.country = $1
            },
            Field("domain", ServiceWords.domain, "The domain of the page around the player.") {
                $0.domain = $1
            },
        ])

    private static let viewer = Shape<ServiceViewer>.mapping(
        "A viewer, and the claims of the token.", from: { ServiceViewer() },
        fields: [
            Field("name", .name, "The name, to which requests refer.", isRequired: true) {
                $0.name = $1
            },
            Field("uid", .name, "The claim uid; the name if not given.") { $0.uid = $1 },
            Field("session", .name, "The claim sid: the place where the viewer watches.") {
                $0.session = $1
            },
            Field(
                "streams", .count(0...1000), "The claim climit: the limit of concurrent streams."
            ) { $0.streams = $1 },
            Field("devices", .count(1...1000), "The claim dlimit: the limit of devices.") {
                $0.devices = $1
            },
            Field("videos", Shape<String>.name.list(), "The claim vids: the permitted videos.") {
                $0.videos = $1
            },
            Field("tags", Shape<String>.name.list(), "The claim tags: the permitted tags.") {
                $0.tags = $1
            },
            Field(
                "valid", ServiceWords.month,
                "The time of the world in which the token is valid; the first day."
            ) { $0.validity = $1 },
            Field("forged", .truth, "Whether the signature is not the account's; false.") {
                $0.isForged = $1
            },
        ])

    private static let streams = Shape<ServiceSetup>.mapping(
        "The limit on concurrent streams.", from: { ServiceSetup() },
        fields: [
            Field("limited", .truth, "Whether the account has such a limit; true.") {
                $0.limitsStreams = $1
            },
            Field("heartbeat", ServiceWords.heartbeat, "The interval of heartbeats; 1m.") {
                $0.heartbeat = $1
            },
            Field("others", otherStream.list(), "Streams of the viewers on other devices.") {
                $0.otherStreams = $1
            },
        ])

    private static let otherStream = Shape<ServiceStream>.mapping(
        "A stream on another device: it sends heartbeats, and tries again while it is refused.",
        from: { ServiceStream() },
        fields: [
            Field("viewer", .name, "The name of the viewer.", isRequired: true) { $0.viewer = $1 },
            Field("session", .name, "The place where the viewer watches.", isRequired: true) {
                $0.session = $1
            },
            Field("during", .period, "The time of the stream.", isRequired: true) {
                $0.period = $1.start..<$1.definiteEnd
            },
        ])
}

/// A service that is not completely read yet.
struct ServiceDraft: Sendable {
    var setup = ServiceSetup()
    /// The lifetime in seconds of playlist URLs, for videos that do not state their own.
    ///
    /// If it is `nil`, the URLs of these videos never expire.
    var lifetime: Int64?

    /// The complete service: ``lifetime`` applies to videos without a lifetime of their own.
    var complete: ServiceSetup {
        var result = setup
        for place in result.videos.indices {
            result.videos[place].manifestTTL = result.videos[place].manifestTTL ?? lifetime
        }
        return result
    }
}

/// The syntax of values in the section of a playback service, such as lifetimes and domains.
enum ServiceWords {
    /// The syntax of a lifetime; the value is in whole seconds.
    static let lifetime = Shape<Duration>.duration.narrowed {
        time, value throws(ScenarioFileError) in
        guard time >= .seconds(1), time <= .seconds(86_400), time.components.attoseconds == 0
        else { throw value.unexpected("whole seconds from 1s to 1d") }
        return time.components.seconds
    }

    /// The syntax of the interval between heartbeats, which is at least a minute.
    ///
    /// A client would replace a shorter interval with a minute.
    static let heartbeat = Shape<Duration>.duration.narrowed {
        time, value throws(ScenarioFileError) in
        guard time >= .seconds(60), time <= .seconds(86_400), time.components.attoseconds == 0
        else { throw value.unexpected("whole seconds from 1m to 1d") }
        return time
    }

    /// The syntax of a period of at most 30 days, the longest validity of a token.
    static let month = Shape<Period>.period.narrowed { period, value throws(ScenarioFileError) in
        guard let end = period.end, period.start.duration(to: end) <= .seconds(30 * 86_400) else {
            throw value.unexpected("a period of at most 30 days")
        }
        return period.start..<end
    }

    /// The syntax of a country code of two letters.
    static let country = Shape<String>(.text(pattern: "^[A-Za-z]{2}$", examples: ["de"])) {
        value throws(ScenarioFileError) in
        let text = try Shape<String>.text.read(value)
        let isCode = text.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
        guard text.utf8.count == 2, isCode else {
            throw value.unexpected("a country of two letters, such as de or \"no\"")
        }
        return text.lowercased()
    }

    /// The syntax of a domain.
    static let domain = Shape<String>(
        .text(pattern: "^[A-Za-z0-9][A-Za-z0-9.-]*$", examples: ["player.example"])
    ) { value throws(ScenarioFileError) in
        let text = try Shape<String>.text.read(value)
        let isDomain = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "-.".utf8.contains(byte)
        }
        guard isDomain, let first = text.first, first != ".", first != "-" else {
            throw value.unexpected("a domain such as player.example")
        }
        return text.lowercased()
    }
}
