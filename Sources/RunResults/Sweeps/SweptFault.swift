/// The faults that a sweep lets every request meet, one at a time.
package enum SweptFault: String, CaseIterable, Sendable {
    case forbidden = "403"
    case notFound = "404"
    case unavailable = "503"
    case reset, hang, truncation, zeros, slow, stale
    case wrongKey = "wrong-key"

    /// Why no request may be there to meet it.
    package var condition: String {
        switch self {
        case .slow: "no answer had a body"
        case .stale: "no playlist was asked for again"
        case .wrongKey: "no key was fetched"
        default: "no request was made"
        }
    }
}
