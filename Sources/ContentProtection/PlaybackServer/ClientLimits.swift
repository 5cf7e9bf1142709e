import Formats
import Playlists

/// The country, time and web page of a client, which decide whether it may watch a video.
///
/// The country is checked first, then the time and then the page that embeds the player. The claims
/// of a token are checked afterwards.
///
/// Source: `Documentation/Brightcove.md#playback-service`.
struct ClientLimits: Equatable {
    /// The members of a video's JSON object that limit its playback; responses do not contain them.
    static let members = ["geo", "schedule", "domains"]

    /// The country of the client; `nil` when it is unknown.
    let country: String?
    /// The host of the web page that embeds the player; `nil` when there is no page.
    let host: String?
    /// The current time in whole seconds since 1970.
    let second: Int64

    /// Creates the limits for a client.
    ///
    /// - Parameters:
    ///   - country: The country of the client.
    ///   - origin: The location of the web page that embeds the player, from `Origin` or `Referer`.
    ///   - second: The current time in whole seconds since 1970.
    init(country: String?, host origin: String?, second: Int64) {
        self.country = country
        self.second = second
        host = origin.flatMap { text in
            let authority = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
            let host = authority.prefix { !"/?#:".contains($0) }
            return host.isEmpty ? nil : host.lowercased()
        }
    }

    /// Returns the response that refuses a video; `nil` when the client may watch it.
    func refusal(of video: PropertyValue) -> PlaybackServerAnswer? {
        if let geo = video["geo"], !permits(geo) {
            return .refusal(403, "ACCESS_DENIED", "CLIENT_GEO", country: country)
        }
        if let schedule = video["schedule"], !permits(schedule: schedule) {
            return .refusal(403, "VIDEO_NOT_PLAYABLE")
        }
        if let domains = video["domains"]?.array, !permits(domains: domains) {
            return .refusal(403, "ACCESS_DENIED", "DOMAIN")
        }
        return nil
    }

    private func permits(_ geo: PropertyValue) -> Bool {
        guard let countries = geo["countries"]?.array, geo["restricted"]?.bool != false else {
            return true
        }
        let isListed = countries.contains {
            $0.string?.lowercased() == (country ?? "").lowercased()
        }
        return isListed != (geo["exclude_countries"]?.bool ?? false)
    }

    /// Returns whether the schedule of a video permits playback at the current time.
    ///
    /// If a date is malformed, the result is `false`, because the schedule was meant to limit
    /// playback.
    private func permits(schedule: PropertyValue) -> Bool {
        func second(_ member: String, _ absent: Int64) -> Int64? {
            guard let text = schedule[member], !text.isNull else { return absent }
            return text.string.flatMap { DateTime($0) }.map { $0.millisecondsSince1970 / 1000 }
        }
        guard let start = second("starts_at", .min), let end = second("ends_at", .max) else {
            return false
        }
        return start <= self.second && self.second < end
    }

    private func permits(domains: [PropertyValue]) -> Bool {
        guard let host else { return false }
        return domains.compactMap { $0.string?.lowercased() }.contains { domain in
            host == domain || host.hasSuffix(".\(domain)")
        }
    }
}
