import Foundation
import TestSupport

/// A real encoder that writes a broadcast of two-second segments until this object is released.
final class LiveEncoder {
    /// The error when the encoder does not write a broadcast in time.
    struct StartError: Error {}

    /// The kind of a broadcast.
    enum Kind: CaseIterable {
        /// Six segments are listed.
        case sliding
        /// Six segments are listed, encrypted with one key.
        case encrypted
        /// All segments are listed.
        case event
        /// All segments are listed, and the broadcast ends after 12 s.
        case shortEvent
        /// The encoder continues the playlist of an earlier encoder, after a discontinuity.
        case continued
        /// GStreamer encodes the broadcast, and its playlist lists six segments.
        case gstreamer
    }

    /// Whether ffmpeg is installed.
    static let isAvailable = ShellCommand.succeeds("ffmpeg -version")

    private let process = Process()

    /// Starts to encode, and waits until the playlist lists some segments.
    ///
    /// - Parameters:
    ///   - folder: The folder for the broadcast.
    ///   - segments: The number of segments to wait for.
    ///   - kind: The kind of the broadcast.
    /// - Throws: When the encoder does not write the segments within half a minute.
    init(into folder: ScratchFolder, untilListed segments: Int, _ kind: Kind = .sliding) throws {
        let playlist = "\(folder.path)/index.m3u8"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = try Self.command(kind, into: folder, playlist)
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

    private static func command(
        _ kind: Kind, into folder: ScratchFolder, _ playlist: String
    ) throws -> [String] {
        if kind == .gstreamer {
            let sink =
                "hlssink2 name=h target-duration=2 playlist-length=6 max-files=12"
                + " location=\(folder.path)/s%05d.ts playlist-location=\(playlist)"
            let video =
                "videotestsrc is-live=true ! video/x-raw,width=160,height=90,framerate=25/1"
                + " ! x264enc tune=zerolatency key-int-max=50 ! h264parse ! h.video"
            let audio = "audiotestsrc is-live=true ! avenc_aac ! aacparse ! h.audio"
            return ["gst-launch-1.0", "-q"]
                + "\(sink) \(video) \(audio)".split(separator: " ").map(String.init)
        }
        var flags = "program_date_time+independent_segments+temp_file"
        var form = ["-hls_list_size", "6"]
        switch kind {
        case .sliding, .gstreamer: flags += "+delete_segments"
        case .continued: flags += "+append_list+discont_start"
        case .event, .shortEvent: form = ["-hls_playlist_type", "event", "-hls_list_size", "0"]
        case .encrypted:
            flags += "+delete_segments"
            try Data("the key of films".utf8).write(
                to: URL(fileURLWithPath: "\(folder.path)/film.key"))
            try folder.put(
                "film.key?auth=verysecret\n\(folder.path)/film.key\n", at: "key.info")
            form += ["-hls_key_info_file", "\(folder.path)/key.info"]
        }
        return [
            "ffmpeg", "-v", "error", "-nostdin", "-re",
            "-f", "lavfi", "-i", "testsrc=size=160x90:rate=25",
            "-f", "lavfi", "-i", "sine=frequency=440",
        ] + (kind == .shortEvent ? ["-t", "12"] : []) + [
            "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "50",
            "-c:a", "aac", "-f", "hls", "-hls_time", "2",
        ] + form + ["-hls_flags", flags, playlist]
    }

    /// Kills the encoder, so that its playlist stops changing.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { kill() }
}
