import CommandTree
import Formats
import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Copies the files of a folder to another, empty folder.
struct FolderCopy {
    private let source: String
    private let target: String

    /// Prepares a copy, and creates the target folder if it is missing.
    ///
    /// - Parameters:
    ///   - source: The folder of the files.
    ///   - target: The folder of the copies.
    /// - Throws: ``CommandFailure`` when the target is not empty, or cannot be created.
    init(from source: String, to target: String) throws(CommandFailure) {
        self.source = source
        self.target = target
        try makeFolders(above: target + "/")
        try Self.checkEmpty(target)
    }

    private static func checkEmpty(_ folder: String) throws(CommandFailure) {
        guard let stream = unsafe opendir(folder) else {
            throw CommandFailure(.failed, "\(SafeText.line(folder)): \(lastSystemError())")
        }
        defer { unsafe closedir(stream) }
        var count = 0
        // A folder always lists itself and its parent, so an empty folder has two entries.
        while unsafe readdir(stream) != nil { count += 1 }
        guard count <= 2 else {
            throw CommandFailure(
                .failed, "\(SafeText.line(folder)): is not empty, and nothing is overwritten")
        }
    }

    /// Copies files; after a failure or an interruption, the copied files are removed.
    ///
    /// - Returns: Whether all files were copied; `false` when the copying was interrupted.
    /// - Throws: ``CommandFailure`` when a file cannot be read or written.
    func copy(_ names: [String]) throws(CommandFailure) -> Bool {
        for (place, name) in names.enumerated() {
            do throws(CommandFailure) {
                if Interruption.hasHappened {
                    remove(names[..<place])
                    return false
                }
                try makeFolders(above: "\(target)/\(name)")
                // Each file is written under a temporary name and renamed when it is complete, so
                // that killing the tool leaves no incomplete file under its final name.
                let part = "\(target)/\(name).part"
                try copy("\(source)/\(name)", to: part)
                guard unsafe rename(part, "\(target)/\(name)") == 0 else {
                    throw CommandFailure(.failed, "\(SafeText.line(part)): \(lastSystemError())")
                }
            } catch {
                remove(names[...place])
                throw error
            }
        }
        return true
    }

    /// Removes the copied files, with the folders created for them.
    private func remove(_ names: ArraySlice<String>) {
        for name in names {
            unsafe unlink("\(target)/\(name)")
            unsafe unlink("\(target)/\(name).part")
        }
        // The name of a file in a package contains at most one folder. `rmdir` fails for a folder
        // that contains other files.
        for folder in Set(names.filter { $0.contains("/") }.map { $0.prefix { $0 != "/" } }) {
            unsafe rmdir("\(target)/\(folder)")
        }
    }

    private func copy(_ source: String, to target: String) throws(CommandFailure) {
        let input = unsafe open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard input >= 0 else {
            throw CommandFailure(.failed, "\(SafeText.line(source)): \(lastSystemError())")
        }
        defer { close(input) }
        let output = unsafe open(
            target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard output >= 0 else {
            throw CommandFailure(.failed, "\(SafeText.line(target)): \(lastSystemError())")
        }
        var isOpen = true
        defer { if isOpen { close(output) } }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe read(input, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw CommandFailure(.failed, "\(SafeText.line(source)): \(lastSystemError())")
            }
            var start = 0
            while start < count {
                let written = unsafe buffer.withUnsafeBytes { bytes in
                    unsafe write(output, bytes.baseAddress?.advanced(by: start), count - start)
                }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    throw CommandFailure(.failed, "\(SafeText.line(target)): \(lastSystemError())")
                }
                start += written
            }
        }
        isOpen = false
        guard close(output) == 0 else {
            throw CommandFailure(.failed, "\(SafeText.line(target)): \(lastSystemError())")
        }
    }
}
