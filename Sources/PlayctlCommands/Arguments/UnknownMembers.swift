import HeadlessPlayback
import Verification

/// The members of a list of cue points that have names unknown to this project and to catalogues.
///
/// Each becomes a property of its cue point, so that a misspelt name changes nothing but is lost.
struct UnknownMembers {
    /// The number of names that are reported.
    private static let mostNames = 5
    /// What is read of a cue point.
    private static let own = ["time", "type", "name", "properties"]
    /// What the cue points of catalogues have beside it.
    private static let ofCatalogues = [
        "id", "account_id", "cue_point_id", "created_at", "updated_at", "duration", "force_stop",
        "metadata", "video_id",
    ]

    /// The unknown names, each with the place where it occurs first.
    private(set) var names: [(name: String, place: String)] = []

    /// Looks through a list of cue points that was read before.
    init(ofCuePoints bytes: [UInt8]) {
        guard let list = try? JSONReader.read(bytes).array else { return }
        var known = Set(Self.own + Self.ofCatalogues)
        for (index, entry) in list.enumerated() {
            guard case .object(let members) = entry else { continue }
            for name in members.keys.sorted() where known.insert(name).inserted {
                names.append((name, "[\(index)]"))
            }
        }
    }

    /// Writes a warning for each of the first names, and one that counts the rest.
    func report(_ path: String, to errors: OutputStream) {
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
