import Formats
import HeadlessPlayback

/// A recording of a server's responses, which a scenario replays.
package struct RecordedAsset: Equatable, Sendable {
    /// The path of the folder that contains the recording.
    package var folder: String
    /// The line of the scenario file, counted from 1; `nil` for a recording created in code.
    package var line: Int?

    /// Creates a recording.
    ///
    /// - Parameter folder: The path of the folder.
    package init(folder: String) { self.folder = folder }

    /// The location that represents the recorded asset.
    package var url: String {
        let name = folder.split(separator: "/").last ?? "recording"
        return "live://\(PercentCoding.encodeSegment(name.utf8))/recording.m3u8"
    }
}

extension RecordedAsset {
    /// The syntax of a recording in a scenario file: the path of its folder.
    static let shape = Shape<String>.place.narrowed {
        folder, value throws(ScenarioFileError) in
        guard !folder.contains("://") else { throw value.unexpected("the path of a folder") }
        return RecordedAsset(folder: folder)
    }.located.map { asset in
        var result = asset.value
        result.line = asset.line
        return result
    }
}
