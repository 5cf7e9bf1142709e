#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The asset for the tests of a rule about text, with a legal edit and breaching edits.
struct RuleFixture: Sendable, CustomStringConvertible {
    let code: String
    let asset: String
    let nearEdit: FixtureAsset.Edit
    let severeEdits: [FixtureAsset.Edit]

    var description: String { code }

    /// Returns the unedited asset, which breaks no rule.
    func benign() throws -> FixtureAsset {
        guard let found = FixtureAsset.byName[asset] else {
            throw FixtureError(text: "no asset \(asset)")
        }
        return found
    }

    /// Returns the asset that is nearest to a breach and still obeys the rule.
    func near() throws -> FixtureAsset { try benign().with([nearEdit]) }

    /// Returns the asset that breaks the rule.
    func severe() throws -> FixtureAsset { try benign().with(severeEdits) }

    /// All fixtures of the table in `lint-rules.txt`.
    static let all: [RuleFixture] = {
        lines(of: "lint-rules.txt").map { line in
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map {
                unescaped(String($0))
            }
            let edits = stride(from: 2, to: fields.count - 2, by: 3).map {
                FixtureAsset.Edit(fields[$0], fields[$0 + 1], fields[$0 + 2])
            }
            return RuleFixture(
                code: fields[0], asset: fields[1], nearEdit: edits[0],
                severeEdits: Array(edits.dropFirst()))
        }
    }()

    /// The rules that have fixtures made from real media.
    static let codesOfRealMedia = lines(of: "lint-media.txt").map { line in
        String(line.prefix { $0 != "|" })
    }

    private static func lines(of name: String) -> [Substring] {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return text("/\(folder)/Fixtures/\(name)").split(separator: "\n").filter {
            !$0.hasPrefix("#")
        }
    }

    private static func text(_ path: String) -> String {
        guard let file = unsafe fopen(path, "r") else { return "" }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces escape sequences and the word `MANY`.
    ///
    /// `\n`, `\r` and `\u{…}` become their characters, and `MANY` becomes more attributes than a
    /// tag may have.
    private static func unescaped(_ text: String) -> String {
        var text = text.replacing("\\n", with: "\n").replacing("\\r", with: "\r")
        while let start = text.firstRange(of: "\\u{"),
            let end = text[start.upperBound...].firstIndex(of: "}"),
            let scalar = UInt32(text[start.upperBound..<end], radix: 16).flatMap(
                Unicode.Scalar.init)
        {
            text.replaceSubrange(start.lowerBound...end, with: String(scalar))
        }
        let many = (0..<300).map { "A\($0)=1" }.joined(separator: ",")
        return text.replacing("MANY", with: many)
    }
}
