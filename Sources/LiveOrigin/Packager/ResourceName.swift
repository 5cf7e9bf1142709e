import Playlists

/// The components of the file name of a segment or part, which identify the media.
struct ResourceName: Hashable {
    /// The media sequence number, increased by the offset that the origin gives the rendition.
    var sequence: Int
    /// The index of the part; `nil` for the whole segment.
    var part: Int?
    /// The number of resets of the media sequence numbers before the segment.
    var generation: Int
    /// The number of times that all segment locations had changed when the playlist was made.
    var revision: Int

    /// The name of a playlist in its folder.
    static let playlist = "index.m3u8"

    /// Returns the file name of the segment or part.
    ///
    /// - Parameter nameExtension: The extension of the source, with its dot.
    /// - Returns: The name.
    func text(_ nameExtension: Substring) -> String {
        var text = "s" + String(sequence)
        if let part {
            text += "."
            text += String(part)
        }
        if generation > 0 { text += "-g" + String(generation) }
        if revision > 0 { text += "-u" + String(revision) }
        text += nameExtension
        return text
    }

    /// Parses a name written by ``text(_:)``; `nil` for any other text.
    init?(_ text: Substring) {
        let bytes = Array(text.utf8)
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), bytes.first == UInt8(ascii: "s")
        else { return nil }
        var rest = bytes[..<dot].dropFirst()
        guard let sequence = Self.leadingNumber(of: &rest) else { return nil }
        self.sequence = sequence
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard let part = Self.leadingNumber(of: &rest) else { return nil }
            self.part = part
        }
        guard let generation = Self.count("g", at: &rest),
            let revision = Self.count("u", at: &rest), rest.isEmpty
        else { return nil }
        self.generation = generation
        self.revision = revision
    }

    /// Reads a positive number after a dash and a letter, as in `-g2`.
    ///
    /// The result is zero when the text does not start with the dash and the letter, and `nil` when
    /// no positive number follows them.
    private static func count(
        _ letter: Unicode.Scalar, at rest: inout ArraySlice<UInt8>
    ) -> Int? {
        guard rest.starts(with: [UInt8(ascii: "-"), UInt8(ascii: letter)]) else { return 0 }
        rest.removeFirst(2)
        return leadingNumber(of: &rest).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Removes the decimal digits at the start of a text and returns their value.
    ///
    /// The value is `nil` when there are no digits, and for leading zeros or overflow.
    private static func leadingNumber(of rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix { 48...57 ~= $0 }
        rest = rest[digits.endIndex...]
        return number(digits)
    }

    init(sequence: Int, part: Int?, generation: Int, revision: Int) {
        self.sequence = sequence
        self.part = part
        self.generation = generation
        self.revision = revision
    }

    /// Returns the value of a decimal number; `nil` for a sign, a leading zero or any other text.
    static func number(_ text: some StringProtocol) -> Int? { number(text.utf8) }

    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard let first = digits.first, first != 48 || digits.count == 1 else { return nil }
        var value = 0
        for digit in digits {
            guard 48...57 ~= digit else { return nil }
            let (tens, isFar) = value.multipliedReportingOverflow(by: 10)
            let (sum, isFarther) = tens.addingReportingOverflow(Int(digit) - 48)
            guard !isFar, !isFarther else { return nil }
            value = sum
        }
        return value
    }

    /// Returns the file extension of a location, with its dot; `.bin` for a location without one.
    static func fileExtension(of location: String) -> Substring {
        var path = URIReference.withoutQuery(location).utf8
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { path[$0...] } ?? path
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return ".bin" }
        return location[dot..<name.endIndex]
    }
}
