#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// C library functions for paths and the environment, without pointers in their interface.
package enum SystemCalls {
    /// The result of creating a folder.
    package enum Creation: Equatable {
        /// The folder was created, or something already existed at its path.
        case present
        /// The folder cannot be created, for the reason given.
        case failed(String)
    }

    /// Returns the value of an environment variable; `nil` when it is not set.
    ///
    /// The corresponding C function is `getenv`.
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The path of the working directory; empty when it no longer exists.
    ///
    /// The corresponding C function is `getcwd`.
    package static var workingDirectory: String {
        guard let path = unsafe getcwd(nil, 0) else { return "" }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Returns the absolute path, without symbolic links and without `.` and `..` components.
    ///
    /// The result is `nil` when nothing exists at the path. The corresponding C function is
    /// `realpath`.
    package static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The arguments of the process that are not UTF-8, without the name of the tool.
    ///
    /// `CommandLine.arguments` replaces the invalid bytes, so that it names other files.
    package static var argumentsInOtherEncodings: [FilePath] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { place in
            guard let word = unsafe CommandLine.unsafeArgv[place] else { return nil }
            let bytes = unsafe UnsafeRawBufferPointer(start: word, count: strlen(word))
            let path = FilePath(bytes: unsafe Array(bytes))
            return path.isText ? nil : path
        }
    }

    /// The identifier of the process.
    package static var processNumber: Int32 { getpid() }

    /// Returns whether something exists at a path.
    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Returns the size of a regular file in bytes; `nil` for anything else.
    package static func regularFileSize(_ path: String) -> Int? {
        FileStatus(following: FilePath(path)).flatMap { $0.kind == .file ? $0.byteCount : nil }
    }

    /// Returns whether the file at a path can be read.
    package static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// Creates a folder, unless something exists at its path.
    ///
    /// The corresponding C function is `mkdir`.
    @discardableResult
    package static func createFolder(_ path: String) -> Creation {
        if unsafe mkdir(path, 0o755) == 0 || errno == EEXIST || errno == EISDIR { return .present }
        return .failed(lastSystemError())
    }
}
