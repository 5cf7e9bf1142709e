import AssetChecking
import CommandTree
import Formats
import Linting

/// Creates texts (fingerprints) that identify a finding in different runs.
///
/// A fingerprint contains the rule, the file, the problem and the name of the element in the line
/// of the finding, such as the URI of a segment. It contains no line numbers and no measured
/// values, so that a finding keeps its fingerprint when lines are added before it. Words that
/// contain letters, such as the names of files and codecs, keep their digits. Locations keep their
/// queries, except for the values that ``FingerprintQuery`` leaves out.
struct FindingFingerprints {
    /// The words after which a number names an element and is not a measurement.
    private static let namingWords: Set<Substring> = [
        "variant", "rendition", "segment", "number", "clone", "asset", "chapter",
    ]

    private let playlists: [String: LintedPlaylist]

    /// Collects the playlists of the results, because fingerprints name elements of playlists.
    init(_ results: [InspectedAsset]) {
        let all = results.compactMap(\.asset).flatMap { [$0.main] + $0.playlists }
        playlists = Dictionary(all.map { ($0.url, $0) }) { first, _ in first }
    }

    /// Collects the elements of one version of a playlist.
    init(of version: LintedPlaylist) { playlists = [version.url: version] }

    /// Returns the fingerprint of a finding, on one line.
    func fingerprint(of breach: LintBreach) -> String {
        // Paths below the working directory become relative to it, so that they are the same on any
        // machine.
        let folder = "file://\(SystemCalls.workingDirectory)/"
        var words = Self.withoutValues(breach.problem.replacing(folder, with: ""))
        if let line = breach.line, let name = playlists[breach.file]?.name(ofLine: line) {
            words += " at \(SafeText.quoted(FingerprintQuery.stable(name), limit: .max))"
        }
        // The number of findings that are counted but not listed is part of the fingerprint.
        if breach.more > 0 { words += " and \(breach.more) more" }
        // The text is not cut, because two findings may differ only at its end.
        words = SafeText.shown(SafeText.cleaned(words), TextPolicy(replacing: .all))
        return "\(breach.rule.code) \(Self.name(of: breach.file)) \(words)"
    }

    /// Returns the name by which fingerprints identify a file.
    ///
    /// The name of a file on a server omits the signature in the query, because signatures change
    /// in each run.
    ///
    /// - Parameter file: The location of the file.
    /// - Returns: The name.
    static func name(of file: String) -> String {
        let shown = InspectedAsset.shown(file)
        return shown.contains("://") ? FingerprintQuery.stable(shown) : shown
    }

    /// Returns a text in which `#` replaces each number that does not name an element.
    private static func withoutValues(_ text: String) -> String {
        var last: Substring = ""
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            defer { last = word }
            let word = withStableQuery(word)
            let isName = word.contains { $0.isLetter || $0 == "/" || $0 == "_" }
            return isName || namingWords.contains(last) ? word : withoutDigits(word)
        }.joined(separator: " ")
    }

    /// Returns a location without the query values that change in each run.
    ///
    /// A word that is not a location is returned unchanged.
    private static func withStableQuery(_ word: Substring) -> String {
        // In the text of a finding, `…` and a digest replace each secret of a location, so a word
        // with `…` is a location too.
        let isLocation = word.contains("…") || word.contains("://")
        return isLocation ? FingerprintQuery.stable(String(word)) : String(word)
    }

    private static func withoutDigits(_ word: String) -> String {
        var result = ""
        var isNumber = false
        for character in word {
            let isDigit = character.isNumber || isNumber && character == "."
            if !isDigit {
                result.append(character)
            } else if !isNumber {
                result += "#"
            }
            isNumber = isDigit
        }
        return result
    }
}
