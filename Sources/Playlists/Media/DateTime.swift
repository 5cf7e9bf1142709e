import Formats

/// A date with a time of day in ISO 8601, as written and as a number.
///
/// Reference: rfc8216bis, section 4.4.4.6 (EXT-X-PROGRAM-DATE-TIME).
public struct DateTime: Hashable, Sendable {
    /// The start of 2001 in UTC, the date from which Apple's frameworks count seconds.
    public static let referenceDate = DateTime(millisecondsSince1970: 978_307_200_000)

    /// The date as written.
    public let text: String

    /// The milliseconds since the start of 1970 in UTC, without leap seconds, rounded down.
    public let millisecondsSince1970: Int64

    /// Whether the text names a time zone; if not, UTC is assumed.
    public let hasTimeZone: Bool

    /// Parses a date such as `2024-02-29T12:30:00.500+01:00`.
    ///
    /// The parser also accepts a time zone without colon or minutes, a comma in place of the
    /// decimal point, a blank in place of the `T`, and a date without a time zone. It fails for any
    /// other text, and for days or times that do not exist.
    ///
    /// - Parameter text: The date.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(LineText(bytes: bytes), bytes.indices)
    }

    /// Parses a date in a range of bytes.
    init?(_ source: LineText, _ range: Range<Int>) {
        var reader = DigitReader(bytes: source.bytes, range: range)
        guard let year = reader.number(digits: 4), reader.take("-"),
            let month = reader.number(digits: 2), 1...12 ~= month, reader.take("-"),
            let day = reader.number(digits: 2),
            1...CivilDate.dayCount(ofMonth: month, year: year) ~= day,
            reader.take("T") || reader.take("t") || reader.take(" "),
            let hour = reader.number(digits: 2), hour < 24, reader.take(":"),
            let minute = reader.number(digits: 2), minute < 60
        else { return nil }
        var second: Int64 = 0
        var milliseconds: Int64 = 0
        if reader.take(":") {
            guard let value = reader.number(digits: 2), value <= 60 else { return nil }
            second = value
            if reader.take(".") || reader.take(",") {
                guard let fraction = reader.fraction() else { return nil }
                milliseconds = fraction
            }
        }
        guard let offset = reader.zone(), reader.isAtEnd else { return nil }
        let clock = (hour * 60 + minute) * 60 + second - (offset.minutes ?? 0) * 60
        text = source.text(range)
        millisecondsSince1970 =
            (CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400 + clock) * 1000
            + milliseconds
        hasTimeZone = offset.minutes != nil
    }

    /// Creates a date, written in UTC, from a number of milliseconds.
    ///
    /// Outside the years 0 to 9999 the number is exact but the text cannot be parsed again.
    ///
    /// - Parameter milliseconds: The milliseconds since the start of 1970 in UTC.
    public init(millisecondsSince1970 milliseconds: Int64) {
        let (days, ofDay) = milliseconds.dividedDown(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        func write(_ value: Int64, digits: Int, after separator: Unicode.Scalar? = nil) {
            if let separator { text.append(UInt8(ascii: separator)) }
            if value < 0 { text.append(UInt8(ascii: "-")) }
            var count = 1
            var rest = value.magnitude
            while rest >= 10 {
                count += 1
                rest /= 10
            }
            rest = value.magnitude
            text.append(
                contentsOf: repeatElement(UInt8(ascii: "0"), count: max(count, digits)))
            var place = text.count
            while rest > 0 {
                place -= 1
                text[place] += UInt8(rest % 10)
                rest /= 10
            }
        }
        write(date.year, digits: 4)
        write(date.month, digits: 2, after: "-")
        write(date.day, digits: 2, after: "-")
        write(ofDay / 3_600_000, digits: 2, after: "T")
        write(ofDay / 60_000 % 60, digits: 2, after: ":")
        write(ofDay / 1000 % 60, digits: 2, after: ":")
        write(ofDay % 1000, digits: 3, after: ".")
        text.append(UInt8(ascii: "Z"))
        self.text = String(decoding: text, as: UTF8.self)
        millisecondsSince1970 = milliseconds
        hasTimeZone = true
    }
}

/// Consumes digits and separators at the start of a text.
private struct DigitReader {
    let bytes: [UInt8]
    var range: Range<Int>

    var isAtEnd: Bool { range.isEmpty }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard !isAtEnd, bytes[range.lowerBound] == UInt8(ascii: scalar) else { return false }
        range = range.dropFirst()
        return true
    }

    mutating func digit() -> Int64? {
        guard !isAtEnd, 48...57 ~= bytes[range.lowerBound] else { return nil }
        defer { range = range.dropFirst() }
        return Int64(bytes[range.lowerBound]) - 48
    }

    mutating func number(digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Reads the digits after the decimal point as thousandths; `nil` if there are none.
    ///
    /// Digits after the third are skipped.
    mutating func fraction() -> Int64? {
        guard var value = digit() else { return nil }
        var count = 1
        while let digit = digit() {
            if count < 3 { value = value * 10 + digit }
            count += 1
        }
        if count < 3 { value *= count == 1 ? 100 : 10 }
        return value
    }

    /// Reads the time zone, and returns it in minutes east of UTC; `nil` when it is malformed.
    ///
    /// The minutes are `nil` when there is no time zone.
    mutating func zone() -> (minutes: Int64?, Void)? {
        if isAtEnd { return (nil, ()) }
        if take("Z") || take("z") { return (0, ()) }
        let isEast = take("+")
        guard isEast || take("-") else { return nil }
        guard let hours = number(digits: 2), hours < 24 else { return nil }
        var minutes: Int64 = 0
        if take(":") || !isAtEnd {
            guard let value = number(digits: 2), value < 60 else { return nil }
            minutes = value
        }
        return ((isEast ? 1 : -1) * (hours * 60 + minutes), ())
    }
}
