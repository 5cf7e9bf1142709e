import HeadlessPlayback
import Testing

@Suite struct JSONTextTests {
    private func written(_ write: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func `members keep their order and are parted by commas`() {
        let text = written { json in
            json.object { json in
                json.member("t", MediaTime.milliseconds(-1_005))
                json.member("session", 1)
                json.member("at", Instant(sinceStart: .milliseconds(20)))
                json.key("ranges")
                json.array { json in
                    json.array { $0.value(MediaTime.zero) }
                    json.null()
                    json.object { _ in }
                }
                json.member("live", false)
            }
            json.endLine()
            json.value(2)
        }
        #expect(
            text == """
                {"t":-1.005,"session":1,"at":0.020,"ranges":[[0.000],null,{}],"live":false}
                2
                """)
    }

    @Test(arguments: [
        (-Double.infinity, "\"-inf\""), (.infinity, "\"+inf\""), (.nan, "\"nan\""), (0, "0.000"),
        (12.3456, "12.346"), (-0.001, "-0.001"), (1e300, "\"+inf\""),
    ])
    func `seconds have three decimals and infinities are texts`(seconds: Double, text: String) {
        #expect(written { $0.value(seconds: seconds) } == text)
    }

    @Test(arguments: [Int64.min, -1, 0, 9, 10, Int64.max])
    func `whole numbers are whole`(number: Int64) {
        #expect(written { $0.value(number) } == "\(number)")
    }

    @Test func `what would break a text is escaped and nothing else`() {
        #expect(
            written { $0.value("a\"\\\n\r\t\u{0}\u{1F}\u{7F}/é😀\u{2028}") }
                == "\"a\\\"\\\\\\n\\r\\t\\u0000\\u001f\u{7F}/é😀\u{2028}\"")
    }

    @Test func `properties come in the order of their keys`() {
        let properties: [String: PropertyValue] = [
            "b": [1, 2.5, nil, true], "a": ["z": "x", "y": [:]], "c": .number(.infinity),
        ]
        #expect(
            written { $0.value(properties) }
                == #"{"a":{"y":{},"z":"x"},"b":[1,2.5,null,true],"c":"+inf"}"#)
    }

    @Test func `what is written is read back`() throws {
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

    @Test func `the buffer starts anew`() {
        var json = JSONText()
        json.value(1)
        json.removeAll()
        json.value("x")
        #expect(json.bytes == Array("\"x\"".utf8))
    }
}
