#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder that nobody else has, removed with everything in it when it is released.
///
/// The corresponding C function is `mkdtemp`.
package final class TemporaryFolder {
    /// Where the folder is.
    package let path: String
    private let parent: String
    private let name: String

    /// Makes a folder that only this user can look into.
    ///
    /// - Parameter parent: The folder to make it in.
    /// - Throws: When none can be made there.
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

    // What cannot be removed stays behind, where temporary files are cleared away.
    deinit { try? Folder.open(path: parent).removeTree(name) }
}
