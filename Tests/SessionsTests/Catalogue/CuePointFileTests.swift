import HeadlessPlayback
import Testing

@Suite struct CuePointFileTests {
    @Test func `cue points are read with position, type, name and properties`() throws {
        let text = """
            [
              {"time": 12.345, "type": "AD", "name": "first", "properties": {"slot": [1, null]}},
              {"time": "after"},
              {"time": "before", "type": "AD", "id": 17, "metadata": null}
            ]
            """
        let cuePoints = try CuePointCollection(json: Array(text.utf8))
        #expect(
            cuePoints == [
                .before(type: "AD", properties: ["id": 17]),
                .at(
                    .milliseconds(12_345), type: "AD",
                    properties: ["name": "first", "slot": [1, nil]]),
                .after(),
            ])
    }

    @Test(arguments: [
        "0.001", "0.1", "12.345", "5399.999", "7200.007", "86399.333", "86400", "1e3", "12.3450",
        "12345e-3", "999999.999",
    ])
    func `seconds with decimals become exact milliseconds`(seconds: String) throws {
        let cuePoints = try CuePointCollection(json: Array("[{\"time\": \(seconds)}]".utf8))
        let expected = try #require(Double(seconds)) * 1000
        #expect(cuePoints.first?.position == .time(.milliseconds(Int64(expected.rounded()))))
    }

    @Test(arguments: [
        ("{}", "the JSON text is not a list of cue points"),
        ("[{\"time\": 1}, 5]", "[1] is not an object"),
        ("[{\"type\": \"AD\"}]", "[0].time is missing"),
        (
            "[{\"time\": \"later\"}]",
            "[0].time is not \"before\", \"after\" or seconds from 0 on"
        ),
        ("[{\"time\": -1}]", "[0].time is not \"before\", \"after\" or seconds from 0 on"),
        ("[{\"time\": 1e300}]", "[0].time is not \"before\", \"after\" or seconds from 0 on"),
        ("[{\"time\": 1, \"type\": 5}]", "[0].type is not a text"),
        ("[{\"time\": 1, \"properties\": []}]", "[0].properties is not an object"),
        ("[{\"time\": 1},\n]", "line 2, column 1: expected a value"),
        ("", "the JSON text is not a list of cue points"),
    ])
    func `an error names the entry and the cause`(text: String, message: String) {
        let error = #expect(throws: JSONError.self) {
            try CuePointCollection(json: Array(text.utf8))
        }
        #expect(error?.description == message)
    }
}
