package import CommandTree
import Formats
import HeadlessPlayback
import Sessions

/// The members of cue points that neither this project nor the video catalogues define.
///
/// Such a member becomes a property of its cue point. A warning names these members, because a
/// misspelt name would otherwise have no visible effect.
package struct UnknownMembers {
    /// The maximum number of names that are reported individually; the others are only counted.
    private static let mostNames = 5
    /// The names of the cue point members that this project reads.
    private static let own = ["time", "type", "name", "properties"] + CuePoint.markerKeys
    /// The names of further cue point members, which only catalogues use.
    private static let ofCatalogues = [
        "id", "account_id", "cue_point_id", "created_at", "updated_at", "force_stop", "metadata",
        "video_id",
    ]

    /// The unknown names, each with the cue point in which it first occurs.
    package private(set) var names: [(name: String, place: String)] = []

    /// Collects the unknown members of the cue points in the JSON text of a valid list.
    package init(ofCuePoints bytes: [UInt8]) {
        guard let list = try? JSONReader.read(bytes).array else { return }
        var known = Set(Self.own + Self.ofCatalogues)
        for (index, entry) in list.enumerated() {
            guard case .object(let members) = entry else { continue }
            for name in members.keys.sorted() where known.insert(name).inserted {
                names.append((name, "[\(index)]"))
            }
        }
    }

    /// Collects the columns of a spreadsheet that become properties, except marker columns.
    package init(ofColumns columns: [String]) {
        names = columns.filter { !CuePoint.markerKeys.contains($0) }.map { ($0, "line 1") }
    }

    /// Writes a warning for each of the first names, and a warning with the number of other names.
    package func report(_ path: String, to errors: OutputStream) {
        for (name, place) in names.prefix(Self.mostNames) {
            let near = nearestWord(to: name, in: Self.own).map { "; did you mean '\($0)'?" } ?? ""
            errors.write(
                "playctl: warning: \(path): \(place): the member '\(SafeText.line(name))' is unknown and"
                    + " becomes a property\(near)\n")
        }
        if names.count > Self.mostNames {
            errors.write(
                "playctl: warning: \(path): \(names.count - Self.mostNames) more members are"
                    + " unknown\n")
        }
    }
}
