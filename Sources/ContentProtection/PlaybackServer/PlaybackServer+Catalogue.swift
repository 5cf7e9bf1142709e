import Formats

/// Responses of the catalogue, for videos and playlists.
extension PlaybackServer {
    /// The client of a request: its token, its country and its web page, and the current time.
    private struct Client {
        /// The token with its claims; `nil` for a client that uses a policy key.
        var token: ViewerToken?
        let limits: ClientLimits
    }

    private struct Refused: Error {
        let answer: PlaybackServerAnswer
    }

    static func answerCatalogue(
        _ request: KeyServerRequest, _ path: [String], of account: Account, at now: Int64
    ) -> PlaybackServerAnswer {
        do throws(Refused) {
            let client = try client(of: request, for: account, at: now)
            let query = try query(of: request)
            switch (path.first, path.count) {
            case ("videos", 2): return .init(try video(path[1], of: account, client, at: now))
            case ("videos", 1):
                let found = search(query["q"] ?? "", in: account)
                return .init(
                    .object(["videos": .array(try list(found, of: account, client, query, now))]))
            case ("playlists", 2):
                return .init(try playlist(path[1], of: account, client, query, at: now))
            default: return .refusal(404, "RESOURCE_NOT_FOUND")
            }
        } catch {
            return error.answer
        }
    }

    private static func client(
        of request: KeyServerRequest, for account: Account, at now: Int64
    ) throws(Refused) -> Client {
        let limits = ClientLimits(
            country: account.clientCountry,
            host: field("origin", of: request) ?? field("referer", of: request), second: now)
        if let key = policyKey(of: request) {
            guard account.policyKeys.contains(key) else {
                throw Refused(answer: .refusal(401, "INVALID_POLICY_KEY"))
            }
            return Client(limits: limits)
        }
        guard let text = token(of: request) else {
            throw Refused(answer: .refusal(401, "ACCESS_DENIED", "TOKEN_REQUIRED"))
        }
        guard
            let token = ViewerToken(text, keys: account.tokenKeys, account: account.id, at: now)
        else { throw Refused(answer: .refusal(401, "ACCESS_DENIED", "TOKEN_VALIDATION")) }
        return Client(token: token, limits: limits)
    }

    /// Returns the decoded arguments of the query by name; throws for a repeated name.
    private static func query(of request: KeyServerRequest) throws(Refused) -> [String: String] {
        var query: [String: String] = [:]
        for argument in request.query {
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map { String(decoding: PercentCoding.decode($0.utf8), as: UTF8.self) }
            guard query[parts[0]] == nil else {
                throw Refused(answer: .refusal(400, "DUPLICATE_PARAMETERS"))
            }
            query[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
        return query
    }

    // MARK: Videos and playlists

    private static func video(
        _ name: String, of account: Account, _ client: Client, at now: Int64
    ) throws(Refused) -> PropertyValue {
        guard let video = find(name, in: account.videos) else {
            throw Refused(answer: .refusal(404, "VIDEO_NOT_FOUND"))
        }
        if let refusal = refusal(of: video, client) { throw Refused(answer: refusal) }
        return issued(video, at: now)
    }

    private static func playlist(
        _ name: String, of account: Account, _ client: Client, _ query: [String: String],
        at now: Int64
    ) throws(Refused) -> PropertyValue {
        guard let playlist = find(name, in: account.playlists), var object = playlist.object else {
            throw Refused(answer: .refusal(404, "PLAYLIST_NOT_FOUND"))
        }
        let videos = (playlist["videos"]?.array ?? []).compactMap { id in
            id.string.flatMap { find($0, in: account.videos) }
        }
        object["videos"] = .array(try list(videos, of: account, client, query, now))
        return .object(object)
    }

    /// Returns the part of a list of videos that `limit` and `offset` in the query select.
    ///
    /// The entry for a refused video contains its id and the errors instead of the video.
    private static func list(
        _ videos: [PropertyValue], of account: Account, _ client: Client, _ query: [String: String],
        _ now: Int64
    ) throws(Refused) -> [PropertyValue] {
        let limit = query["limit"].map { Int($0) } ?? 20
        let offset = query["offset"].map { Int($0) } ?? 0
        guard let limit, (1...100).contains(limit), let offset, offset >= 0 else {
            throw Refused(answer: .refusal(400, "BAD_REQUEST"))
        }
        return videos.dropFirst(offset).prefix(limit).map { video in
            guard let refusal = refusal(of: video, client) else { return issued(video, at: now) }
            return .object(["id": video["id"] ?? .null, "errors": refusal.json ?? .null])
        }
    }

    private static func find(_ name: String, in objects: [PropertyValue]) -> PropertyValue? {
        if name.hasPrefix("ref:") {
            let reference = String(name.dropFirst("ref:".count))
            return objects.first { $0["reference_id"]?.string == reference }
        }
        return objects.first { $0["id"]?.string == name }
    }

    /// Returns the videos whose name or tags contain a text, ignoring case.
    private static func search(_ text: String, in account: Account) -> [PropertyValue] {
        let text = text.lowercased()
        return account.videos.filter { video in
            let tags = (video["tags"]?.array ?? []).compactMap(\.string)
            return ([video["name"]?.string ?? ""] + tags).contains {
                text.isEmpty || $0.lowercased().contains(text)
            }
        }
    }

    /// Returns the response that refuses a video; `nil` when the client has the right to play it.
    private static func refusal(
        of video: PropertyValue, _ client: Client
    ) -> PlaybackServerAnswer? {
        if let refusal = client.limits.refusal(of: video) { return refusal }
        if let token = client.token {
            if let ids = token.list("vids"), !ids.contains(video["id"]?.string ?? "") {
                return .refusal(403, "ACCESS_DENIED", "VIDEO_ID")
            }
            let tags = (video["tags"]?.array ?? []).compactMap(\.string)
            if let allowed = token.list("tags"), !tags.contains(where: allowed.contains) {
                return .refusal(403, "ACCESS_DENIED", "TAGS")
            }
        }
        if video["sources"]?.array?.isEmpty ?? true {
            return .refusal(403, "VIDEO_NOT_PLAYABLE")
        }
        return nil
    }

    /// Returns a video as responses contain it, with an expiry in the locations of its sources.
    ///
    /// The result does not contain the members that limit playback of the video.
    private static func issued(_ video: PropertyValue, at now: Int64) -> PropertyValue {
        guard var object = video.object, let sources = video["sources"]?.array else { return video }
        for member in ClientLimits.members { object[member] = nil }
        let lifetime = min(max(video["manifest_url_ttl"]?.integer ?? 21_600, 0), 1 << 40)
        object["sources"] = .array(
            sources.map { source in
                guard var members = source.object, let location = members["src"]?.string else {
                    return source
                }
                members["src"] = .string(
                    location.replacing("{expiry}", with: "\(now + lifetime)"))
                return .object(members)
            })
        return .object(object)
    }
}
