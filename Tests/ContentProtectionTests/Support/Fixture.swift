import TestSupport

/// The small media files that several test suites share.
enum Fixture {
    static func bytes(_ name: String) -> [UInt8] {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return fileBytes(
            (folder + ["Fixtures", "Containers", Substring(name)]).joined(separator: "/"))
    }
}
