/// The name of a file in a package: at most one folder, lower-case letters, digits, `-` and `.`.
struct PackageName: Equatable, Sendable {
    /// The suffix of part file names.
    static let partEnding = ".part"

    /// The folder in the package; `nil` for the package itself.
    let folder: String?
    /// The name of the file in its folder, or in the package when there is no folder.
    let leaf: String

    /// Validates a name.
    ///
    /// - Throws: `StoreError.invalidName` for a name that the package format does not allow.
    init(_ name: String) throws(StoreError) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy(Self.isPlain), let leaf = parts.last,
            !leaf.hasSuffix(Self.partEnding), !leaf.hasSuffix(PartRecord.ending)
        else { throw .invalidName(name) }
        folder = parts.count == 2 ? String(parts[0]) : nil
        self.leaf = String(leaf)
    }

    private static func isPlain(_ part: Substring) -> Bool {
        (1...100).contains(part.utf8.count) && part.utf8.first != UInt8(ascii: ".")
            && part.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
    }
}
