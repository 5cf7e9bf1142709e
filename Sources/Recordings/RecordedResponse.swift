import OfflineDownloads
package import Transport
package import VirtualTime

/// A recorded request, with its response or failure.
package struct RecordedResponse: Equatable, Sendable {
    /// The outcome of a request.
    package enum Outcome: Equatable, Sendable {
        /// A response with a body.
        case response(Response)
        /// A refusal by the server: the HTTP status, and `Retry-After` in seconds.
        case refused(status: Int, retryAfter: Int64?)
        /// No response, for the reason given.
        case failed(String)
    }

    /// A response with a body.
    package struct Response: Equatable, Sendable {
        /// The HTTP status; `nil` for a response that no server sent.
        package var status: Int?
        /// The location after redirects; `nil` means the requested location.
        package var finalLocation: String?
        /// The media type of the body; `nil` if it is unknown.
        package var contentType: String?
        /// The size of the complete resource if only a part was requested; `nil` if it is unknown.
        package var totalByteCount: Int64?
        /// The age of the response in seconds, from the `Age` header field; `nil` if absent.
        package var age: Int?
        /// The header fields in order, without secrets.
        package var fields: [HeaderField] = []
        /// The number of bytes of the body.
        package var byteCount: Int
        /// The checksum of the body.
        package var checksum: UInt64
        /// Whether the body is kept.
        package var isKept: Bool

        /// Creates a response.
        ///
        /// - Parameters:
        ///   - byteCount: The number of bytes of the body.
        ///   - checksum: The checksum of the body.
        ///   - isKept: Whether the body is kept.
        package init(byteCount: Int, checksum: UInt64, isKept: Bool) {
            self.byteCount = byteCount
            self.checksum = checksum
            self.isKept = isKept
        }

        /// The name of the file with the body, derived only from the body itself.
        package var fileName: String { "\(checksum.hexadecimal)-\(byteCount)" }
    }

    /// The instant of the request, measured from the start of the recording.
    package var start: Instant
    /// The instant at which the response was complete.
    package var end: Instant
    /// The purpose of the resource.
    package var kind: ResourceKind
    /// The location, without secrets.
    package var location: String
    /// The requested bytes; `nil` if all bytes were requested.
    package var byteRange: Range<Int64>?
    /// The outcome.
    package var outcome: Outcome

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - start: The instant of the request.
    ///   - end: The instant at which the response was complete.
    ///   - kind: The purpose of the resource.
    ///   - location: The location, without secrets.
    ///   - byteRange: The requested bytes.
    ///   - outcome: The outcome.
    package init(
        from start: Instant, to end: Instant, kind: ResourceKind, location: String,
        byteRange: Range<Int64>? = nil, _ outcome: Outcome
    ) {
        self.start = start
        self.end = end
        self.kind = kind
        self.location = location
        self.byteRange = byteRange
        self.outcome = outcome
    }
}

extension ResourceKind {
    /// The word that a recording uses for this kind of resource.
    var recordedWord: String {
        switch self {
        case .multivariantPlaylist: "multivariant"
        case .mediaPlaylist: "playlist"
        case .initializationSection: "init"
        case .segment: "segment"
        case .key: "key"
        case .subtitle: "subtitle"
        case .other: "other"
        }
    }

    /// Whether the resource is a playlist; a recording keeps the bodies of all playlists.
    package var isPlaylist: Bool { self == .multivariantPlaylist || self == .mediaPlaylist }

    /// Creates the kind that a word in a recording stands for; `nil` for an unknown word.
    init?(recordedWord: String) {
        guard let kind = Self.allCases.first(where: { $0.recordedWord == recordedWord }) else {
            return nil
        }
        self = kind
    }
}
