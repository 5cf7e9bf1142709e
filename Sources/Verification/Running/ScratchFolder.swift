#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of its own for one run, removed with everything in it when it is released.
final class ScratchFolder {
    /// How many runs may have a folder in the same place at once.
    private static let most = 100_000

    /// Where the folder is.
    let path: String

    /// Makes a folder.
    ///
    /// - Parameter place: The folder to make it in; `nil` is where temporary files go.
    /// - Returns: `nil` when none can be made there.
    init?(in place: String?) {
        let base = place ?? FileManager.default.temporaryDirectory.path
        for number in 1...Self.most {
            let path = "\(base)/headless-playback-\(number)"
            if FileManager.default.fileExists(atPath: path) { continue }
            do {
                // Making fails where another run was faster, and the next number is tried.
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false)
                self.path = path
                return
            } catch {
                guard FileManager.default.fileExists(atPath: path) else { return nil }
            }
        }
        return nil
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
