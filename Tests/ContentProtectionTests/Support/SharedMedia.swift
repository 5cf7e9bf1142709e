import TestSupport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Protected media from third parties, each with an unencrypted copy.
///
/// The media is optional, and is in a folder outside the repository.
enum SharedMedia {
    /// The folder with the media; `nil` when it is not in any folder above this file.
    static let folder: String? = {
        var parts = #filePath.split(separator: "/")
        while !parts.isEmpty {
            parts.removeLast()
            let folder = "/" + (parts + ["shared", "media", "protected"]).joined(separator: "/")
            if unsafe access("\(folder)/README.md", R_OK) == 0 { return folder }
        }
        return nil
    }()

    /// Whether the media is available.
    static var isPresent: Bool { folder != nil }

    /// Returns the bytes of a file in the folder.
    static func bytes(_ path: String) -> [UInt8] {
        folder.map { fileBytes("\($0)/\(path)") } ?? []
    }
}
