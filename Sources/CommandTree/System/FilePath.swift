import Formats
import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The path of a file, as bytes that need not be valid UTF-8.
package struct FilePath: CustomStringConvertible {
    private let bytes: [UInt8]

    /// Creates a path from text, in UTF-8.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates a path from the bytes of the file system.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The path of the folder that contains the file: `.` if the path is only a name.
    package var folder: FilePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
        return FilePath(bytes: Array(bytes[...slash]))
    }

    /// The last component of the path.
    package var name: [UInt8] {
        bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    }

    /// Whether the path is valid UTF-8; only then does its ``description`` name the file.
    package var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The path as text.
    ///
    /// If the path is not UTF-8, each byte that is not ASCII is written as an escape such as
    /// `\xFF`.
    package var description: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.map { byte in
            byte < 0x80
                ? "\(Unicode.Scalar(byte))" : "\\x" + Hexadecimal.text([byte], uppercase: true)
        }.joined()
    }

    /// The path as a C string.
    var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

    /// Returns the path of an entry in this folder.
    package func appending(_ name: [UInt8]) -> FilePath {
        if bytes == [UInt8(ascii: ".")] { return FilePath(bytes: name) }
        let slash = UInt8(ascii: "/")
        return FilePath(bytes: bytes + (bytes.last == slash ? [] : [slash]) + name)
    }

    /// Returns the names in this folder, sorted by their bytes.
    ///
    /// - Throws: ``CommandFailure`` when the folder cannot be read.
    package func names() throws(CommandFailure) -> [[UInt8]] {
        guard let stream = unsafe opendir(terminated) else {
            throw CommandFailure(.failed, "\(self): \(lastSystemError())")
        }
        defer { unsafe closedir(stream) }
        guard let place = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else {
                    throw CommandFailure(.failed, "\(self): \(lastSystemError())")
                }
                return names.sorted { $0.lexicographicallyPrecedes($1) }
            }
            let text = unsafe UnsafeRawPointer(entry) + place
            let count = unsafe strlen(text.assumingMemoryBound(to: CChar.self))
            names.append(unsafe Array(UnsafeRawBufferPointer(start: text, count: count)))
        }
    }
}
