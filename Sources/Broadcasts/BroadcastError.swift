package import Formats

/// The reason why an asset cannot be broadcast.
package struct BroadcastError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, on one line that begins with the location.
    package let description: String
    /// The error that caused this error; `nil` when there is none.
    package let underlying: UnderlyingError?

    /// Creates an error with its reason.
    package init(_ text: String, underlying: (any Error)? = nil) {
        description = SafeText.line(text)
        self.underlying = underlying.map { UnderlyingError($0) }
    }

    init(_ url: String, _ trouble: String, underlying: (any Error)? = nil) {
        self.init("\(SafeText.url(url)) \(trouble)", underlying: underlying)
    }
}
