import Foundation
import TestSupport

/// A real encoder that writes a broadcast of two-second segments into a folder, until it is released.
final class LiveEncoder {
    /// The reason why there is no broadcast.
    struct StartError: Error {}

    /// Whether ffmpeg is installed.
    static let isAvailable = ShellCommand.succeeds("ffmpeg -version")

    private let process = Process()

    /// Starts to encode, and waits until the playlist lists some segments.
    ///
    /// - Parameters:
    ///   - folder: The folder for the broadcast.
    ///   - segments: The number of segments to wait for.
    /// - Throws: When ffmpeg does not write them within half a minute.
    init(into folder: ScratchFolder, untilListed segments: Int) throws {
        let playlist = "\(folder.path)/index.m3u8"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-v", "error", "-nostdin", "-re",
            "-f", "lavfi", "-i", "testsrc=size=160x90:rate=25",
            "-f", "lavfi", "-i", "sine=frequency=440",
            "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "50",
            "-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_list_size", "6",
            "-hls_flags", "delete_segments+program_date_time+independent_segments+temp_file",
            playlist,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<300 {
            let text = (try? String(contentsOfFile: playlist, encoding: .utf8)) ?? ""
            if text.components(separatedBy: "#EXTINF").count > segments { return }
            Thread.sleep(forTimeInterval: 0.1)
        }
        throw StartError()
    }

    /// Kills the encoder, so that its playlist stands still.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { kill() }
}
