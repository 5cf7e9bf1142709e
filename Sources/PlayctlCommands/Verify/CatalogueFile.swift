import CommandTree
import Formats
import HeadlessPlayback
import PlaybackCommands
import Sessions

/// The JSON of a catalogue; `verify` and `cues` use only its first video.
struct CatalogueFile {
    /// The maximum number of videos that a message names.
    private static let mostNames = 5
    /// The optional members of a video that are read, and whose misspellings are reported.
    private static let optionalMembers = ["cue_points", "text_tracks"]
    /// The minimum length of a misspelt name, because catalogues have other members such as `text`.
    private static let leastLength = 5

    /// The first video.
    let video: Video
    private let place: String
    private let videos: [Video]
    private let bytes: [UInt8]

    /// Reads a catalogue.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text, in UTF-8.
    ///   - place: The location of the catalogue, for messages.
    /// - Throws: ``CommandFailure`` when the text is not a catalogue, or has no video.
    init(_ bytes: [UInt8], at place: String) throws(CommandFailure) {
        self.place = place
        self.bytes = bytes
        do throws(JSONError) {
            videos = try VideoPlaylist(catalogueFile: bytes).videos
        } catch {
            throw CommandFailure(notCatalogue: place, error)
        }
        guard let first = videos.first else {
            throw CommandFailure(.failed, "\(place): there is no video")
        }
        video = first
    }

    /// The cue points of the first video as they are written; empty if it lists none.
    var cuePointEntries: [PropertyValue] { members?["cue_points"]?.array ?? [] }

    private var members: [String: PropertyValue]? {
        guard let answer = try? JSONReader.read(bytes) else { return nil }
        return (answer["videos"]?[0] ?? answer[0] ?? answer).object
    }

    /// A description of the further videos, which are not read; `nil` when there are none.
    var unread: String? {
        guard videos.count > 1 else { return nil }
        let names = videos.indices.dropFirst().prefix(Self.mostNames).map { index in
            videos[index].name.map { "\"\($0)\"" } ?? "video \(index + 1)"
        }
        let more = videos.count - 1 - names.count
        let rest = more > 0 ? " and \(more) more" : ""
        return SafeText.quoted(
            "only the first of \(videos.count) videos is read, not"
                + " \(names.joined(separator: ", "))\(rest)", limit: 300)
    }

    /// Writes a warning about further videos.
    func warnOfUnread(to errors: OutputStream) {
        if let unread { errors.write("playctl: warning: \(place): \(unread)\n") }
    }

    /// Writes warnings about the members of the video and of its cue points that are not read.
    ///
    /// Catalogues have many members with other names. Only a member whose name resembles the name
    /// of a missing member is reported.
    func warnOfMembers(to errors: OutputStream) {
        guard let members else { return }
        let missing = Self.optionalMembers.filter { members[$0] == nil }
        for name in members.keys.sorted() where name.count >= Self.leastLength {
            guard !Self.optionalMembers.contains(name),
                let near = nearestWord(to: name, in: missing)
            else { continue }
            errors.write(
                "playctl: warning: \(place): the member '\(SafeText.line(name))' is not read; did you"
                    + " mean '\(near)'?\n")
        }
        guard let cuePoints = members["cue_points"] else { return }
        var list = JSONText()
        list.value(cuePoints)
        UnknownMembers(ofCuePoints: list.bytes).report(place, to: errors)
    }
}
