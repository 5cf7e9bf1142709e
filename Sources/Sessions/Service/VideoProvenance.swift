public import Formats
public import VirtualTime

/// The playback service that supplied a video, and the instant of its response.
///
/// A renewal of the video uses the account, the key and the token of the first request.
public struct VideoProvenance: Hashable, Sendable {
    /// The account, with its policy key.
    public var account: PlaybackServiceAccount

    /// The token of the viewer; `nil` when there is none.
    public var authToken: String?

    /// The instant at which the answer arrived; lifetimes of locations are counted from it.
    ///
    /// It is an instant of the `PlaybackWorld` of the request. A session in another world would
    /// interpret it on its own clock, and would renew the locations of playlists too early or too
    /// late. For this reason, request a video in the world that plays it.
    public var instant: Instant

    /// Creates a provenance.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - authToken: The token of the viewer.
    ///   - instant: The instant at which the answer arrived.
    public init(account: PlaybackServiceAccount, authToken: String?, instant: Instant) {
        self.account = account
        self.authToken = authToken
        self.instant = instant
    }
}

extension VideoProvenance: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The account, the instant and, if the token is set, the word `token` instead of its value.
    public var description: String {
        "\(account)\(authToken == nil ? "" : ", token"), at \(instant)"
    }

    /// The account, the instant and, if the token is set, the word `token` instead of its value.
    public var debugDescription: String { description }

    /// A mirror without children, so that no dump shows a value.
    public var customMirror: Mirror { Mirror(self, children: [Mirror.Child]()) }
}

extension Video {
    /// The maximum time for which the locations of playlists may be valid, in seconds.
    private static let longestTTL: Int64 = 366 * 86_400

    /// The time for which the locations of playlists are valid; `nil` if the catalogue states none.
    ///
    /// It is counted from `VideoProvenance.instant`, when the service's answer arrived.
    public var manifestTTL: Duration? {
        guard let seconds = properties[PropertyKey.manifestTTL]?.integer,
            (1...Self.longestTTL).contains(seconds)
        else { return nil }
        return .seconds(seconds)
    }

    /// The instant at which the locations of playlists expire; `nil` when no expiry is known.
    ///
    /// The locations of live videos, which have no duration in the catalogue, do not expire.
    public var manifestExpiry: Instant? {
        guard let provenance, let manifestTTL, duration != nil else { return nil }
        return provenance.instant.advanced(by: manifestTTL)
    }

    /// The request that finds the video again; `nil` if the video has no id and no reference id.
    package var serviceSubject: PlaybackServiceRequest.Subject? {
        id.map { .video(id: $0) } ?? referenceID.map { .videoReference($0) }
    }

    /// The values that the video has for the custom fields of the account; may be empty.
    public var customFields: [String: PropertyValue] {
        get { properties[PropertyKey.customFields]?.object ?? [:] }
        set { properties[PropertyKey.customFields] = .object(newValue) }
    }
}
