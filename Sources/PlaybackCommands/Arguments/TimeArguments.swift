package import CommandTree
import Formats
package import HeadlessPlayback

extension ArgumentConverter<MediaTime> {
    /// The converter for a time above zero.
    ///
    /// Examples are `5`, `5.5`, `1:30`, `01:02:03.5`, `500ms`, `10s`, `2m` and `1h`.
    package static let interval = ArgumentConverter(
        expectation: "a time above zero, such as 0.5, 500ms or 1:30"
    ) { text in
        MediaTime(argument: text).flatMap { $0 > .zero ? $0 : nil }
    }
}

extension Duration {
    /// The time as a command-line argument: seconds with three decimals.
    package var argument: String { "\(Instant(sinceStart: self))" }
}

extension MediaTime {
    /// The longest accepted time, a thousand hours; longer media is not played.
    private static let longest = MediaTime.seconds(3_600_000)

    /// Parses a time with colons, or a number with a unit: `ms`, `s` (the default), `m` or `h`.
    package init?(argument text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 1 {
            self.init(unitArgument: text[...])
            return
        }
        // A number before a colon is whole, and a number after a colon is less than sixty.
        var total = MediaTime.zero
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            guard parts.count <= 3, isLast || !part.contains("."),
                let ticks = PlainDecimal(part)?.rounded(times: Self.ticksPerSecond)
            else { return nil }
            let number = MediaTime(ticks: ticks)
            guard index == 0 || number < .seconds(60) else { return nil }
            total = MediaTime(ticks: total.ticks * 60) + number
            guard total <= Self.longest else { return nil }
        }
        self = total
    }

    /// Parses a time with an optional unit; without one, the number is in seconds.
    package init?(unitArgument text: Substring) {
        let units: [(suffix: String, factor: Int64, divisor: Int64)] = [
            ("ms", 1, 1000), ("s", 1, 1), ("m", 60, 1), ("h", 3600, 1),
        ]
        let unit = units.first { text.hasSuffix($0.suffix) }
        let number = text.dropLast(unit?.suffix.count ?? 0)
        let factor = Self.ticksPerSecond * (unit?.factor ?? 1)
        guard
            let ticks = PlainDecimal(number)?.rounded(times: factor, over: unit?.divisor ?? 1),
            MediaTime(ticks: ticks) <= Self.longest
        else { return nil }
        self.init(ticks: ticks)
    }
}
