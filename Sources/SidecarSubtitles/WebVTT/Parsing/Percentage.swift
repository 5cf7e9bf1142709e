extension ArraySlice<UInt8> {
    /// The number before a final `%`, if it is between 0 and 100.
    ///
    /// Reference: W3C WebVTT, section 6.2 (parse a percentage string).
    var percentage: Double? {
        guard last == UInt8(ascii: "%"), let number = dropLast().unsignedNumber,
            number <= 100
        else { return nil }
        return number
    }

    /// The number, if the bytes are digits with an optional fraction; otherwise `nil`.
    private var unsignedNumber: Double? {
        var scanner = ByteScanner(self)
        guard !scanner.collect(while: { $0.isDigit }).isEmpty else { return nil }
        if scanner.skip(UInt8(ascii: ".")) {
            guard !scanner.collect(while: { $0.isDigit }).isEmpty else { return nil }
        }
        guard scanner.isAtEnd, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// The number, if the bytes are digits with an optional fraction and an optional minus sign.
    var lineNumber: Double? {
        let isNegative = first == UInt8(ascii: "-")
        guard let number = (isNegative ? dropFirst() : self).unsignedNumber else { return nil }
        // The standard has no negative zero, so `-0` gives 0.
        return isNegative && number != 0 ? -number : number
    }

    /// The two percentages around the first comma; `nil` if either is missing or invalid.
    var anchor: WebVTTRegion.Anchor? {
        guard let comma = firstIndex(of: UInt8(ascii: ",")),
            let x = self[..<comma].percentage, let y = self[(comma + 1)...].percentage
        else { return nil }
        return WebVTTRegion.Anchor(x: x, y: y)
    }
}
