/// The names of files of a rendition, from which an origin finds them again.
struct ResourceName: Hashable {
    /// The media sequence number with the offset of the rendition.
    var sequence: Int
    /// The part; `nil` for the whole segment.
    var part: Int?
    /// The number of resets before the segment.
    var generation: Int
    /// The number of changes of locations.
    var revision: Int

    /// The name of a playlist in its folder.
    static let playlist = "index.m3u8"

    /// Returns the name of a file.
    ///
    /// - Parameter source: The location of the source, whose extension is kept.
    /// - Returns: The name.
    func text(from source: String) -> String {
        var text = "s" + String(sequence)
        if let part { text += ".\(part)" }
        if generation > 0 { text += "-g\(generation)" }
        if revision > 0 { text += "-u\(revision)" }
        text += Self.fileExtension(of: source)
        return text
    }

    /// Parses a name written by ``text(from:)``; `nil` for any other text.
    init?(_ text: Substring) {
        guard let dot = text.lastIndex(of: "."), text.first == "s" else { return nil }
        var pieces = text[..<dot].dropFirst().split(
            separator: "-", omittingEmptySubsequences: false)
        let numbers = pieces.removeFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard 1...2 ~= numbers.count, let sequence = Self.number(numbers[0]) else { return nil }
        self.sequence = sequence
        if numbers.count == 2 {
            guard let part = Self.number(numbers[1]) else { return nil }
            self.part = part
        }
        generation = 0
        revision = 0
        if let first = pieces.first, first.first == "g" {
            guard let number = Self.number(first.dropFirst()), number > 0 else { return nil }
            generation = number
            pieces.removeFirst()
        }
        if let first = pieces.first, first.first == "u" {
            guard let number = Self.number(first.dropFirst()), number > 0 else { return nil }
            revision = number
            pieces.removeFirst()
        }
        guard pieces.isEmpty else { return nil }
    }

    init(sequence: Int, part: Int?, generation: Int, revision: Int) {
        self.sequence = sequence
        self.part = part
        self.generation = generation
        self.revision = revision
    }

    /// Reads decimal digits without a sign and without leading zeros.
    static func number(_ text: some StringProtocol) -> Int? {
        guard let first = text.utf8.first, text.utf8.allSatisfy({ 48...57 ~= $0 }),
            first != 48 || text.utf8.count == 1
        else { return nil }
        return Int(text)
    }

    /// Returns the extension of the file at a location, with its dot; `.bin` when there is none.
    static func fileExtension(of location: String) -> Substring {
        var path = location.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { path[$0...] } ?? path
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return ".bin" }
        return location[dot..<name.endIndex]
    }
}
