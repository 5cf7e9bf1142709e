public import Formats
import Playlists
import Sessions

/// Parses accounts, videos and playlists from JSON files.
extension PlaybackServer.Account {
    /// The maximum lifetime of a source location, in seconds.
    private static let longestTime: Int64 = 366 * 86_400
    /// The location that replaces the placeholder `{base}` in a video while the video is checked.
    private static let anyBase = "http://127.0.0.1"

    /// Parses an account from a JSON object.
    ///
    /// The object has the `id` and, where they apply,
    /// - `policy_keys`: a list of the accepted policy keys,
    /// - `client_geo`: the country of all clients, in two letters,
    /// - `limits_streams`: whether concurrent streams are limited; `true` by default,
    /// - `heartbeat_interval`: milliseconds between heartbeats; 60000 by default.
    ///
    /// - Parameter bytes: The JSON text, in UTF-8.
    /// - Throws: `JSONError` that names the line of broken JSON, or the member at fault.
    public init(json bytes: [UInt8]) throws(JSONError) {
        let object = try JSONReader.read(bytes)
        let known = [
            "id", "policy_keys", "client_geo", "limits_streams", "heartbeat_interval",
        ]
        guard let members = object.object else {
            throw JSONError(.unexpected(expected: "the object of an account"))
        }
        // Without this error, a limit whose name is misspelt would silently not apply.
        if let stranger = members.keys.sorted().first(where: { !known.contains($0) }) {
            let expected = "known here; these are: \(known.joined(separator: ", "))"
            throw JSONError(.unexpected(expected: expected), at: stranger)
        }
        self.init(id: try Self.text("id", of: object))
        policyKeys = Set(try Self.texts("policy_keys", of: object) ?? [])
        if let country = object["client_geo"] {
            guard let text = country.string, text.utf8.count == 2 else {
                throw JSONError(
                    .unexpected(expected: "a country of two letters"), at: "client_geo")
            }
            clientCountry = text
        }
        if let limits = object["limits_streams"] {
            guard let limits = limits.bool else {
                throw JSONError(.unexpected(expected: "true or false"), at: "limits_streams")
            }
            limitsStreams = limits
        }
        if let interval = object["heartbeat_interval"] {
            guard let interval = interval.integer, (1000...86_400_000).contains(interval) else {
                throw JSONError(
                    .unexpected(expected: "a number of milliseconds from 1000 to 86400000"),
                    at: "heartbeat_interval")
            }
            heartbeatInterval = .milliseconds(interval)
        }
    }

    /// Adds a video from a JSON object of the catalogue; see ``videos``.
    ///
    /// In addition to the members of responses, the object may have the limits `geo`, `schedule`
    /// and `domains`.
    ///
    /// - Parameter bytes: The JSON text, in UTF-8.
    /// - Throws: `JSONError` that names the member at fault. A video that a client could not parse
    ///   is also an error.
    public mutating func addVideo(json bytes: [UInt8]) throws(JSONError) {
        let video = try JSONReader.read(bytes)
        let id = try Self.text("id", of: video)
        guard video["sources"]?.array != nil else { throw JSONError(.missing, at: "sources") }
        try Self.checkLimits(of: video)
        if let lifetime = video["manifest_url_ttl"] {
            guard let lifetime = lifetime.integer, (1...Self.longestTime).contains(lifetime) else {
                throw JSONError(
                    .unexpected(expected: "a number of seconds from 1 on"), at: "manifest_url_ttl")
            }
        }
        try Self.examine(video, id: id)
        guard !videos.contains(where: { $0["id"]?.string == id }) else {
            throw JSONError(.unexpected(expected: "an id that no other video has"), at: "id")
        }
        videos.append(video)
    }

    /// Adds a playlist from JSON: a catalogue object with video ids in its member `videos`.
    ///
    /// - Parameter bytes: The JSON text, in UTF-8.
    /// - Throws: `JSONError` that names the member at fault, such as the id of a video that was not
    ///   added before.
    public mutating func addPlaylist(json bytes: [UInt8]) throws(JSONError) {
        let playlist = try JSONReader.read(bytes)
        let id = try Self.text("id", of: playlist)
        guard let members = try Self.texts("videos", of: playlist) else {
            throw JSONError(.missing, at: "videos")
        }
        for (place, member) in members.enumerated()
        where !videos.contains(where: { $0["id"]?.string == member }) {
            throw JSONError(.unexpected(expected: "the id of a video"), at: "videos[\(place)]")
        }
        guard !playlists.contains(where: { $0["id"]?.string == id }) else {
            throw JSONError(.unexpected(expected: "an id that no other playlist has"), at: "id")
        }
        playlists.append(playlist)
    }

    // MARK: Members of JSON objects

    private static func text(
        _ member: String, of object: PropertyValue
    ) throws(JSONError) -> String {
        guard let value = object[member] else { throw JSONError(.missing, at: member) }
        guard let text = value.string, !text.isEmpty else {
            throw JSONError(.unexpected(expected: "a text"), at: member)
        }
        return text
    }

    private static func texts(
        _ member: String, of object: PropertyValue, at path: String = ""
    ) throws(JSONError) -> [String]? {
        guard let value = object[member] else { return nil }
        let texts = (value.array ?? []).compactMap(\.string)
        guard let count = value.array?.count, texts.count == count else {
            throw JSONError(.unexpected(expected: "a list of texts"), at: path + member)
        }
        return texts
    }

    /// Checks the members that limit playback of a video; throws for a malformed limit.
    ///
    /// Without this check, a malformed limit would permit everything.
    private static func checkLimits(of video: PropertyValue) throws(JSONError) {
        if let geo = video["geo"] {
            guard try texts("countries", of: geo, at: "geo.") != nil else {
                throw JSONError(.missing, at: "geo.countries")
            }
        }
        if let schedule = video["schedule"] {
            for member in ["starts_at", "ends_at"] {
                guard let date = schedule[member], !date.isNull else { continue }
                guard date.string.flatMap({ DateTime($0) }) != nil else {
                    throw JSONError(
                        .unexpected(expected: "a date such as 2026-01-01T00:00:00Z"),
                        at: "schedule.\(member)")
                }
            }
        }
        _ = try texts("domains", of: video)
    }

    /// Parses a video as a client does, to detect errors.
    private static func examine(_ video: PropertyValue, id: String) throws(JSONError) {
        var text = JSONText()
        text.value(video)
        let body = String(decoding: text.bytes, as: UTF8.self).replacing("{base}", with: anyBase)
        let request = PlaybackServiceRequest(
            .video(id: id), of: PlaybackServiceAccount(id: "1", policyKey: "key"))
        do throws(PlaybackServiceError) {
            _ = try PlaybackServiceAnswer(to: request, status: 200, body: Array(body.utf8))
        } catch {
            if case .json(let error, _) = error.cause { throw error }
            throw JSONError(.unexpected(expected: "a video without errors"), at: "")
        }
    }
}
