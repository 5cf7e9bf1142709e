public import Formats
public import Playlists
import Transport

/// A playback service without sockets or a clock, which maps requests to responses.
///
/// It simulates the services of an account: the catalogue of videos and playlists, playback rights
/// granted by tokens, and the count of concurrent streams. Its endpoints are the following, each
/// after any prefix and `/accounts/{id}`:
/// - `GET /videos/{id}`, `/videos/ref:{id}` and `/videos?q=`,
/// - `GET /playlists/{id}` and `/playlists/ref:{id}`,
/// - `POST`, `GET` and `DELETE /sessions`.
///
/// The members `geo`, `schedule` and `domains` of a video limit its playback, and responses do not
/// contain them. The service compares `geo` with ``PlaybackServer/Account/clientCountry``.
///
/// Source: `Documentation/Brightcove.md#playback-service`.
public struct PlaybackServer: Sendable {
    /// An account of the service.
    public struct Account: Sendable {
        /// The id of the account.
        public var id: String
        /// The policy keys that the account accepts.
        public var policyKeys: Set<String> = []
        /// The public keys that verify tokens, in PEM: RSA for RS256, the curve P-256 for ES256.
        public var tokenKeys: [[UInt8]] = []
        /// The videos, as objects of the catalogue.
        ///
        /// The location of a source may contain the placeholder `{expiry}`. In its place, responses
        /// contain the time at which the location expires, in seconds since 1970. The member
        /// `manifest_url_ttl` of the video determines that time.
        public var videos: [PropertyValue] = []
        /// The playlists, as catalogue objects with video ids in their member `videos`.
        public var playlists: [PropertyValue] = []
        /// The country of all clients, in two letters; `nil` when it is unknown.
        ///
        /// A real service derives the country from the network address of the client.
        public var clientCountry: String?
        /// Whether concurrent streams are limited.
        public var limitsStreams = true
        /// The interval between heartbeats.
        public var heartbeatInterval = Duration.seconds(60)
        /// The streams of viewers on other devices.
        package var otherStreams: [OtherStream] = []

        /// Creates an account without videos.
        ///
        /// - Parameter id: The id of the account.
        public init(id: String) {
            self.id = id
        }
    }

    /// The accounts, by id.
    private var accounts: [String: Account]
    /// The counted streams, each with the time of its last heartbeat in seconds since 1970.
    var streams = StreamRegister()
    /// For each account, the time of the next heartbeat of each stream on another device.
    ///
    /// A time is in seconds since 1970, and `nil` after the end of the stream.
    var otherBeats: [String: [Int64?]] = [:]
    /// The registered devices of all viewers whose number of devices is limited.
    var devices = DeviceRegister()

    /// Creates a service.
    ///
    /// - Parameter accounts: The accounts; of several accounts with the same id, the last one is
    ///   used.
    public init(_ accounts: [Account]) {
        self.accounts = Dictionary(accounts.map { ($0.id, $0) }) { _, last in last }
    }

    /// Returns whether a text is a public key that can verify tokens.
    package static func acceptsKey(_ pem: [UInt8]) -> Bool { VerificationKey(pem: pem) != nil }

    /// Returns the response to a request, and records the request's effects on streams and devices.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - date: The date of the request.
    /// - Returns: The response.
    public mutating func answer(
        _ request: KeyServerRequest, at date: DateTime
    ) -> PlaybackServerAnswer {
        let now = date.millisecondsSince1970 / 1000
        let parts = request.segments
        guard let place = parts.firstIndex(of: "accounts"), place + 2 < parts.count else {
            return .refusal(404, "RESOURCE_NOT_FOUND")
        }
        guard let account = accounts[parts[place + 1]] else {
            return .refusal(404, "ACCOUNT_NOT_FOUND")
        }
        let rest = Array(parts[(place + 2)...])
        if rest == ["sessions"] { return answerStream(request, of: account, at: now) }
        if request.method == "OPTIONS" { return PlaybackServerAnswer(status: 204) }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .refusal(405, "METHOD_NOT_ALLOWED")
        }
        let answer = Self.answerCatalogue(request, rest, of: account, at: now)
        return deviceRefusal(of: request, answer, of: account, at: now) ?? answer
    }

    /// Returns the value of a header field; `nil` when the request has no such field.
    static func field(_ name: String, of request: KeyServerRequest) -> String? {
        request.headers.first { $0.name.lowercased() == name }?.value
    }

    /// Returns the policy key of a request, from one of three header fields; `nil` if absent.
    static func policyKey(of request: KeyServerRequest) -> String? {
        if let key = field("bcov-policy", of: request) { return key }
        let scheme = "BCOV-Policy "
        if let text = field("authorization", of: request), text.hasPrefix(scheme) {
            return String(text.dropFirst(scheme.count))
        }
        for part in (field("accept", of: request) ?? "").split(separator: ";") {
            let part = part.drop { $0 == " " }
            if part.hasPrefix("pk=") { return String(part.dropFirst(3)) }
        }
        return nil
    }

    /// Returns the token of a request; `nil` if the request has none.
    static func token(of request: KeyServerRequest) -> String? {
        guard let text = field("authorization", of: request), text.hasPrefix("Bearer ") else {
            return nil
        }
        return String(text.dropFirst("Bearer ".count))
    }
}

/// The response of a playback service.
public struct PlaybackServerAnswer: Sendable, Equatable {
    /// The HTTP status.
    public var status: Int

    /// The JSON of the body; `nil` for a response without content.
    public var json: PropertyValue?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - json: The JSON of the body.
    public init(status: Int = 200, _ json: PropertyValue? = nil) {
        self.status = status
        self.json = json
    }

    /// The text of the body; empty if there is no content.
    public var body: [UInt8] {
        guard let json else { return [] }
        var text = JSONText()
        text.value(json)
        return text.bytes
    }

    /// Creates the response with which the catalogue refuses a request: a list with one error.
    static func refusal(
        _ status: Int, _ code: String, _ subcode: String? = nil, country: String? = nil
    ) -> Self {
        var error: [String: PropertyValue] = ["error_code": .string(code)]
        error["error_subcode"] = subcode.map(PropertyValue.string)
        error["client_geo"] = country.map(PropertyValue.string)
        return Self(status: status, .array([.object(error)]))
    }

    /// Creates the response with which the stream-counting service refuses a request.
    static func streamRefusal(_ status: Int, _ code: String, _ subcode: String) -> Self {
        Self(
            status: status,
            .object(["error": .object(["code": .string(code), "sub_code": .string(subcode)])]))
    }
}
