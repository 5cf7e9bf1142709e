import Foundation
import Playlists
import Recordings
import VirtualTime

/// A recording of sixty seconds, written from responses that a test defines.
enum MadeRecording {
    /// Writes the folder of a recording.
    ///
    /// - Parameters:
    ///   - responses: The responses, in order.
    ///   - bodies: The bodies, by the names of their files.
    ///   - location: The location of the recorded playlist.
    ///   - hasBodies: Whether the recording claims to have the bodies of media.
    ///   - path: The path of the folder.
    /// - Throws: An error of the file system.
    static func write(
        _ responses: [RecordedResponse], bodies: [String: [UInt8]], of location: String,
        hasBodies: Bool, to path: String
    ) throws {
        let bodyPath = "\(path)/\(RecordingText.bodyFolder)"
        try FileManager.default.createDirectory(
            atPath: bodyPath, withIntermediateDirectories: true)
        for (name, bytes) in bodies {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(bodyPath)/\(name)"))
        }
        let header = RecordedHeader(
            location: location, started: DateTime(millisecondsSince1970: 0),
            hasBodies: hasBodies, limit: 1 << 30)
        var text = RecordingText.line(of: header)
        var checksum = RecordingChecksum()
        checksum.add(text)
        for response in responses {
            let line = RecordingText.line(of: response)
            checksum.add(line)
            text += line
        }
        let end = RecordedEnd(at: Instant(sinceStart: .seconds(60)), count: responses.count)
        text += RecordingText.line(of: end, after: checksum)
        try Data(text).write(to: URL(fileURLWithPath: "\(path)/\(RecordingText.fileName)"))
    }
}
