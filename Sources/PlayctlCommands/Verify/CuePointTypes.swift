import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Sessions

/// The types of expected cue points, to be checked for misspellings of `AdSlot`.
///
/// A cue point whose type is misspelt would not be checked as an advertisement.
struct CuePointTypes {
    private let types: [String]

    /// Collects the types of cue points, without duplicates.
    init(_ cuePoints: CuePointCollection) {
        var seen: Set<String> = []
        types = cuePoints.map(\.type).filter { seen.insert($0).inserted }
    }

    /// Refuses variant spellings of the type `AdSlot`, and warns about similar types.
    ///
    /// - Parameters:
    ///   - place: The location of the cue points, for messages.
    ///   - errors: The output for warnings.
    /// - Throws: ``CommandFailure`` for a type that differs from `AdSlot` only in case or in
    ///   characters that are neither letters nor digits.
    func check(_ place: String, warningsTo errors: OutputStream) throws(CommandFailure) {
        for type in types where !CuePoint.before(type: type).isAdBreak {
            let shown = SafeText.quoted(type)
            if Self.word(type) == Self.word(CuePoint.adSlot) {
                throw CommandFailure(
                    .usage,
                    "\(place): the type '\(shown)' is unknown; did you mean '\(CuePoint.adSlot)'?")
            }
            if nearestWord(to: type, in: [CuePoint.adSlot]) != nil || type.lowercased() == "ad" {
                errors.write(
                    "playctl: warning: \(place): cue points of type '\(shown)' are not checked as"
                        + " advertisements; did you mean '\(CuePoint.adSlot)'?\n")
            }
        }
    }

    /// Returns the letters and digits of a type, in lowercase.
    ///
    /// Digits are kept, so a type such as `AdSlot2` is not refused.
    private static func word(_ type: String) -> String {
        String(
            type.lowercased().unicodeScalars.filter {
                ("a"..."z").contains($0) || ("0"..."9").contains($0)
            })
    }
}
