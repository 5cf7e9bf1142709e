import Containers
import Formats
import Linting
import Playlists

/// Compares the methods of the keys in effect with the encryption that fragments declare.
///
/// Reference: rfc8216bis, section 4.4.4.4 (METHOD).
struct MethodCheck {
    /// The methods of the keys in effect.
    let methods: Set<EncryptionKey.Method>

    /// The Common Encryption scheme that each method for samples requires of fragments.
    private static let schemes: [EncryptionKey.Method: String] = [
        .sampleAES: "cbcs", .sampleAESCTR: "cenc",
    ]

    /// Returns the problems of an initialization section under the methods.
    func problems(of section: MovieStructure) -> [MeasuredProblem] {
        var problems: [MeasuredProblem] = []
        func note(_ code: String, _ text: String) {
            problems.append(MeasuredProblem(code, "its initialization section: \(text)"))
        }
        let media = section.tracks.filter { ["vide", "soun"].contains($0.handler) }
        let isClear = section.tracks.allSatisfy(\.schemes.isEmpty)
        for method in methods.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let scheme = Self.schemes[method] else { continue }
            let name = method.rawValue
            for track in section.tracks {
                guard let found = track.schemes.first(where: { $0 != scheme }) else { continue }
                note(
                    "key.scheme-mismatch",
                    "track \(track.id) has the scheme \(SafeText.quoted(found)), and \(name) means"
                        + " \(scheme)")
            }
            if isClear, !media.isEmpty {
                let ids = media.map { "\($0.id)" }.joined(separator: ", ")
                note(
                    "key.unencrypted-fragments",
                    "no track is encrypted under \(name), of the tracks \(ids)")
            }
        }
        return problems
    }
}
