package import Sessions

/// A request of the app to find the video or the videos of an asset.
package struct ServiceFind: Equatable, Sendable {
    /// The video, the playlist or the search that is requested.
    package var subject: PlaybackServiceRequest.Subject
    /// The name of the viewer whose token is sent; `nil` sends the policy key.
    package var viewer: String?
    /// The policy key to send instead of the account's; `nil` sends the account's.
    package var policyKey: String?
    /// The parameters of the query.
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

    /// The name of the event that reports the response in the trace.
    package var event: ServiceEvent { isList ? .findPlaylist : .findVideo }
}

/// A response to a request of the app, with its name in the trace as the raw value.
package enum ServiceEvent: String, CaseIterable, Sendable {
    case findVideo, findPlaylist
}
