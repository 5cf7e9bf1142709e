import Playlists
import Testing

@Suite struct DateTimeTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2010-02-19T14:54:23.031+08:00", 1_266_562_463_031),
            ("2024-02-29T23:59:60.9999Z", 1_709_251_200_999), ("1969-12-31T23:59:59.999Z", -1),
            ("2000-03-01T00:00:00-0130", 951_874_200_000),
            ("2000-03-01T00:00:00+01", 951_865_200_000),
            ("2000-03-01T00:00", 951_868_800_000), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
            ("2000-03-01 00:00:00,5Z", 951_868_800_500),
        ] as [(String, Int64)])
    func `dates become milliseconds`(text: String, milliseconds: Int64) throws {
        let date = try #require(DateTime(text))
        #expect(date.millisecondsSince1970 == milliseconds)
        #expect(date.text == text)
    }

    @Test(arguments: [
        "", "2024", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
        "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z",
        "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00Zulu", "2024-01-01T00:00:00+1",
        "24-01-01T00:00:00Z", "2024-01-01",
    ])
    func `an invalid date is refused`(text: String) {
        #expect(DateTime(text) == nil)
    }

    @Test func `a date without a time zone states that it has none`() {
        #expect(DateTime("2000-03-01T00:00:00")?.hasTimeZone == false)
        #expect(DateTime("2000-03-01T00:00:00Z")?.hasTimeZone == true)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_799_999, "2000-02-29T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func `milliseconds become a date`(milliseconds: Int64, text: String) {
        let date = DateTime(millisecondsSince1970: milliseconds)
        #expect(date.text == text)
        #expect(date.millisecondsSince1970 == milliseconds)
        #expect(DateTime(text) == date)
    }

    @Test func `every day of 800 years is read as it is written`() {
        for day in Int64(-146_097)..<146_097 {
            let date = DateTime(millisecondsSince1970: day * 86_400_000)
            guard DateTime(date.text) == date else {
                Issue.record("\(date.text) is not day \(day)")
                return
            }
        }
    }

    @Test(arguments: [Int64.min, Int64.max])
    func `extreme numbers of milliseconds become dates without loss`(milliseconds: Int64) {
        #expect(
            DateTime(millisecondsSince1970: milliseconds).millisecondsSince1970 == milliseconds)
    }
}
