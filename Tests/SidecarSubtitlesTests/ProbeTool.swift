import TestSupport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The tool `ffprobe`, which reads WebVTT in its own way.
enum ProbeTool {
    static let isInstalled = ShellCommand.succeeds("ffprobe -version")

    /// Returns the start and the length of each cue in milliseconds, separated by a comma.
    ///
    /// - Parameter bytes: The file.
    /// - Returns: A line for each cue; `nil` when the tool fails.
    static func cueTimes(of bytes: [UInt8]) -> [String]? {
        var template = Array("/tmp/webvtt-tests-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        let path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unsafe unlink(path) }
        let count = unsafe write(descriptor, bytes, bytes.count)
        close(descriptor)
        guard count == bytes.count else { return nil }
        let command = "ffprobe -v error -f webvtt -show_entries packet=pts,duration -of csv=p=0"
        // `ffprobe` prints side data as an empty third field and as a separate line.
        return ShellCommand.text(of: "\(command) '\(path)'")?.split(whereSeparator: { $0.isNewline }
        )
        .map { $0.split(separator: ",").joined(separator: ",") }
    }
}
