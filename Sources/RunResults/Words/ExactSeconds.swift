extension Duration {
    /// The seconds in decimal, with all digits.
    package var exactSeconds: String {
        let (seconds, attoseconds) = components
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        var digits = String(attoseconds.magnitude)
        digits = String(repeating: "0", count: 18 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(seconds.magnitude)" + (digits.isEmpty ? "" : ".\(digits)")
    }

    /// Parses decimal seconds; `nil` for any other text and for values out of range.
    package init?(exactSeconds text: String) {
        let isNegative = text.hasPrefix("-")
        let parts = (isNegative ? text.dropFirst() : text[...])
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        for part in parts where !part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return nil }
        guard let seconds = parts.first.flatMap({ Int64($0) }) else { return nil }
        var attoseconds: Int64 = 0
        if parts.count > 1 {
            let zeros = 18 - parts[1].utf8.count
            guard (0..<18).contains(zeros) else { return nil }
            guard let digits = Int64(parts[1] + String(repeating: "0", count: zeros)) else {
                return nil
            }
            attoseconds = digits
        }
        self.init(
            secondsComponent: isNegative ? -seconds : seconds,
            attosecondsComponent: isNegative ? -attoseconds : attoseconds)
    }
}
