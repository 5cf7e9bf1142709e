package import Sessions

/// A request with which the app obtains the video or the videos of an asset.
package struct ServiceFind: Equatable, Sendable {
    /// The video, the playlist or the search that is requested.
    package var subject: PlaybackServiceRequest.Subject
    /// The name of the viewer whose token is sent; `nil` sends the policy key.
    package var viewer: String?
    /// The policy key to send; `nil` sends the policy key of the account.
    package var policyKey: String?
    /// The query parameters.
    package var parameters: [String: String] = [:]
    /// The line in the file, counted from 1; `nil` for a request that was made in code.
    package var line: Int?

    /// Creates a request with the policy key of the account.
    ///
    /// - Parameter subject: The requested object.
    package init(_ subject: PlaybackServiceRequest.Subject) {
        self.subject = subject
    }

    /// Whether the answer is a list of videos.
    package var isList: Bool {
        switch subject {
        case .video, .videoReference: false
        case .search, .playlist, .playlistReference: true
        }
    }

    /// The event that reports the response in the trace.
    package var event: ServiceEvent { isList ? .findPlaylist : .findVideo }
}

/// An event that reports a response to the app; the raw value is the event's name in the trace.
package enum ServiceEvent: String, CaseIterable, Sendable {
    case findVideo, findPlaylist
}
