import HeadlessPlaybackTesting
import Testing

@Suite struct CuePointSheetTests {
    private func read(_ text: String) throws -> CuePointCollection {
        try CuePointSheet(Array(text.utf8)).cuePoints
    }

    @Test func `columns are found by their titles, in any order`() throws {
        let cuePoints = try read(
            """
            name,Time,colour,type
            "one, two",1:30.5,"say ""hi"" now",AdSlot
            ,before,,
            "two
            lines",3600,green,CODE

            """)
        #expect(
            cuePoints.map(\.position) == [
                .before, .time(.milliseconds(90_500)), .time(.seconds(3600)),
            ])
        #expect(cuePoints[1].name == "one, two")
        #expect(cuePoints[1].type == "AdSlot")
        #expect(cuePoints[1].properties["colour"] == "say \"hi\" now")
        #expect(cuePoints[0].properties.isEmpty)
        #expect(cuePoints[2].name == "two\nlines")
    }

    @Test func `without a row of titles the columns are time, type and name`() throws {
        let cuePoints = try read("\u{FEFF}00:00:04,AdSlot,first\r\n8.5\r\n\r\nafter,AdSlot\r\n")
        #expect(
            cuePoints.map(\.position) == [
                .time(.seconds(4)), .time(.milliseconds(8_500)), .after,
            ])
        #expect(cuePoints[0].name == "first")
        #expect(cuePoints[1].type == "")
        #expect(try read("").isEmpty)
        #expect(try read("time,type\n").isEmpty)
    }

    @Test(
        arguments: [
            ("-1,AdSlot", 1), ("4\n-0.5", 2), ("time\nnan", 2), ("time\n1e3", 2), ("1:75", 1),
            ("1:2:3:4", 1), ("time\n1,2", 2), ("time,time\n1,2", 1), ("4,\"open", 1),
            ("1\n2,\"a\"b", 2), ("type\nAdSlot", 1), ("99999999999", 1), ("time,type\n,AdSlot", 2),
            ("4,\"a\nb\"\n\"x", 3), ("time,type,name\n4,AdSlot\n8\n", 3),
        ])
    func `an invalid cue point sheet is refused with the line of the error`(text: String, line: Int)
    {
        do throws(CuePointSheetError) {
            _ = try CuePointSheet(Array(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.line == line, "\(error)")
        }
    }

    @Test(arguments: ["nmae", "nam", "naame", "tpye", "typ"])
    func `a misspelt column is refused while the column that it means is missing`(column: String)
        throws
    {
        let name = column.hasPrefix("n") ? "name" : "type"
        do throws(CuePointSheetError) {
            _ = try CuePointSheet(Array("time,\(column)\n4,a\n".utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.description.hasSuffix("'\(column)' is unknown; did you mean '\(name)'?"))
        }
        let text = "time,type,name,\(column)\n4,AdSlot,a,b\n"
        #expect(try read(text).first?.properties[column] == "b")
    }

    @Test(arguments: ["game", "same", "tape", "colour"])
    func `a column whose name is another word becomes a property`(column: String) throws {
        #expect(try read("time,\(column)\n4,a\n").first?.properties[column] == "a")
    }

    @Test func `a sheet has at most a million rows`() throws {
        let rows = String(repeating: "1\n", count: 1_000_001)
        do throws(CuePointSheetError) {
            _ = try CuePointSheet(Array(rows.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.line == 1_000_001)
        }
        let wide = String(repeating: "1,", count: 100)
        #expect(throws: CuePointSheetError.self) { try CuePointSheet(Array(wide.utf8)) }
    }

    @Test func `a cue point collection reads back from CSV and JSON as it was written`() throws {
        var cuePoints: CuePointCollection = [
            .before(type: "AdSlot"), .at(.milliseconds(1_500), type: "a,b", properties: ["x": "1"]),
            .after(),
        ]
        #expect(try CuePointSheet(cuePoints.csv).cuePoints == cuePoints)
        #expect(try CuePointCollection(json: cuePoints.json) == cuePoints)
        cuePoints = []
        #expect(try CuePointSheet(cuePoints.csv).cuePoints == cuePoints)
        #expect(try CuePointCollection(json: cuePoints.json) == cuePoints)
    }

    @Test(arguments: [
        ("time;type\n5;ad\n", "semicolons"), ("type;time\n", "semicolons"),
        ("5;ad\n", "semicolons"),
        ("time\ttype\n", "tabs"), ("00:01:30|ad\n", "bars"),
    ])
    func `separators other than commas are refused by name`(text: String, name: String) {
        let error = #expect(throws: CuePointSheetError.self) {
            try CuePointSheet(Array(text.utf8))
        }
        #expect(
            error?.description == "line 1: the columns are separated by \(name) and not by commas")
    }

    @Test func `a semicolon within a column is text`() throws {
        #expect(try CuePointSheet(Array("5,a;b\n".utf8)).cuePoints.first?.type == "a;b")
        #expect(try CuePointSheet(Array("time,a;b\n5,c\n".utf8)).cuePoints.count == 1)
    }
}
