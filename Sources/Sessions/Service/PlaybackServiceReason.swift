/// The reason for a refusal by a playback service, from the status and codes of its response.
///
/// The status and the subcode take precedence over the code, because the code of the same refusal
/// differs between versions of the service.
///
/// Source: `Documentation/Brightcove.md#playback-service`.
public enum PlaybackServiceReason: Hashable, Sendable {
    /// The request is malformed, or repeats a parameter.
    case badRequest
    /// The policy key is wrong or does not belong to the account.
    case invalidPolicyKey
    /// A token is required.
    case missingToken
    /// The token is invalid or has expired.
    case invalidToken
    /// The account may not be used with these credentials.
    case account
    /// These credentials do not permit the use of the video.
    case video
    /// The country of the client is not permitted.
    case country
    /// The address of the client is not permitted.
    case address
    /// The domain of the player is not permitted.
    case domain
    /// The offers, tags or rules of the playback rights do not permit playback.
    case rights
    /// The number of concurrent streams is at its limit.
    case streamLimit
    /// The number of devices is at its limit.
    case deviceLimit
    /// The video or playlist is inactive, not scheduled now, or has no playable source.
    case notPlayable
    /// The service denies access for a reason that no other case describes.
    case denied
    /// The object or the account does not exist.
    case notFound
    /// The service does not permit the HTTP method of the request.
    case methodNotAllowed
    /// The service cannot answer now; a later request may succeed.
    case unavailable
    /// The status is not in the service's table of errors.
    case unknown

    /// Creates the reason for a failure from the response of the service.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - refusal: The first error in the answer; `nil` when it lists none.
    public init(status: Int, _ refusal: PlaybackServiceRefusal?) {
        switch status {
        case 400: self = .badRequest
        case 401: self = Self.unauthorized(refusal)
        case 404: self = .notFound
        case 405: self = .methodNotAllowed
        case 408, 429, 500...599: self = .unavailable
        // A service may refuse with a successful status. The error codes then state the reason.
        case 403, 200...299: self = Self.forbidden(refusal)
        default: self = .unknown
        }
    }

    private static func unauthorized(_ refusal: PlaybackServiceRefusal?) -> Self {
        switch (refusal?.subcode, refusal?.code) {
        case ("TOKEN_REQUIRED", _): .missingToken
        case ("TOKEN_VALIDATION", _), (_, "INVALID_TOKEN"): .invalidToken
        case (_, "INVALID_POLICY_KEY"): .invalidPolicyKey
        default: .denied
        }
    }

    private static func forbidden(_ refusal: PlaybackServiceRefusal?) -> Self {
        switch refusal?.subcode {
        case "ACCOUNT_ID": return .account
        case "VIDEO_ID": return .video
        case "CLIENT_GEO": return .country
        case "CLIENT_IP": return .address
        case "DOMAIN": return .domain
        case "OFFERS", "TAGS", "POLICY_ERROR": return .rights
        case "DENIED_BY_DEVICE_LIMITING": return .deviceLimit
        case "MAX_CONCURRENCY": return .streamLimit
        case let text? where text.hasPrefix("DENIED_BY_STREAM_LIMIT"): return .streamLimit
        default: break
        }
        switch refusal?.code {
        case "VIDEO_NOT_PLAYABLE", "PLAYLIST_NOT_PLAYABLE": return .notPlayable
        case "VIDEO_NOT_FOUND", "PLAYLIST_NOT_FOUND", "RESOURCE_NOT_FOUND", "ACCOUNT_NOT_FOUND":
            return .notFound
        case "JWT_AUTH", "INVALID_TOKEN": return .invalidToken
        case "INVALID_POLICY_KEY": return .invalidPolicyKey
        default: return .denied
        }
    }
}
