/// The faults that a sweep injects into every request, one at a time.
package enum SweptFault: String, CaseIterable, Sendable {
    case forbidden = "403"
    case notFound = "404"
    case unavailable = "503"
    case reset, hang, truncation, zeros, slow, stale
    case wrongKey = "wrong-key"

    /// The reason, in words, why the fault could not be injected in any run of a sweep.
    package var condition: String {
        switch self {
        case .slow: "no answer had a body"
        case .stale: "no playlist was requested again"
        case .wrongKey: "no key was fetched"
        default: "no request was made"
        }
    }
}
