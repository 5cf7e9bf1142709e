import HeadlessPlayback
import Scenarios

extension EventPattern {
    /// The parts of words, in lowercase, by which a text is about an error.
    private static let wordsForErrors = ["error", "fail"]

    /// Returns whether the pattern names the error of an event that it matches.
    ///
    /// Some events are reported with or without an error, such as `didFinishDownload`. An
    /// expectation of such an event is also met by its failure, so it excuses the error only if its
    /// text is about the error. Such a text contains the word "error" or "fail", the domain or the
    /// code. For a download, it may also be a part of the reason.
    ///
    /// - Parameter happening: An event that the pattern matches.
    /// - Returns: Whether the pattern is meant for an event with an error.
    func namesError(of happening: Happening) -> Bool {
        if !happening.unplayableVideos.isEmpty { return true }
        guard let error = happening.error else { return false }
        if let type = happening.lifecycle?.type, type.isError, name == type.rawValue { return true }
        guard let text else { return false }
        let lowercased = text.lowercased()
        return Self.wordsForErrors.contains { lowercased.contains($0) }
            || text.contains(error.domain) || text.contains("\(error.code)")
            || isReason(text, of: happening)
    }

    /// Returns whether a text is a part of the reason for which a download failed.
    ///
    /// The payload of such an event has the name of the download before the error. A text that also
    /// occurs in the payload of a complete download, such as `no`, does not state the reason.
    private func isReason(_ text: String, of happening: Happening) -> Bool {
        guard case .offline(let error?, _) = happening.kind else { return false }
        let name = happening.text.prefix { $0 != " " }
        return error.reason.contains(text) && !"\(name) no error".contains(text)
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
