import Formats
import HeadlessPlayback

/// The members in a list of cue points whose names are unknown to this project and to catalogues.
///
/// Such a member becomes a property of its cue point, so a misspelt name would have no effect.
struct UnknownMembers {
    /// The number of names that are reported.
    private static let mostNames = 5
    /// The members that are read.
    private static let own = ["time", "type", "name", "properties"]
    /// The further members of cue points in catalogues.
    private static let ofCatalogues = [
        "id", "account_id", "cue_point_id", "created_at", "updated_at", "duration", "force_stop",
        "metadata", "video_id",
    ]

    /// The unknown names, each with its first place.
    private(set) var names: [(name: String, place: String)] = []

    /// Searches a valid list of cue points.
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
