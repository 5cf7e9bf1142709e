import TestTools

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder in which `ffmpeg` creates media and `ffprobe` reads it.
final class FFmpegFolder {
    /// Whether both tools are installed.
    static let isOpen =
        ShellCommand.succeeds("ffmpeg -hide_banner -version")
        && ShellCommand.succeeds("ffprobe -hide_banner -version")

    private let scratch = ScratchFolder()
    var folder: String { scratch.path }

    /// Runs `ffmpeg` in the folder.
    ///
    /// - Parameter arguments: The arguments, of which the last is the output file.
    /// - Returns: Whether `ffmpeg` succeeds.
    func make(_ arguments: String) -> Bool {
        ShellCommand.succeeds("cd '\(folder)' && ffmpeg -v error -nostdin -y \(arguments) 2>&1")
    }

    /// Runs `ffprobe` on a file in the folder, and returns the fields of each line.
    func probe(_ file: String, _ arguments: String) -> [[String]] {
        let command = "cd '\(folder)' && ffprobe -v error -of csv=p=0 \(arguments) '\(file)'"
        return (ShellCommand.text(of: command) ?? "").split(separator: "\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Writes a file into the folder.
    ///
    /// - Returns: Whether all bytes were written.
    func put(_ bytes: [UInt8], as file: String) -> Bool {
        guard let target = unsafe fopen("\(folder)/\(file)", "w") else { return false }
        let count = unsafe fwrite(bytes, 1, bytes.count, target)
        return unsafe fclose(target) == 0 && count == bytes.count
    }

    func bytes(_ file: String) -> [UInt8] { fileBytes("\(folder)/\(file)") }
}
