import Formats
import Testing

/// Tests of the conversion between days since 1970 and calendar dates.
@Suite struct CivilDateTests {
    @Test(
        arguments: [
            (0, 1970, 1, 1), (-1, 1969, 12, 31), (59, 1970, 3, 1), (11_016, 2000, 2, 29),
            (11_017, 2000, 3, 1), (-25_509, 1900, 2, 28), (-25_508, 1900, 3, 1),
            (-719_468, 0, 3, 1), (-719_528, 0, 1, 1), (-719_529, -1, 12, 31),
            (2_932_896, 9999, 12, 31),
        ] as [(Int64, Int64, Int64, Int64)])
    func `a day number is converted to a date and back`(
        days: Int64, year: Int64, month: Int64, day: Int64
    ) {
        let date = CivilDate(year: year, month: month, day: day)
        #expect(CivilDate(daysSince1970: days) == date)
        #expect(date.daysSince1970 == days)
    }

    @Test func `consecutive day numbers give consecutive dates`() {
        var last = CivilDate(daysSince1970: -800_001)
        for days in Int64(-800_000)...800_000 {
            let date = CivilDate(daysSince1970: days)
            let isNextDay =
                date.day == last.day + 1 && date.month == last.month && date.year == last.year
            let endsMonth = last.day == CivilDate.dayCount(ofMonth: last.month, year: last.year)
            let isNextMonth =
                date.day == 1 && endsMonth
                && (date.year, date.month)
                    == (last.month == 12 ? (last.year + 1, 1) : (last.year, last.month + 1))
            guard isNextDay || isNextMonth, date.daysSince1970 == days else {
                Issue.record("day \(days) is \(date)")
                return
            }
            last = date
        }
    }

    @Test func `a day beyond the end of its month is a date in the next month`() {
        #expect(CivilDate(year: 2023, month: 2, day: 31).daysSince1970 == 19_419)
        #expect(CivilDate(daysSince1970: 19_419) == CivilDate(year: 2023, month: 3, day: 3))
    }

    @Test func `division rounds down`() {
        let results = [-5, -4, -1, 0, 3, 4].map { Int64($0).dividedDown(by: 4) }
        #expect(results.map(\.quotient) == [-2, -1, -1, 0, 0, 1])
        #expect(results.map(\.remainder) == [3, 0, 3, 0, 3, 0])
    }
}
