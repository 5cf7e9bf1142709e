package import Sessions

extension Video {
    /// The reason why the video cannot have a session; `nil` when it can.
    package var causeOfNoSession: String? {
        if hasError {
            let error = [errorCode, errorSubcode, errorMessage].compactMap(\.self)
            return "the catalogue refused it: \(error.joined(separator: ", "))"
        }
        return sources.isEmpty ? "it has no source" : nil
    }
}
