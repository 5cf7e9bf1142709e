import CFFmpeg

/// The versions of the FFmpeg libraries that demux and decode.
package enum FFmpegVersion {
    /// The FFmpeg release and the versions of its libraries, on one line.
    package static var text: String {
        let release = unsafe av_version_info().map { unsafe String(cString: $0) } ?? "unknown"
        let format = library(avformat_version())
        let codec = library(avcodec_version())
        return "FFmpeg \(release) (libavformat \(format), libavcodec \(codec))"
    }

    /// Returns the text of a library version.
    ///
    /// The version is an integer that combines three numbers; the last two have eight bits each.
    private static func library(_ version: UInt32) -> String {
        "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
}
