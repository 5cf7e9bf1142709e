/// The name of a check in two parts, which are joined when the name is read.
struct CheckName: Sendable {
    /// The whole name, or only its beginning if `claim` is not empty.
    var subject: String
    /// The rest of the name, separated by a space; empty if `subject` is the whole name.
    var claim = ""

    /// The whole name.
    var text: String { claim.isEmpty ? subject : "\(subject) \(claim)" }
}

extension CheckName: Equatable {
    /// Returns whether two names have the same text, regardless of their parts.
    static func == (lhs: CheckName, rhs: CheckName) -> Bool {
        lhs.subject == rhs.subject && lhs.claim == rhs.claim || lhs.text == rhs.text
    }
}
