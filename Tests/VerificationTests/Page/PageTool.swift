#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Programs that look at pages in their own way.
enum PageTool {
    /// A browser that needs no screen.
    static let browser = ["chromium", "chromium-browser", "google-chrome"].first {
        output(of: "command -v \($0)") != nil
    }

    /// A Python that can parse HTML as browsers do.
    static let htmlParser = ["python3", "/usr/bin/python3"].first {
        output(of: "\($0) -c 'import html5lib'") != nil
    }

    static let hasPython = output(of: "python3 -c 'import hashlib'") != nil
    static let hasFFmpeg = output(of: "ffmpeg -version") != nil

    /// What a command prints; `nil` when it fails.
    static func output(of command: String) -> [UInt8]? {
        guard let pipe = unsafe popen("{ \(command); } 2>/dev/null", "r") else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return unsafe pclose(pipe) == 0 ? bytes : nil
    }

    /// What a command prints, as text.
    static func text(of command: String) -> String? {
        output(of: command).map { String(decoding: $0, as: UTF8.self) }
    }
}
