public import Formats
public import Transport

/// The error of a failed request to a playback service.
///
/// Source: `Documentation/Brightcove.md#playback-service`.
public struct PlaybackServiceError: Error, Hashable, Sendable {
    /// The kind of an error.
    public enum Cause: Hashable, Sendable {
        /// The request cannot be sent, for the reason given.
        case unsendable(String)
        /// The service could not be reached, or its answer could not be read.
        case connection(TransportError)
        /// The response is not valid JSON, or its JSON is not the requested kind of object.
        ///
        /// The error keeps at most the first 64 KiB of the body.
        case json(JSONError, body: [UInt8])
        /// The response contains an object other than the requested one.
        case mismatch(expected: String, found: String)
        /// The service refused the request, with a status and a list of errors.
        ///
        /// The list is empty if the service sent none.
        case api(status: Int, [PlaybackServiceRefusal])
    }

    /// The maximum number of response body bytes that an error keeps.
    private static let keptBody = 64 << 10
    /// The maximum length, in Unicode scalars, of an id that an error keeps.
    private static let keptText = 8 << 10

    /// The domain of the errors.
    public static let domain = "PlaybackServiceErrorDomain"

    /// The kind of the error.
    public let cause: Cause

    /// The location of the request; empty if the request was not sent.
    public let url: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - cause: The kind of the error.
    ///   - url: The location of the request.
    public init(_ cause: Cause, at url: String = "") {
        self.cause =
            switch cause {
            case .json(let error, let body):
                .json(error, body: Array(body.prefix(Self.keptBody)))
            case .mismatch(let expected, let found):
                .mismatch(
                    expected: expected,
                    found: String(
                        String.UnicodeScalarView(found.unicodeScalars.prefix(Self.keptText))))
            case .unsendable, .connection, .api: cause
            }
        self.url = url
    }

    /// The error code of the SDK: 1 for a connection, 2 for the JSON, 3 for a refusal.
    ///
    /// The value 0, which the SDK does not have, means that the request was not sent.
    public var code: Int {
        switch cause {
        case .unsendable: 0
        case .connection: 1
        case .json, .mismatch: 2
        case .api: 3
        }
    }

    /// The reason for a refusal; `nil` for every other error.
    public var reason: PlaybackServiceReason? {
        guard case .api(let status, let refusals) = cause else { return nil }
        return PlaybackServiceReason(status: status, refusals.first)
    }

    /// Returns the error of a request that cannot be sent.
    static func unsendable(_ reason: String) -> Self { Self(.unsendable(reason)) }
}

extension PlaybackServiceError {
    /// Creates the error of a failed request.
    ///
    /// An HTTP error status becomes a refusal with an empty list of errors, because the body of the
    /// response was not read.
    init(_ error: SessionError, at url: String) {
        switch error {
        case .transport(let error):
            if case .status(let status) = error.cause {
                self.init(.api(status: status, []), at: url)
            } else {
                self.init(.connection(error), at: url)
            }
        default:
            let cause = TransportError.Cause.underlying(UnderlyingError(error))
            self.init(.connection(TransportError(url: url, cause: cause)), at: url)
        }
    }
}

extension PlaybackServiceError: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The location, without credentials, and the cause on one line.
    public var description: String {
        let place = url.isEmpty ? "" : "\(SafeText.url(url)): "
        return switch cause {
        case .unsendable(let reason): "no request to the playback service: \(reason)"
        case .connection(let error): "\(error)"
        case .json(let error, _): "\(place)not the expected JSON: \(SafeText.line("\(error)"))"
        case .mismatch(let expected, let found):
            "\(place)another object, \(SafeText.quoted(found)) instead of "
                + "\(SafeText.quoted(expected))"
        case .api(let status, let refusals):
            "\(place)refused with status \(status)"
                + (refusals.isEmpty
                    ? "" : ": \(refusals.map(\.description).joined(separator: "; "))")
        }
    }

    /// The location, without credentials, and the cause on one line.
    public var debugDescription: String { description }

    /// A mirror without children, so that no dump shows a value.
    public var customMirror: Mirror { Mirror(self, children: [Mirror.Child]()) }
}
