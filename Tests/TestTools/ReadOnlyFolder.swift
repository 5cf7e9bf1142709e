#if canImport(Glibc)
    import Glibc

    /// A folder that is read-only for all users, including root, until this object is released.
    ///
    /// The folder is mounted read-only over itself, because file permissions do not restrict root.
    package final class ReadOnlyFolder {
        /// Whether this process may mount folders.
        package static let isAvailable = geteuid() == 0 && mayMount()

        private let path: String

        /// Makes a folder read-only.
        ///
        /// - Returns: `nil` when mounting fails.
        package init?(_ path: String) {
            guard unsafe mount(path, path, nil, UInt(MS_BIND), nil) == 0 else { return nil }
            self.path = path
            let flags = UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
            guard unsafe mount("none", path, nil, flags, nil) == 0 else { return nil }
        }

        deinit {
            // Open files must not prevent unmounting.
            unsafe umount2(path, Int32(MNT_DETACH))
        }

        private static func mayMount() -> Bool {
            var template = Array("/tmp/read-only-folder-XXXXXX".utf8CString)
            guard unsafe mkdtemp(&template) != nil else { return false }
            let path = String(
                decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            defer { unsafe rmdir(path) }
            return ReadOnlyFolder(path) != nil
        }
    }
#endif
