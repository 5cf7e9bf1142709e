import Formats
public import Transport

/// A request to a playback service: an account, the requested object and a token.
///
/// A request with a token goes to the service for playback rights, and has no policy key. A request
/// without a token has the account's policy key. If the account has no policy key either, the
/// request goes to the service for playback rights, which may require neither a token nor a key.
///
/// Source: `Documentation/Brightcove.md#playback-service`.
public struct PlaybackServiceRequest: Hashable, Sendable {
    /// The requested object.
    public enum Subject: Hashable, Sendable {
        /// The video with this id.
        case video(id: String)
        /// The video to which the account has given this reference id.
        case videoReference(String)
        /// The videos that a search finds.
        case search(String)
        /// The playlist with this id.
        case playlist(id: String)
        /// The playlist to which the account has given this reference id.
        case playlistReference(String)
    }

    /// The maximum size of an answer that is read, in bytes.
    static let largestAnswer: Int64 = 16 << 20
    /// The maximum length of a request's location, in bytes.
    private static let longestLocation = 8 << 10
    /// The maximum length of an id, key or token, in bytes.
    private static let longestText = 8 << 10
    /// The permitted values of the parameter `limit`.
    private static let limits: ClosedRange<Int> = 1...100

    /// The account.
    public var account: PlaybackServiceAccount

    /// The requested object.
    public var subject: Subject

    /// The token of the viewer, a JWT; `nil` when there is none.
    public var authToken: String?

    /// The parameters of the query, such as `limit` (1 to 100), `offset` and `sort`.
    ///
    /// A parameter replaces the request's own parameter with the same name.
    public var parameters: [String: String]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - subject: The requested object.
    ///   - account: The account.
    ///   - authToken: The token of the viewer.
    ///   - parameters: The parameters of the query.
    public init(
        _ subject: Subject, of account: PlaybackServiceAccount, authToken: String? = nil,
        parameters: [String: String] = [:]
    ) {
        self.subject = subject
        self.account = account
        self.authToken = authToken
        self.parameters = parameters
    }

    /// Returns the request to send.
    ///
    /// - Returns: The request for a loader. It asks the loader to return the body of a response
    ///   even if the status is a refusal.
    /// - Throws: `PlaybackServiceError` when a value, such as the id or the token, cannot be sent.
    public func resourceRequest() throws(PlaybackServiceError) -> ResourceRequest {
        let url = try location()
        var request = ResourceRequest(
            url: url, kind: .other, maximumByteCount: Self.largestAnswer)
        request.acceptsRefusal = true
        request.acceptsTemporaryRefusal = true
        request.keepsHeadersAtOrigin = true
        request.headers = try headerFields(at: url)
        return request
    }

    /// Whether the answer is one video, and not a list.
    var isForOneVideo: Bool {
        switch subject {
        case .video, .videoReference: true
        case .search, .playlist, .playlistReference: false
        }
    }

    /// Whether the request goes to the service for playback rights.
    private var isForPlaybackRights: Bool { authToken != nil || account.policyKey == nil }

    // MARK: Location

    private func location() throws(PlaybackServiceError) -> String {
        let base = try Self.base(isForPlaybackRights ? account.authBaseURL : account.baseURL)
        let path = "\(base)/accounts/\(try Self.segment(account.id, "account id"))/\(try path())"
        let query = try query().map { name, value in
            "\(PercentCoding.encodeSegment(name.utf8))=\(PercentCoding.encodeSegment(value.utf8))"
        }
        let url = query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
        guard url.utf8.count <= Self.longestLocation else {
            throw .unsendable("the location has more than \(Self.longestLocation) bytes")
        }
        return url
    }

