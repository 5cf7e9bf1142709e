import Formats
import HeadlessPlayback
import VirtualTime

extension Shape where Value: FixedWidthInteger & Sendable {
    /// Returns the shape of a whole number within bounds.
    ///
    /// The bounds in the schema are limited to signed 64-bit integers, because many tools cannot
    /// read larger numbers.
    static func integer(_ bounds: ClosedRange<Value>) -> Shape {
        let known = Int64(clamping: bounds.lowerBound)...Int64(clamping: bounds.upperBound)
        return Shape(.integer(known)) { value throws(ScenarioFileError) in
            guard case .scalar(let text, .plain) = value.node.content, let number = Value(text),
                text.utf8.first != UInt8(ascii: "+"), bounds.contains(number)
            else {
                let end = bounds.upperBound == Int64.max ? "on" : "to \(bounds.upperBound)"
                throw value.unexpected("a whole number from \(bounds.lowerBound) \(end)")
            }
            return number
        }
    }
}

extension Shape<Int64> {
    /// The syntax of a bandwidth: `3Mbps`, `400k`, or a number of bits per second.
    static let rate = quantity(
        "rate", "a rate such as 3Mbps, 400k or 800000",
        units: rateUnits, limit: NetworkConditions.highestBitsPerSecond)

    static let rateUnits: [(String, Int64)] = [
        ("", 1), ("bps", 1), ("k", 1000), ("kbps", 1000), ("M", 1_000_000),
        ("Mbps", 1_000_000), ("G", 1_000_000_000), ("Gbps", 1_000_000_000),
    ]

    /// The syntax of a size: `64kB`, `16MiB`, or a number of bytes.
    static let byteCount = quantity(
        "size", "a size such as 64kB, 16MiB or 4096",
        units: sizeUnits, limit: 1 << 50)

    static let sizeUnits: [(String, Int64)] = [
        ("", 1), ("B", 1), ("kB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000),
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
    ]

    private static func quantity(
        _ name: String, _ expectation: String, units: [(String, Int64)], limit: Int64
    ) -> Shape {
        Shape(.quantity(name, units: units.map(\.0).filter { !$0.isEmpty }, limit: limit)) {
            value throws(ScenarioFileError) in
            guard let word = value.word,
                let number = Self.quantity(word, units: units), number <= limit
            else { throw value.unexpected(expectation) }
            return number
        }
    }

    /// Returns the integer that a number with a unit represents; `nil` if the text is malformed.
    static func quantity(_ word: String, units: [(String, Int64)]) -> Int64? {
        let number = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = word[number.endIndex...]
        guard let factor = units.first(where: { $0.0 == unit })?.1,
            number.utf8.first != UInt8(ascii: "."), number.utf8.last != UInt8(ascii: ".")
        else { return nil }
        return PlainDecimal(number)?.rounded(times: factor)
    }
}

extension Shape<Int> {
    /// Returns the shape of a whole number within bounds.
    static func count(_ bounds: ClosedRange<Int>) -> Shape { integer(bounds) }

    /// The syntax of a fraction, which a file states as a percentage such as `0.2%`.
    ///
    /// The value is in millionths.
    static let millionths = Shape(
        .definition("percentage", .text(pattern: "^[0-9]+(\\.[0-9]+)?%$", examples: ["0.2%"]))
    ) { value throws(ScenarioFileError) in
        let expectation = "a percentage from 0% to 100%, such as 0.2%"
        guard let word = value.word, word.hasSuffix("%"),
            let number = Shape<Int64>.quantity(word, units: [("%", 10_000)]), number <= 1_000_000
        else { throw value.unexpected(expectation) }
        return Int(number)
    }
}

extension Shape<Double> {
    /// The syntax of the playback rate.
    static let playbackRate = Shape(
        .object([
            ("type", .text("number")), ("exclusiveMinimum", .number(0)),
            ("maximum", .number(1000)),
        ])
    ) { value throws(ScenarioFileError) in
        guard case .scalar(let text, .plain) = value.node.content,
            let number = PlainDecimal(text[...])?.value, let rate = PlaybackRate(number)
        else { throw value.unexpected("a rate from 0.001 to 1000, such as 1.5") }
        return rate.value
    }
}

extension Shape<ClosedRange<Int>> {
    /// Returns the shape of a number of occurrences: `3`, `1..3` or `2..`.
    static func times(from least: Int) -> Shape {
        Shape(
            .any(of: [
                .integer(Int64(least)...Int64.max),
                .text(pattern: "^[0-9]+\\.\\.([0-9]+)?$", examples: ["1..3", "2.."]),
            ])
        ) { value throws(ScenarioFileError) in
            let expectation = "a number or a range from \(least) on, such as 3, 1..3 or 2.."
            guard let word = value.word, let range = Self.range(word), range.lowerBound >= least
            else { throw value.unexpected(expectation) }
            guard !range.isEverything else {
                throw value.unexpected("a range that excludes some numbers, such as 1..")
            }
            return range
        }
    }

    private static func range(_ word: String) -> ClosedRange<Int>? {
        func number(_ text: Substring) -> Int? {
            guard text.utf8.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
            return Int(text).flatMap { $0 <= MostTimes.unlimited ? $0 : nil }
        }
        guard let dots = word.utf8Range(of: "..") else {
            return number(word[...]).map { $0...$0 }
        }
        guard let start = number(word[..<dots.lowerBound]) else { return nil }
        let rest = word[dots.upperBound...]
        guard let end = rest.isEmpty ? MostTimes.unlimited : number(rest), end >= start else {
            return nil
        }
        return start...end
    }
}
