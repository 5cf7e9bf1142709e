extension ArraySlice<UInt8> {
    /// The number before a final `%`, if it lies between 0 and 100.
    ///
    /// Reference: W3C WebVTT, section 6.2 (parse a percentage string).
    var percentage: Double? {
        guard last == UInt8(ascii: "%"), let number = dropLast().unsignedNumber,
            number <= 100
        else { return nil }
        return number
    }

    /// Digits that may have a point with digits after it, as a number.
    private var unsignedNumber: Double? {
        var scanner = ByteScanner(self)
        guard !scanner.collect(while: { $0.isDigit }).isEmpty else { return nil }
        if scanner.skip(UInt8(ascii: ".")) {
            guard !scanner.collect(while: { $0.isDigit }).isEmpty else { return nil }
        }
        guard scanner.isAtEnd, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// Digits that may have a point among them and a minus sign before them, as a number.
    var lineNumber: Double? {
        let isNegative = first == UInt8(ascii: "-")
        guard let number = (isNegative ? dropFirst() : self).unsignedNumber else { return nil }
        // There is no negative zero in the standard's numbers.
        return isNegative && number != 0 ? -number : number
    }

    /// The two percentages on both sides of the first comma.
    var anchor: WebVTTRegion.Anchor? {
        guard let comma = firstIndex(of: UInt8(ascii: ",")),
            let x = self[..<comma].percentage, let y = self[(comma + 1)...].percentage
        else { return nil }
        return WebVTTRegion.Anchor(x: x, y: y)
    }
}
