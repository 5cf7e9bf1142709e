import Formats

/// Why an asset cannot be broadcast.
package struct BroadcastError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, in one line that begins with the location.
    package let description: String

    /// Creates an error with its reason.
    package init(_ text: String) { description = SafeText.line(text) }

    init(_ url: String, _ trouble: String) { self.init("\(SafeText.url(url)) \(trouble)") }
}
