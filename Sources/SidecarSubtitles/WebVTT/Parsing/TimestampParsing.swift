import VirtualTime

extension ByteScanner {
    /// Consumes a time such as `12:34.567` or `100:00:00.000`.
    ///
    /// Hours are optional and may have any number of digits; a time beyond the range of
    /// ``MediaTime`` is clamped.
    ///
    /// Reference: W3C WebVTT, section 6.3 (collect a WebVTT timestamp).
    ///
    /// - Returns: The time, or `nil` when there is none; the position is then undefined.
    mutating func collectTimestamp() -> MediaTime? {
        let first = collect { $0.isDigit }
        guard !first.isEmpty, skip(UInt8(ascii: ":")) else { return nil }
        let second = collect { $0.isDigit }
        guard second.count == 2 else { return nil }
        var hours = first.prefix(0)
        var minutes = first
        var seconds = second
        if first.count != 2 || first.saturatedNumber > 59 || current == UInt8(ascii: ":") {
            guard skip(UInt8(ascii: ":")) else { return nil }
            let third = collect { $0.isDigit }
            guard third.count == 2 else { return nil }
            (hours, minutes, seconds) = (first, second, third)
        }
        guard skip(UInt8(ascii: ".")) else { return nil }
        let thousandths = collect { $0.isDigit }
        guard thousandths.count == 3, minutes.saturatedNumber <= 59, seconds.saturatedNumber <= 59
        else { return nil }
        let count = (hours.saturatedNumber * 60 + minutes.saturatedNumber) * 60
        return .milliseconds((count + seconds.saturatedNumber) * 1000 + thousandths.saturatedNumber)
    }
}

extension ArraySlice<UInt8> {
    /// The number in these digits, at most 2⁴⁰; 2⁴⁰ hours exceed every `MediaTime`.
    var saturatedNumber: Int64 {
        reduce(into: Int64(0)) { number, digit in
            number = Swift.min(number * 10 + Int64(digit & 0x0F), 1 << 40)
        }
    }
}
