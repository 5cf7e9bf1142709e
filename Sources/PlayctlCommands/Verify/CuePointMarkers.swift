import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Sessions

/// The kinds of marker that expected cue points name, to be checked for misspellings.
///
/// No marker corresponds to a cue point that names an unknown kind.
struct CuePointMarkers {
    private let names: [String]

    /// Collects the kinds of marker that cue points name.
    init(_ cuePoints: CuePointCollection) {
        names = cuePoints.compactMap(\.namedMarker)
    }

    /// Refuses unknown kinds of marker.
    ///
    /// - Parameter place: The location of the cue points, for messages.
    /// - Throws: ``CommandFailure`` for the first unknown kind.
    func check(_ place: String) throws(CommandFailure) {
        let known = CuePoint.nameableMarkers.map(\.rawValue)
        guard let name = names.first(where: { !known.contains($0) }) else { return }
        let hint =
            nearestWord(to: name, in: known).map { "did you mean '\($0)'?" }
            ?? "expected one of \(known.joined(separator: ", "))"
        throw CommandFailure(
            .usage, "\(place): the marker '\(SafeText.quoted(name))' is unknown; \(hint)")
    }
}
