import TestTools

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Folders, links and other entries of a scratch folder that are not plain files.
extension ScratchFolder {
    /// Creates a folder, and returns its path.
    func makeFolder(_ name: String) -> String {
        let folder = path + "/" + name
        guard unsafe mkdir(folder, 0o755) == 0 else { fatalError("cannot make \(folder)") }
        return folder
    }

    /// Creates a symbolic link, and returns its path.
    func makeLink(_ name: String, to target: String) -> String {
        let link = path + "/" + name
        guard unsafe symlink(target, link) == 0 else { fatalError("cannot make \(link)") }
        return link
    }

    /// Creates a named pipe, and returns its path.
    func makePipe(_ name: String) -> String {
        let pipe = path + "/" + name
        guard unsafe mkfifo(pipe, 0o644) == 0 else { fatalError("cannot make \(pipe)") }
        return pipe
    }

    /// Truncates a file, or extends it with zeros.
    func cut(_ name: String, to byteCount: Int) {
        guard unsafe truncate(path + "/" + name, byteCount) == 0 else {
            fatalError("cannot cut \(name)")
        }
    }
}
