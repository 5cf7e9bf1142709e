import TestSupport

/// Independent programs that check pages.
enum PageTool {
    /// A browser that runs without a screen.
    static let browser = ["chromium", "chromium-browser", "google-chrome"].first {
        ShellCommand.succeeds("command -v \($0)")
    }

    /// A Python interpreter with a parser that reads HTML as browsers do.
    static let htmlParser = ["python3", "/usr/bin/python3"].first {
        ShellCommand.succeeds("\($0) -c 'import html5lib'")
    }

    static let hasPython = ShellCommand.succeeds("python3 -c 'import hashlib'")
    static let hasFFmpeg = ShellCommand.succeeds("ffmpeg -version")
}
