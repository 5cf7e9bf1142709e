import TestSupport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Protected media with clear twins, made by others.
///
/// It is beside the repository, if it is available at all.
enum SharedMedia {
    /// The folder with the media, searched from this file upwards.
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
