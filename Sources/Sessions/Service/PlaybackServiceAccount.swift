import Formats
public import Transport

/// An account of a playback service: its id, its key and the locations of the service.
///
/// The policy key and the values of header fields are secrets: a description states only that they
/// are set.
///
/// Source: `Documentation/Brightcove.md#playback-service`.
public struct PlaybackServiceAccount: Hashable, Sendable {
    /// The id of the account.
    public var id: String

    /// The policy key; `nil` for an account with playback rights, whose requests have a token.
    public var policyKey: String?

    /// The location of the service for requests with a policy key.
    public var baseURL = "https://edge.api.brightcove.com/playback/v1"

    /// The location of the service for requests with a token, or with neither token nor key.
    public var authBaseURL = "https://edge-auth.api.brightcove.com/playback/v1"

    /// The location of the service that counts the concurrent streams of a viewer.
    public var streamBaseURL = "https://edge-gsc.api.brightcove.com/api/v1"

    /// Further header fields of each request; they cannot replace the credentials.
    public var additionalFields: [HeaderField] = []

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The id of the account.
    ///   - policyKey: The policy key; `nil` for an account with playback rights.
    public init(id: String, policyKey: String? = nil) {
        self.id = id
        self.policyKey = policyKey
    }

    /// Creates an account of a service at another location.
    ///
    /// - Parameters:
    ///   - id: The id of the account.
    ///   - policyKey: The policy key; `nil` for an account with playback rights.
    ///   - baseURL: The location of all three services: the service for requests with a policy key,
    ///     the service for requests without one, and the service that counts streams.
    public init(id: String, policyKey: String? = nil, baseURL: String) {
        self.init(id: id, policyKey: policyKey)
        self.baseURL = baseURL
        authBaseURL = baseURL
        streamBaseURL = baseURL
    }
}

extension PlaybackServiceAccount: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The id, and the names of the members that are set.
    public var description: String {
        let names = additionalFields.map { "header \(SafeText.quoted($0.name))" }
        return
            (["account \(SafeText.quoted(id))"] + (policyKey == nil ? [] : ["policy key"]) + names)
            .joined(separator: ", ")
    }

    /// The id, and the names of the members that are set.
    public var debugDescription: String { description }

    /// A mirror without children, so that no dump shows a value.
    public var customMirror: Mirror { Mirror(self, children: [Mirror.Child]()) }
}
