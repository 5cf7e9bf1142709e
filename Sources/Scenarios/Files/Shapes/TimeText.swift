import Formats
package import HeadlessPlayback

/// A time in files: `10s`, `1500ms`, `2m30s`, `1.5h`, `90:00` or `00:01:30.5`.
///
/// A unit or a colon is required, because a number without either could be understood as seconds or
/// as milliseconds.
struct TimeText: Equatable, Sendable {
    /// A regular expression for the accepted forms, for editors that use the schema.
    static let pattern =
        "^(?=[0-9])([0-9]+(\\.[0-9]+(?=d$))?d)?([0-9]+(\\.[0-9]+(?=h$))?h)?"
        + "([0-9]+(\\.[0-9]+(?=m$))?m)?([0-9]+(\\.[0-9]+(?=s$))?s)?([0-9]+(\\.[0-9]+)?ms)?$"
        + "|^[0-9]+(:[0-5][0-9]){1,2}(\\.[0-9]+)?$"
    static let examples = ["10s", "1500ms", "2m30s", "00:01:30"]
    static let expectation = "a time such as 10s, 1500ms, 2m30s or 00:01:30"

    /// The longest accepted time, in nanoseconds: a hundred years.
    private static let longest: Int128 = 100 * 366 * 86_400 * 1_000_000_000

    let nanoseconds: Int64

    /// Parses a time; returns `nil` if it is malformed or longer than a hundred years.
    init?(_ text: some StringProtocol) {
        let text = String(text)
        guard text.utf8.count <= 64,
            let nanoseconds = text.utf8.contains(UInt8(ascii: ":"))
                ? Self.clock(text) : Self.units(text[...]),
            nanoseconds <= Self.longest
        else { return nil }
        self.nanoseconds = Int64(nanoseconds)
    }

    var duration: Duration { .nanoseconds(nanoseconds) }
    var mediaTime: MediaTime { MediaTime(nanoseconds, timescale: 1_000_000_000) }
    var instant: Instant { Instant(sinceStart: duration) }

    private static let unitLengths: [(suffix: String, nanoseconds: Int64)] = [
        ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
        ("s", 1_000_000_000), ("ms", 1_000_000),
    ]

    /// Returns the nanoseconds of numbers with units; `nil` if the text is malformed.
    ///
    /// The units are in descending order, and only the last number may have a fraction.
    private static func units(_ text: Substring) -> Int128? {
        var rest = text
        var total: Int128 = 0
        var units = unitLengths[...]
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let name = rest.dropFirst(number.count).prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(number.count + name.count)
            guard let index = units.firstIndex(where: { $0.suffix == name }),
                isNumber(number), rest.isEmpty || !number.contains("."),
                let part = PlainDecimal(number)?.rounded(times: units[index].nanoseconds)
            else { return nil }
            total += Int128(part)
            units = units[(index + 1)...]
        }
        return text.isEmpty ? nil : total
    }

    /// Returns the nanoseconds of a time with colons; `nil` if the text is malformed.
    ///
    /// The parts are hours, minutes and seconds, or minutes and seconds.
    private static func clock(_ text: String) -> Int128? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        var total: Int128 = 0
        for part in parts.dropLast() {
            guard !part.contains("."), part.utf8.count == 2 || part.startIndex == text.startIndex,
                let number = PlainDecimal(part)?.rounded(times: 1),
                number < 60 || part.startIndex == text.startIndex
            else { return nil }
            total = (total + Int128(number)) * 60
        }
        let whole = last.prefix { $0 != "." }
        guard whole.utf8.count == 2, isNumber(last),
            let seconds = PlainDecimal(last)?.rounded(times: 1_000_000_000),
            seconds < 60_000_000_000
        else { return nil }
        return total * 1_000_000_000 + Int128(seconds)
    }

    /// Returns whether a text neither begins nor ends with a decimal point.
    private static func isNumber(_ text: Substring) -> Bool {
        text.utf8.first != UInt8(ascii: ".") && text.utf8.last != UInt8(ascii: ".")
    }
}

extension Shape<TimeText> {
    /// The syntax of a time.
    static let time = Shape(
        .definition(
            "time", .text(pattern: TimeText.pattern, examples: TimeText.examples))
    ) { value throws(ScenarioFileError) in
        guard let word = value.word, let time = TimeText(word) else {
            throw value.unexpected(TimeText.expectation)
        }
        return time
    }
}

extension Shape<Duration> {
    /// The syntax of a duration in virtual time.
    static let duration = Shape<TimeText>.time.map(\.duration)
}

extension Shape<MediaTime> {
    /// The syntax of a position or a duration on the timeline of a video.
    static let mediaTime = Shape<TimeText>.time.map(\.mediaTime)
}

/// A period of virtual time: `10m..12m`, `10m..` or a mapping with `from` and `to`.
package struct Period: Equatable, Sendable {
    /// The start of the period.
    var start = Instant.start
    /// The end; `nil` for a period without an end.
    var end: Instant?

    /// The end of the period or, if the period has no end, an instant that is later than any event.
    var definiteEnd: Instant { end ?? Self.never }

    /// The end of a period without an end: an instant that is later than any event.
    package static let never = Instant(sinceStart: .seconds(200 * 366 * 86_400))
}

extension Shape<Period> {
    /// The syntax of a period of virtual time.
    static let period = Shape.either(
        scalar: Shape(
            .text(pattern: "^[0-9].*\\.\\.([0-9].*)?$", examples: ["10m..12m", "30s.."])
        ) { value throws(ScenarioFileError) in
            guard let word = value.word, let dots = word.utf8Range(of: "..") else {
                throw value.unexpected("a period such as 10m..12m or 30s..")
            }
            let end = word[dots.upperBound...]
            guard let start = TimeText(word[..<dots.lowerBound]),
                let time = end.isEmpty ? .some(nil) : TimeText(end).map(Optional.some)
            else { throw value.unexpected("a period such as 10m..12m or 30s..") }
            return try ordered(Period(start: start.instant, end: time?.instant), value)
        },
        mapping: .mapping(
            "A period of the world's time.", from: { Period() },
            fields: [
                Field("from", .time, "The start; by default, the start of the world.") {
                    $0.start = $1.instant
                },
                Field("to", .time, "The end; none by default.") { $0.end = $1.instant },
            ]
        ).narrowed { period, value throws(ScenarioFileError) in try ordered(period, value) }
    ).named("period")

    private static func ordered(
        _ period: Period, _ value: FileValue
    ) throws(ScenarioFileError) -> Period {
        if let end = period.end, end <= period.start {
            throw value.unexpected("a period that ends after it begins")
        }
        return period
    }
}

extension String {
    /// Returns the range of the first occurrence of a text in this string, compared byte by byte.
    func utf8Range(of text: String) -> Range<String.Index>? {
        let bytes = Array(text.utf8)
        var index = utf8.startIndex
        while index < utf8.endIndex {
            let end = utf8.index(index, offsetBy: bytes.count, limitedBy: utf8.endIndex)
            guard let end else { return nil }
            if utf8[index..<end].elementsEqual(bytes) { return index..<end }
            index = utf8.index(after: index)
        }
        return nil
    }
}
