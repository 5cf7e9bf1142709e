import Formats
package import Transport

/// The requests of one stream to the service that counts a viewer's concurrent streams.
///
/// Source: `Documentation/Brightcove.md#stream-concurrency`.
package struct StreamSessionRequest: Hashable, Sendable {
    /// The purpose of a request.
    package enum Purpose: Hashable, Sendable {
        /// To begin the stream, or to continue it.
        case beat
        /// To list the sessions of the viewer.
        case list
        /// To end the stream.
        case end
    }

    /// The maximum size of an answer that is read, in bytes.
    private static let largestAnswer: Int64 = 1 << 20

    private let account: PlaybackServiceAccount
    private let token: String
    private let videoID: String
    private let sessionID: String?

    /// Creates the requests for a video; `nil` when the streams of its viewer are not limited.
    ///
    /// The streams are limited if the token has the claims `climit` and `uid`. The video must also
    /// have an id.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - sessionID: The identifier of the viewer's session, for tokens without the claim `sid`.
    package init?(_ video: Video, sessionID: String?) {
        guard let provenance = video.provenance, let token = provenance.authToken,
            let claims = TokenClaims(token), claims.limit != nil, claims.viewer != nil,
            let videoID = video.id
        else { return nil }
        account = provenance.account
        self.token = token
        self.videoID = videoID
        self.sessionID = claims.session ?? sessionID.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the request to send.
    ///
    /// - Parameter purpose: The purpose of the request.
    /// - Returns: The request for a loader. It asks the loader to return the body of a response
    ///   even if the status is a refusal.
    /// - Throws: `PlaybackServiceError` when a value, such as the id or the token, cannot be sent.
    package func resourceRequest(
        _ purpose: Purpose
    ) throws(PlaybackServiceError) -> ResourceRequest {
        let base = try PlaybackServiceRequest.base(account.streamBaseURL)
        let id = try PlaybackServiceRequest.segment(account.id, "account id")
        var request = ResourceRequest(
            url: "\(base)/accounts/\(id)/sessions", kind: .other,
            maximumByteCount: Self.largestAnswer)
        request.acceptsRefusal = true
        request.acceptsTemporaryRefusal = true
        request.acceptsNoContent = true
        request.keepsHeadersAtOrigin = true
        let token = try PlaybackServiceRequest.credential(token, "token")
        request.headers = [HeaderField(name: "Authorization", value: "Bearer \(token)")]
        if let sessionID {
            let field = HeaderField(name: "session-id", value: sessionID)
            if let problem = HeaderFieldRules.problem(of: field) {
                throw PlaybackServiceError.unsendable(problem)
            }
            request.headers.append(field)
        }
        request.headers += try PlaybackServiceRequest.additionalFields(of: account)
        switch purpose {
        case .beat:
            var body = JSONText()
            body.object { $0.member("video", videoID) }
            request.upload = ResourceUpload(contentType: "application/json", bytes: body.bytes)
        case .list: break
        case .end: request.deletes = true
        }
        return request
    }
}

extension StreamSessionRequest: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The video and the account, without the token.
    package var description: String { "stream of video \(SafeText.quoted(videoID)), \(account)" }

    /// The video and the account, without the token.
    package var debugDescription: String { description }

    /// A mirror without children, so that no dump shows a value.
    package var customMirror: Mirror { Mirror(self, children: [Mirror.Child]()) }
}
