import Formats
import VirtualTime

/// The reason why a text cannot be parsed as a number.
enum NumeralError: Error {
    case malformed
    case tooLarge
}

/// Functions that parse the numbers in playlists exactly, digit by digit.
///
/// Reference: rfc8216bis, section 4.2 (Attribute Lists).
enum Numeral {
    /// Parses a decimal-integer.
    static func integer(_ digits: Span<UInt8>) throws(NumeralError) -> Int {
        guard !digits.isEmpty else { throw .malformed }
        var value = 0
        var overflows = false
        for index in digits.indices {
            let digit = digits[index] &- 48
            guard digit < 10 else { throw .malformed }
            let (product, high) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(digit))
            overflows = overflows || high || carry
            value = sum
        }
        if overflows { throw .tooLarge }
        return value
    }

    /// Parses an integer with surrounding blanks or with decimals, rounded down.
    ///
    /// - Throws: `NumeralError` when the text does not begin with digits, or when the digits are
    ///   followed by anything other than a decimal point with digits.
    static func lenientInteger(_ text: Span<UInt8>) throws(NumeralError) -> Int {
        var (start, end) = (0, text.count)
        while start < end, isBlank(text[start]) { start += 1 }
        while end > start, isBlank(text[end - 1]) { end -= 1 }
        var point = start
        while point < end, text[point] != 0x2E { point += 1 }
        var index = min(point + 1, end)
        while index < end {
            guard text[index] &- 48 < 10 else { throw .malformed }
            index += 1
        }
        return try integer(text.extracting(start..<point))
    }

    /// Parses a decimal-floating-point number of seconds, rounded to the nearest tick.
    ///
    /// Decimals beyond the eighteenth are less than a billionth of a tick and are ignored.
    static func time(
        _ digits: Span<UInt8>, signed: Bool = false
    ) throws(NumeralError) -> MediaTime {
        var index = 0
        var isNegative = false
        if signed, !digits.isEmpty, digits[0] == 0x2D {
            isNegative = true
            index = 1
        }
        var whole: Int64 = 0
        var count = 0
        var overflows = false
        while index < digits.count, digits[index] &- 48 < 10 {
            let (product, high) = whole.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digits[index] &- 48))
            overflows = overflows || high || carry
            whole = sum
            count += 1
            index += 1
        }
        var fraction: Int64 = 0
        var power: Int64 = 1
        if index < digits.count, digits[index] == 0x2E {
            index += 1
            while index < digits.count, digits[index] &- 48 < 10 {
                if power < 1_000_000_000_000_000_000 {
                    fraction = fraction &* 10 &+ Int64(digits[index] &- 48)
                    power &*= 10
                }
                count += 1
                index += 1
            }
        }
        guard index == digits.count, count > 0 else { throw .malformed }
        let (ticks, high) = whole.multipliedReportingOverflow(by: MediaTime.ticksPerSecond)
        let (sum, carry) = ticks.addingReportingOverflow(Self.ticks(fraction, outOf: power))
        if overflows || high || carry { throw .tooLarge }
        return MediaTime(ticks: isNegative ? -sum : sum)
    }

    /// Returns a duration in whole seconds, rounded according to the text that states it.
    ///
    /// A duration such as 2.4999999999 is rounded down, although the nearest tick is 2.5.
    ///
    /// - Parameters:
    ///   - duration: The duration, which may be clamped.
    ///   - text: The text from which it was parsed.
    /// - Returns: The rounded duration.
    static func rounded(_ duration: MediaTime, writtenAs text: Span<UInt8>) -> MediaTime {
        var seconds = duration.value(timescale: 1)
        var point = 0
        while point < text.count, text[point] != 0x2E { point += 1 }
        let isRoundedDown = point + 1 >= text.count || text[point + 1] < 0x35
        if isRoundedDown, let whole = try? integer(text.extracting(0..<point)) {
            seconds = min(seconds, Int64(whole))
        }
        return .seconds(seconds)
    }

    /// Converts the fraction `fraction / power` of a second to ticks, rounded half up.
    private static func ticks(_ fraction: Int64, outOf power: Int64) -> Int64 {
        if fraction == 0 { return 0 }
        if power <= 1_000_000_000 {
            return (fraction &* MediaTime.ticksPerSecond &+ power / 2) / power
        }
        let product = Int128(fraction) * Int128(MediaTime.ticksPerSecond) + Int128(power / 2)
        return Int64(product / Int128(power))
    }

    /// Parses a number of seconds; `nil` for any other text.
    static func time(_ text: String, signed: Bool = false) -> MediaTime? {
        try? time(Array(text.utf8).span, signed: signed)
    }

    /// Parses a decimal-floating-point number, if it can be written without an exponent.
    static func decimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ 48...57 ~= $0 || $0 == 0x2E }), let value = Double(text),
            value == 0 || 0.0001...1e15 ~= value
        else { return nil }
        return value
    }

    /// Parses a hexadecimal-sequence, `0x…`, into bytes.
    static func bytes(_ text: String) -> [UInt8]? {
        var digits = text.utf8[...]
        guard digits.popFirst() == 0x30, let mark = digits.popFirst(), mark | 0x20 == 0x78,
            !digits.isEmpty
        else { return nil }
        return Hexadecimal.bytes(digits)
    }
}

/// Returns the items of a comma-separated list, each without surrounding blanks.
func commaSeparated(_ text: String) -> [String] {
    text.split(separator: ",").compactMap { item in
        let trimmed = item.drop { $0 == " " }
        guard let last = trimmed.lastIndex(where: { $0 != " " }) else { return nil }
        return String(trimmed[...last])
    }
}
