import Formats
import Testing

/// JSON output.
@Suite struct JSONTextTests {
    private func written(_ write: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test(arguments: [Int64.min, -1, 0, 9, 10, Int64.max])
    func `integers are written without a fraction`(number: Int64) {
        #expect(written { $0.value(number) } == "\(number)")
    }

    @Test func `control characters and those that reverse text are escaped, and no others`() {
        #expect(
            written { $0.value("a\"\\\n\r\t\u{0}\u{1F}/é😀\u{200D}שלום") }
                == "\"a\\\"\\\\\\n\\r\\t\\u0000\\u001f/é😀\u{200D}שלום\"")
        #expect(
            written { $0.value("\u{7F}\u{9B}31m\u{2028}\u{202E}\u{2066}") }
                == #""\u007f\u009b31m\u2028\u202e\u2066""#)
    }

    @Test func `properties are in the order of their keys`() {
        let properties: [String: PropertyValue] = [
            "b": [1, 2.5, nil, true], "a": ["z": "x", "y": [:]], "c": .number(.infinity),
        ]
        #expect(
            written { $0.value(properties) }
                == #"{"a":{"y":{},"z":"x"},"b":[1,2.5,null,true],"c":"+inf"}"#)
    }

    @Test func `written JSON reads back as it was`() throws {
        let value: PropertyValue = [
            "text": .string(
                String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))),
            "numbers": [
                0, -1, .integer(.max), 0.1, 1e-9, 1.7976931348623157e308,
                .number(.leastNonzeroMagnitude),
            ],
            "nothing": nil, "empty": [[], [:], ""],
        ]
        var json = JSONText()
        json.value(value)
        #expect(try JSONReader.read(json.bytes) == value)
    }

    @Test func `an indented text has a line for each member and element`() throws {
        let value: PropertyValue = ["a": [1, ["b": []], [:]], "c": "d"]
        var json = JSONText(isIndented: true)
        json.value(value)
        json.endLine()
        #expect(
            String(decoding: json.bytes, as: UTF8.self) == """
                {
                  "a": [
                    1,
                    {
                      "b": []
                    },
                    {}
                  ],
                  "c": "d"
                }

                """)
        #expect(try JSONReader.read(json.bytes) == value)
    }

    @Test(
        arguments: [
            (0, "0.000", "0.000000"), (1, "0.001", "0.000001"), (-1, "-0.001", "-0.000001"),
            (61_500_000, "61500.000", "61.500000"),
            (.min, "-9223372036854775.808", "-9223372036854.775808"),
        ] as [(Int64, String, String)])
    func `milliseconds and microseconds are written exactly`(
        count: Int64, thousandths: String, millionths: String
    ) {
        #expect(written { $0.value(milliseconds: count) } == thousandths)
        #expect(written { $0.value(microseconds: count) } == millionths)
    }

    @Test func `a cleared JSON buffer can be used again`() {
        var json = JSONText()
        json.value(1)
        json.removeAll()
        json.value("x")
        #expect(json.bytes == Array("\"x\"".utf8))
    }
}
