#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An empty directory that is removed with its contents when it is released.
final class ScratchFolder {
    let path: String

    /// The paths created in it, in order.
    private var made: [String] = []

    init() {
        var template = Array("/tmp/transport-tests-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { fatalError("no place for scratch files") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for item in made.reversed() { _ = unsafe remove(item) }
        _ = unsafe rmdir(path)
    }

    /// Writes a file, and returns its path.
    @discardableResult
    func put(_ bytes: [UInt8], at name: String) -> String {
        let file = path + "/" + name
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0, unsafe write(descriptor, bytes, bytes.count) == bytes.count
        else { fatalError("cannot write \(file)") }
        close(descriptor)
        made.append(file)
        return file
    }

    func makeFolder(_ name: String) -> String {
        let folder = path + "/" + name
        guard unsafe mkdir(folder, 0o755) == 0 else { fatalError("cannot make \(folder)") }
        made.append(folder)
        return folder
    }

    func makeLink(_ name: String, to target: String) -> String {
        let link = path + "/" + name
        guard unsafe symlink(target, link) == 0 else { fatalError("cannot make \(link)") }
        made.append(link)
        return link
    }

    func makePipe(_ name: String) -> String {
        let pipe = path + "/" + name
        guard unsafe mkfifo(pipe, 0o644) == 0 else { fatalError("cannot make \(pipe)") }
        made.append(pipe)
        return pipe
    }

    /// Truncates a file.
    func cut(_ name: String, to byteCount: Int) {
        guard unsafe truncate(path + "/" + name, byteCount) == 0 else {
            fatalError("cannot cut \(name)")
        }
    }
}
