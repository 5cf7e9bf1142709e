/// Files of scenarios with a playback service.
extension ScenarioText {
    /// A file that has every key of a playback service.
    public static let everyServiceKey = #"""
        playctl: 1
        assets:
          - {name: film, find: {video: "5", viewer: anna}}
          - {find: {ref: a film, policy-key: other}}
          - {find: {playlist: "9", limit: 10, offset: 2}}
          - {find: {playlist-ref: top}}
          - {find: {search: free}}
        player:
          stream-concurrency: {reaction: report, retries: 2, retry-delay: 5s, session: phone}
        service:
          account: "17"
          policy-key: key
          manifest-ttl: 10m
          client: {country: DE, domain: player.example}
          viewers:
            - {name: anna, uid: viewer-1, session: phone, streams: 1, devices: 2, videos: ["5"], tags: [free], valid: 10s..2h, forged: true}
            - {name: bob, streams: 2}
          streams:
            limited: true
            heartbeat: 90s
            others: [{viewer: bob, session: tv, during: 30s..}]
          videos:
            - {id: "5", ref: a film, name: Film, source: film/index.m3u8, duration: 20s, manifest-ttl: 5m, tags: [free], countries: [de, "no"], schedule: 0s..1h, domains: [player.example], properties: {description: "1", cue_points: [{time: 1.5}]}}
            - {id: "6", source: film.mp4, duration: 1m, excluded-countries: [se]}
          playlists:
            - {id: "9", ref: top, name: Films, videos: ["5", "6"]}
          faults:
            - {call: heartbeat, occurrences: 2..3, during: 1m..2m, do: {status: 503}}
            - {call: video, id: "ref:a film", do: reset}
            - {call: playlist, id: "9*", do: {delay: 3s}}
            - {call: search, do: hang}
            - {call: stream-list, do: {status: 500}}
            - {call: stream-end, do: {status: 500}}
        faults:
          - {match: {location: sessions, method: [POST, DELETE]}, do: hang}
          - {match: {method: GET}, do: hang}
        expect:
          - calls: {call: video, id: "5", times: 1..}
          - calls: {call: heartbeat, times: 0}
          - never: {event: findVideo, text: CLIENT_GEO}
          - never: findPlaylist
          - errors: [{domain: PlaybackServiceErrorDomain, code: 3, text: CLIENT_GEO}]
        """#

    private static func service(_ fields: String, _ path: String, _ message: String) -> Refused {
        let videos = fields.hasPrefix("videos") ? "" : ", videos: [{id: a}]"
        return Refused("service: {\(fields)\(videos)}\n", 3, "service\(path)", message)
    }

    /// Invalid files with a playback service, and the errors that they cause.
    static let refusedService: [Refused] = [
        Refused(
            "playctl: 1\nassets: [{url: a, find: {video: b}}]\n", 2, "assets[1]",
            "'url' and 'find' exclude each other"),
        Refused(
            "playctl: 1\nassets: [{find: {video: a, ref: b}}]\n", 2, "assets[1].find",
            "'video' and 'ref' exclude each other"),
        Refused(
            "playctl: 1\nassets: [{find: {video: a, viewer: b, policy-key: c}}]\n", 2,
            "assets[1].find", "'viewer' and 'policy-key' exclude each other"),
        Refused("service: {}\n", 3, "service", "'videos' is missing"),
        service("videos: [{ref: a}]", ".videos[1]", "'id' is missing"),
        service(
            "videos: [{id: a, properties: {sources: []}}]", ".videos[1].properties",
            "expected 'source' in place of the property sources"),
        service(
            "videos: [{id: a, countries: [de], excluded-countries: [se]}]", ".videos[1]",
            "exclude each other"),
        service(
            "videos: [{id: a, countries: [deu]}]", ".videos[1].countries[1]",
            "expected a country of two letters"),
        service("client: {domain: 'https://a'}", ".client.domain", "expected a domain"),
        service("faults: [{do: hang}]", ".faults[1]", "'call' is missing"),
        service(
            "faults: [{call: beat, do: hang}]", ".faults[1].call",
            "expected one of video, playlist, search"),
        Refused("expect: [{calls: {call: video}}]\n", 3, "expect[1].calls", "'times' is missing"),
        Refused(
            "player: {stream-concurrency: {reaction: stop}}\n", 3,
            "player.stream-concurrency.reaction", "expected one of pause, report"),
        Refused(
            "faults: [{match: {method: PUT}, do: hang}]\n", 3, "faults[1].match.method",
            "expected one of GET, POST, DELETE"),
    ]

    /// The mistakes that the schema permits: times out of bounds, and keys without an effect.
    public static let refusedServiceTimes: [Refused] = [
        service("manifest-ttl: 0s", ".manifest-ttl", "whole seconds from 1s to 1d"),
        service("streams: {heartbeat: 30s}", ".streams.heartbeat", "from 1m to 1d"),
        service("viewers: [{name: a, valid: 0s..}]", ".viewers[1].valid", "at most 30 days"),
        service(
            "faults: [{call: heartbeat, id: a, do: hang}]", ".faults[1]",
            "expected no id with the call heartbeat"),
    ]
}
