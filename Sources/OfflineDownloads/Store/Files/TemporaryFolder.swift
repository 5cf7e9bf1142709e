#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A private folder that is removed with its contents when it is released.
///
/// The corresponding C function is `mkdtemp`.
package final class TemporaryFolder {
    /// The path of the folder.
    package let path: String
    private let parent: String
    private let name: String

    /// Creates a folder that only the current user can access.
    ///
    /// - Parameter parent: The parent folder.
    /// - Throws: When it cannot be created.
    package init(in parent: String = "/tmp") throws(StoreError) {
        guard !parent.utf8.contains(0) else { throw .invalidName(parent) }
        var template = Array("\(parent)/headless-playback-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw .cannotOpen(path: parent, reason: SystemReason.text(errno) ?? "system error")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.parent = parent
        name = path.split(separator: "/").last.map(String.init) ?? ""
    }

    // Contents that cannot be removed remain until temporary files are cleaned up.
    deinit { try? Folder.open(path: parent).removeTree(name) }
}
