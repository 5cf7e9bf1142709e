import HeadlessPlayback
import Scenarios

extension EventPattern {
    /// The parts of words, in lowercase, by which a text is about an error.
    private static let wordsForErrors = ["error", "fail"]

    /// Returns whether the pattern names the error of an event that it matches.
    ///
    /// Some events are reported with or without an error, such as `didFinishDownload`. An
    /// expectation excuses the error only if such an event without an error would not match its
    /// pattern. The pattern needs a text about the error, which contains the word "error" or
    /// "fail", the domain or the code. For a download, the text may also be a part of the reason.
    ///
    /// - Parameter happening: An event that the pattern matches.
    /// - Returns: Whether the pattern is meant for an event with an error.
    func namesError(of happening: Happening) -> Bool {
        if !happening.unplayableVideos.isEmpty { return true }
        guard let error = happening.error else { return false }
        if let type = happening.lifecycle?.type, type.isError, name == type.rawValue { return true }
        guard let text, happening.successText?.contains(text) != true else { return false }
        let lowercased = text.lowercased()
        return Self.wordsForErrors.contains { lowercased.contains($0) }
            || text.contains(error.domain) || text.contains("\(error.code)")
            || happening.reason?.contains(text) == true
    }
}

extension Happening {
    /// The payload that a failed report of the offline manager would have had without its error.
    ///
    /// The payload of a failed download has the name of the download before the error. The payload
    /// of a failed request has no such name, although the payload of a successful request is a name
    /// such as `#1`. The value is `nil` for other events.
    fileprivate var successText: String? {
        guard case .offline(.some, _) = kind else { return nil }
        if OfflineRequest(rawValue: name) != nil { return "#1" }
        return "\(text.prefix { $0 != " " }) no error"
    }

    /// The reason why a download or a request to the offline manager failed.
    ///
    /// The value is `nil` for other events.
    fileprivate var reason: String? {
        guard case .offline(let error?, _) = kind else { return nil }
        return error.reason
    }
}

extension LifecycleEvent.EventType {
    /// Whether each event of this type reports an error.
    fileprivate var isError: Bool {
        switch self {
        case .fail, .failedToPlayToEndTime, .resumeFail, .error: true
        default: false
        }
    }
}
