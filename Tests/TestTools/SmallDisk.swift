#if canImport(Glibc)
    import Glibc

    /// A small disk that stays mounted over a folder until this object is released.
    package final class SmallDisk {
        /// Whether this process may mount disks.
        package static let isAvailable = geteuid() == 0 && mayMount()

        private let path: String

        /// Mounts a disk; `nil` when mounting fails.
        package init?(at path: String, byteCount: Int) {
            guard unsafe mount("none", path, "tmpfs", 0, "size=\(byteCount)") == 0 else {
                return nil
            }
            self.path = path
        }

        deinit {
            // Open files must not prevent unmounting.
            unsafe umount2(path, Int32(MNT_DETACH))
        }

        /// Enlarges the disk without changing its contents, and returns whether this succeeds.
        package func grow(to byteCount: Int) -> Bool {
            let flags = UInt(MS_REMOUNT)
            return unsafe mount("none", path, "tmpfs", flags, "size=\(byteCount)") == 0
        }

        private static func mayMount() -> Bool {
            var template = Array("/tmp/small-disk-XXXXXX".utf8CString)
            guard unsafe mkdtemp(&template) != nil else { return false }
            let path = String(
                decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            defer { unsafe rmdir(path) }
            return SmallDisk(at: path, byteCount: 1 << 16) != nil
        }
    }
#endif
