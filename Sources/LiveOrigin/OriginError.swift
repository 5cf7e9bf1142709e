/// The reason why the description of a live origin is invalid.
package enum OriginError: Error, Equatable, Sendable {
    /// A required part of the description is missing, or sources differ in their tracks.
    case incompleteSource(String)
    /// A number or a time is outside its range.
    case outOfRange(String, expected: String)
}

extension OriginError: CustomStringConvertible {
    /// The description of the error, with the permitted values.
    package var description: String {
        switch self {
        case .incompleteSource(let fault): fault
        case .outOfRange(let name, let expected): "\(name) is out of range: expected \(expected)"
        }
    }
}
