import Formats
import Testing
import VirtualTime

@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", nil), (" true\n", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12),
            ("9223372036854775807", 9_223_372_036_854_775_807),
            ("-9223372036854775807", -9_223_372_036_854_775_807),
            ("9223372036854775808", 9_223_372_036_854_775_808.0),
            ("1.5", 1.5), ("1.50e1", 15), ("2.0", 2), ("0.1", 0.1), ("1e-7", 1e-7),
            ("123456789012345678901234567890.5", 123_456_789_012_345_678_901_234_567_890.5),
            ("0.30000000000000004", 0.30000000000000004), ("1E+2", 100),
            ("\"\"", ""), ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\u{8}\u{C}\n\r\t"),
            ("\"\\u00e9\\u20AC\\uD83D\\uDE00\"", "é€😀"), ("\"\u{7F}é\"", "\u{7F}é"),
            ("[]", []), ("[ 1 ,[ ] ]", [1, []]), ("{}", [:]),
            ("{\"a\": {\"b\" : []}, \"c\":null}", ["a": ["b": []], "c": nil]),
            ("{\"a\": 1, \"a\": 2}", ["a": 2]), ("\u{FEFF}1", 1),
        ] as [(String, PropertyValue)])
    func `a JSON text is read as the value that it encodes`(text: String, value: PropertyValue)
        throws
    {
        #expect(try JSONReader.read(Array(text.utf8)) == value)
    }

    @Test(arguments: [
        ("", "line 1, column 1: expected a value"),
        ("tru", "line 1, column 4: expected 'true'"),
        ("[1 2]", "line 1, column 4: expected ',' or ']'"),
        ("{\"a\":1,}", "line 1, column 8: expected a key in quotes"),
        ("{\"a\" 1}", "line 1, column 6: expected ':'"),
        ("{\n\"a\": 1", "line 2, column 7: expected ',' or '}'"),
        ("[1] x", "line 1, column 5: expected the end of the text"),
        ("01", "line 1, column 2: expected the end of the text"),
        ("1.", "line 1, column 3: expected a digit"),
        ("-", "line 1, column 2: expected a digit"),
        ("1e", "line 1, column 3: expected a digit"),
        ("+1", "line 1, column 1: expected a value"),
        ("NaN", "line 1, column 1: expected a value"),
        ("1e999", "line 1, column 1: expected a number in range"),
        ("\"a", "line 1, column 3: expected the closing '\"'"),
        ("\"a\\", "line 1, column 4: expected an escape"),
        ("\"\\x\"", "line 1, column 3: expected an escape"),
        ("\"\\u12G4\"", "line 1, column 6: expected four hexadecimal digits"),
        ("\"\\uD800\"", "line 1, column 8: expected a pair of surrogates"),
        ("\"\\uD800 \\uDC00\"", "line 1, column 8: expected a pair of surrogates"),
        ("\"\\uDC00\\uD800\"", "line 1, column 8: expected a pair of surrogates"),
        ("\"a\nb\"", "line 1, column 3: expected an escape instead of a control character"),
        ("\"\\n\u{1}\"", "line 1, column 4: expected an escape instead of a control character"),
    ])
    func `a mistake in JSON is reported with its position`(text: String, message: String) {
        let error = #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22],
    ])
    func `a text must be UTF-8`(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
    }

    @Test func `a repeated member is refused on request, at its own position`() throws {
        var reader = try JSONReader(Array(#"{"a": {"b": 1, "c": 2, "b": 3}}"#.utf8))
        reader.refusesRepetitions = true
        let error = #expect(throws: JSONError.self) { try reader.value() }
        #expect(
            error?.description
                == "line 1, column 24: expected a member other than 'b', which the object already"
                + " has")
        var other = try JSONReader(Array(#"[{"a": {"a": 1}}, {"a": 2}]"#.utf8))
        other.refusesRepetitions = true
        let value = try other.value()
        #expect(value == [["a": ["a": 1]], ["a": 2]])
    }

    @Test func `nesting is bounded`() throws {
        let limit = JSONReader.maximumDepth
        let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        _ = try JSONReader.read(Array(deepest.utf8))
        let endless = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        let error = #expect(throws: JSONError.self) { try JSONReader.read(endless) }
        #expect(error?.reason == .tooDeep(limit: limit))
    }

    @Test func `broken text is refused or read, and never ends the process`() {
        let text = Array(
            #"[{"time": 1.25e1, "name": "\u00e9\n", "a": [true, null, -0.5]}, {"b": {}}]"#.utf8)
        var random = SeededRandom(seed: 7)
        var refused = 0
        for _ in 0..<20_000 {
            var broken = text
            for _ in 0..<Int.random(in: 1...3, using: &random) where broken.count > 1 {
                let place = Int.random(in: broken.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: broken[place] = UInt8.random(in: 0...255, using: &random)
                case 1: broken.remove(at: place)
                default: broken = Array(broken[..<max(1, place)])
                }
            }
            do { _ = try JSONReader.read(broken) } catch { refused += 1 }
        }
        #expect(refused > 10_000)
    }
}