    /// Returns the location of a service without trailing slashes.
    static func base(_ url: String) throws(PlaybackServiceError) -> String {
        var base = url
        while base.hasSuffix("/") { base.removeLast() }
        let isPlain = base.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3F && $0 != 0x23 }
        guard ResourceScheme(of: base).isRemote, isPlain else {
            throw .unsendable("the location of the service is not a plain http or https location")
        }
        return base
    }

    private func path() throws(PlaybackServiceError) -> String {
        switch subject {
        case .video(let id): "videos/\(try Self.segment(id, "video id"))"
        case .videoReference(let id): "videos/ref:\(try Self.segment(id, "reference id"))"
        case .search: "videos"
        case .playlist(let id): "playlists/\(try Self.segment(id, "playlist id"))"
        case .playlistReference(let id): "playlists/ref:\(try Self.segment(id, "reference id"))"
        }
    }

    /// Returns the query parameters, sorted by name so that equal requests have equal locations.
    private func query() throws(PlaybackServiceError) -> [(key: String, value: String)] {
        var query: [String: String] = [:]
        if case .search(let text) = subject { query["q"] = text }
        query.merge(parameters) { _, given in given }
        if let limit = query["limit"], !(Int(limit).map(Self.limits.contains) ?? false) {
            throw .unsendable("the parameter limit is not a number from 1 to 100")
        }
        if let offset = query["offset"], (Int(offset) ?? -1) < 0 {
            throw .unsendable("the parameter offset is not a number from 0 on")
        }
        guard query[""] == nil else { throw .unsendable("a parameter has no name") }
        return query.sorted { $0.key < $1.key }
    }

    /// Returns an id as one segment of a path.
    static func segment(_ id: String, _ name: String) throws(PlaybackServiceError) -> String {
        // Clients and servers remove the segments `.` and `..` from a path.
        guard !id.isEmpty, id != ".", id != ".." else {
            throw .unsendable("the \(name) is empty or consists of dots")
        }
        return PercentCoding.encodeSegment(id.utf8)
    }

    // MARK: Header fields

    private func headerFields(at url: String) throws(PlaybackServiceError) -> [HeaderField] {
        var fields: [HeaderField] = []
        if let authToken {
            let token = try Self.credential(authToken, "token")
            fields.append(HeaderField(name: "Authorization", value: "Bearer \(token)"))
        } else if let key = account.policyKey {
            let key = try Self.credential(key, "policy key")
            fields.append(HeaderField(name: "BCOV-Policy", value: key))
        }
        return fields + (try Self.additionalFields(of: account))
    }

    /// Returns the header fields that an account adds to each request.
    static func additionalFields(
        of account: PlaybackServiceAccount
    ) throws(PlaybackServiceError) -> [HeaderField] {
        let credentials: Set<String> = ["authorization", "bcov-policy", "session-id"]
        for field in account.additionalFields {
            if let problem = HeaderFieldRules.problem(of: field) { throw .unsendable(problem) }
            guard !credentials.contains(field.name.lowercased()) else {
                throw .unsendable("the header field \(field.name) belongs to the credentials")
            }
        }
        return account.additionalFields
    }

    /// Returns a credential unchanged if a header field can contain it, and throws otherwise.
    ///
    /// The message of the error names the credential but does not show it.
    static func credential(
        _ text: String, _ name: String
    ) throws(PlaybackServiceError) -> String {
        let isVisible = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard !text.isEmpty, text.utf8.count <= longestText, isVisible else {
            throw .unsendable("the \(name) is empty, too long or has other than visible characters")
        }
        return text
    }
}

extension PlaybackServiceRequest: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The requested object, the account and the names of the parameters, without any secret.
    public var description: String {
        let names = parameters.keys.sorted().map { "parameter \(SafeText.quoted($0))" }
        return (["\(subject)", "\(account)"] + (authToken == nil ? [] : ["token"]) + names)
            .joined(separator: ", ")
    }

    /// The requested object, the account and the names of the parameters, without any secret.
    public var debugDescription: String { description }

    /// A mirror without children, so that no dump shows a value.
    public var customMirror: Mirror { Mirror(self, children: [Mirror.Child]()) }
}

extension PlaybackServiceRequest.Subject: CustomStringConvertible {
    /// A readable description of the requested object.
    public var description: String {
        switch self {
        case .video(let id): "video \(SafeText.quoted(id))"
        case .videoReference(let id): "video ref:\(SafeText.quoted(id))"
        case .search(let text): "search \(SafeText.quoted(text))"
        case .playlist(let id): "playlist \(SafeText.quoted(id))"
        case .playlistReference(let id): "playlist ref:\(SafeText.quoted(id))"
        }
    }
}
