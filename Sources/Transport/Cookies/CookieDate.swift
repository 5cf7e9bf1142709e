import Formats

/// The date of a cookie's expiry, in any of the forms that servers write.
///
/// Reference: RFC 6265, section 5.1.1.
struct CookieDate: Equatable {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// The number of seconds since the start of 1970, not counting leap seconds.
    let secondsSince1970: Int64

    /// Parses a date; `nil` if the text does not contain a complete date and time.
    init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        var time: (Int64, Int64, Int64)?
        var day: Int64?
        var month: Int64?
        var year: Int64?
        for token in text.utf8.split(whereSeparator: Self.isDelimiter) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = Self.number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard (1...31).contains(day), year >= 1601, time.0 < 24, time.1 < 60, time.2 < 60 else {
            return nil
        }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        secondsSince1970 = ((days * 24 + time.0) * 60 + time.1) * 60 + time.2
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == 0x09 || (0x20...0x2F).contains(byte) || (0x3B...0x40).contains(byte)
            || (0x5B...0x60).contains(byte) || (0x7B...0x7E).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns the number at the start of a token; `nil` if its number of digits is not allowed.
    private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int64? {
        let start = token.prefix(while: isDigit)
        guard digits.contains(start.count) else { return nil }
        return Int64(String(decoding: start, as: UTF8.self))
    }

    private static func time(_ token: Substring.UTF8View) -> (Int64, Int64, Int64)? {
        let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit),
            let hour = number(parts[0], digits: 1...2),
            let minute = number(parts[1], digits: 1...2),
            let second = number(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func month(_ token: Substring.UTF8View) -> Int64? {
        let name = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
        return months.firstIndex(of: name).map { Int64($0) + 1 }
    }
}
