/// A day of the Gregorian calendar, which is also used for days before its introduction.
package struct CivilDate: Equatable, Sendable {
    /// The year; zero is 1 BC, and negative years precede 1 BC.
    package let year: Int64
    /// The month, from 1.
    package let month: Int64
    /// The day of the month, from 1.
    package let day: Int64

    /// The number of days in 400 years, after which the calendar repeats.
    private static let era: Int64 = 146_097
    /// The number of days between 1 March of the year 0 and 1 January 1970.
    private static let epoch: Int64 = 719_468

    /// Creates a date.
    ///
    /// For ``daysSince1970``, a day after the end of its month counts as a day of the next month.
    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the date that is a number of days after the start of 1970.
    package init(daysSince1970 days: Int64) {
        let (era, ofEra) = (days + Self.epoch).dividedDown(by: Self.era)
        let marchYear = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * marchYear + marchYear / 4 - marchYear / 100)
        let marchMonth = (5 * ofYear + 2) / 153
        day = ofYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = era * 400 + marchYear + (month <= 2 ? 1 : 0)
    }

    /// The days since the start of 1970.
    package var daysSince1970: Int64 {
        // Years are counted from March, so that the leap day is the last one.
        let marchMonth = month > 2 ? month - 3 : month + 9
        let (era, marchYear) = (month > 2 ? year : year - 1).dividedDown(by: 400)
        let ofYear = (153 * marchMonth + 2) / 5 + day - 1
        let ofEra = marchYear * 365 + marchYear / 4 - marchYear / 100 + ofYear
        return era * Self.era + ofEra - Self.epoch
    }

    /// Returns the number of days in a month.
    package static func dayCount(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
