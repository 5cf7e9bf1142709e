import Formats

/// Cues of a WebVTT file that players do not show, or show with unintended times or characters.
///
/// The cause is a malformed part of the file, which players ignore without reporting an error. See
/// ``WebVTTProblem``.
public struct WebVTTLoss: Equatable, Sendable {
    /// The kind of a loss.
    public enum Kind: Equatable, Sendable {
        /// The cues are not shown.
        case cues
        /// The cues are shown, but at times that their author did not intend.
        case times
        /// The cues are shown, but with U+FFFD in place of invalid UTF-8 or of null characters.
        case characters
    }

    /// The kind of the loss.
    public let kind: Kind

    /// The number of cues.
    ///
    /// The number includes cues whose problems exceed the limit on ``WebVTT/problems``.
    public let count: Int

    /// The first problem that causes the loss.
    public let cause: WebVTTProblem

    /// Creates a loss.
    ///
    /// - Parameters:
    ///   - kind: The kind of the loss.
    ///   - count: The number of cues.
    ///   - cause: The first problem that causes the loss.
    public init(_ kind: Kind, count: Int, cause: WebVTTProblem) {
        self.kind = kind
        self.count = count
        self.cause = cause
    }
}

extension WebVTTLoss: CustomStringConvertible {
    /// A readable description on one line: the number of cues, and the first cause with its line.
    public var description: String {
        let cues = count.counted("cue")
        return switch kind {
        case .cues where count == 1: "\(cues) is lost: \(cause)"
        case .cues: "\(cues) are lost, the first by \(cause)"
        case .characters: "\(cues) \(count == 1 ? "has" : "have") lost characters: \(cause)"
        case .times: "the times of \(cues) are unknown: \(cause)"
        }
    }
}
