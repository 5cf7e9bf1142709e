import Formats

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Converts between paths of local files and locations.
package enum LocalPath {
    /// Returns the `file:` URL of a path; a relative path starts at the current directory.
    ///
    /// In a path, every character stands for itself; in a URL, some characters are special. A
    /// path must therefore be converted to a URL before other locations are resolved against the
    /// URL. A text with a scheme and an empty text are returned unchanged, and so is a relative
    /// path if the current directory was deleted.
    package static func url(_ path: String) -> String {
        if path.isEmpty { return path }
        if path.lowercased().hasPrefix("file:") || ResourceScheme(of: path) != .file { return path }
        var bytes = Array(path.utf8)
        if bytes.first != UInt8(ascii: "/") {
            // Without the current directory, the first folder would become the host of the URL.
            guard let directory = currentDirectory() else { return path }
            bytes = directory + [UInt8(ascii: "/")] + bytes
        }
        return "file://" + PercentCoding.encodePath(withoutEmptyNames(bytes))
    }

    /// Returns a location without its query and its fragment; a path has neither.
    package static func withoutQuery(_ location: String) -> Substring {
        let isPath = ResourceScheme(of: location) == .file && !isFileURL(location)
        return isPath ? location[...] : location.prefix { $0 != "?" && $0 != "#" }
    }

    /// Returns a path without the empty names between slashes, which the file system ignores.
    ///
    /// In a URL, an empty name would count as a folder, so that `..` would lead to the wrong
    /// folder.
    private static func withoutEmptyNames(_ path: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        var result: [UInt8] = []
        result.reserveCapacity(path.count)
        for byte in path where byte != slash || result.last != slash { result.append(byte) }
        return result
    }

    /// Returns the path of a `file:` URL without percent-encoding, as a user writes it.
    ///
    /// - Parameter url: A location of any scheme.
    /// - Returns: The path; `nil` for a location that is not a `file:` URL, and for a path that is
    ///   not UTF-8.
    package static func path(ofFileURL url: String) -> String? {
        guard isFileURL(url), let encoded = try? encodedPath(ofFileURL: url) else { return nil }
        return String(validating: PercentCoding.decode(encoded), as: UTF8.self)
    }

    /// Returns the path of a local file, as the bytes that the file system uses.
    ///
    /// - Parameter location: A path, a `file:` URL or another URL.
    /// - Returns: The path, which may be relative; `nil` when the location is not a file of this
    ///   machine.
    package static func localBytes(of location: String) -> [UInt8]? {
        ResourceScheme(of: location) == .file ? try? bytes(of: location) : nil
    }

    /// Returns the path in a location, as the bytes that the file system uses.
    ///
    /// - Parameter url: A path, or a `file:` URL of this machine.
    /// - Returns: The path, which may be relative.
    /// - Throws: When the location is not a path, or names another machine.
    static func bytes(of url: String) throws(TransportError) -> [UInt8] {
        var path: [UInt8]
        if isFileURL(url) {
            path = PercentCoding.decode(try encodedPath(ofFileURL: url))
        } else {
            path = Array(url.utf8)
        }
        guard !path.isEmpty else {
            throw TransportError(url: url, cause: .malformedURL("the path is empty"))
        }
        guard !path.contains(0) else {
            throw TransportError(url: url, cause: .malformedURL("the path holds a zero byte"))
        }
        return path
    }

    /// Returns the path of a `file:` URL, without query and fragment (RFC 8089).
    private static func encodedPath(
        ofFileURL url: String
    ) throws(TransportError) -> Substring.UTF8View {
        // Paths of segments are read often, and bytes are read faster than characters.
        let (slash, question, hash) = (UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"))
        var rest = url.utf8.dropFirst(5)
        if rest.starts(with: [slash, slash]) {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != slash }
            guard host.isEmpty || Substring(host).lowercased() == "localhost" else {
                let cause = TransportError.Cause.malformedURL("the file is on another machine")
                throw TransportError(url: url, cause: cause)
            }
            rest = rest[host.endIndex...]
        }
        return rest.prefix { $0 != question && $0 != hash }
    }

    private static func isFileURL(_ url: String) -> Bool {
        url.utf8.count >= 5 && url.utf8.prefix(4).elementsEqual("file".utf8) { $0 | 0x20 == $1 }
            && url.utf8.dropFirst(4).first == UInt8(ascii: ":")
    }

    private static func currentDirectory() -> [UInt8]? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe Array(UnsafeBufferPointer(start: path, count: strlen(path))).map {
            UInt8(bitPattern: $0)
        }
    }

    /// Returns the path with symbolic links, `.` and `..` resolved.
    ///
    /// - Returns: An absolute path.
    /// - Throws: When the path does not exist.
    static func resolved(_ path: [UInt8], url: String) throws(TransportError) -> [UInt8] {
        let terminated = path.map { CChar(bitPattern: $0) } + [0]
        guard let real = unsafe realpath(terminated, nil) else {
            throw TransportError(url: url, cause: SystemFailure(code: errno).cause)
        }
        defer { unsafe free(real) }
        return unsafe Array(UnsafeBufferPointer(start: real, count: strlen(real))).map {
            UInt8(bitPattern: $0)
        }
    }
}
