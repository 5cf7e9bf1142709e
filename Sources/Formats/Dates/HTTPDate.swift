/// A date in an HTTP header field.
///
/// Reference: RFC 9110, section 5.6.7, with its two obsolete forms.
package struct HTTPDate: Equatable, Sendable {
    /// Seconds since the start of 1970, without leap seconds.
    package let secondsSince1970: Int64

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses a date; `nil` if malformed.
    package init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
        let parts: (year: String, month: String, day: String, time: String)
        switch words.count {
        case 6 where words[5] == "GMT": parts = (words[3], words[2], words[1], words[4])
        case 5: parts = (words[4], words[1], words[2], words[3])
        default: return nil
        }
        guard var year = Self.number(parts.year), let day = Self.number(parts.day),
            let month = Self.months.firstIndex(of: parts.month), (1...31).contains(day)
        else { return nil }
        // A year of two digits is part of the obsolete date format of RFC 850.
        if parts.year.utf8.count == 2 { year += year < 70 ? 2000 : 1900 }
        let time = parts.time.split(separator: ":", omittingEmptySubsequences: false)
            .compactMap { Self.number(String($0)) }
        guard (1...9999).contains(year), time.count == 3, time[0] < 24, time[1] < 60,
            time[2] <= 60
        else { return nil }
        let days = CivilDate(year: year, month: Int64(month) + 1, day: day).daysSince1970
        secondsSince1970 = ((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
    }

    private static func number(_ text: String) -> Int64? {
        let isDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isDigits && text.utf8.count <= 4 ? Int64(text) : nil
    }
}
