import HeadlessPlayback

/// The syntax of the values in the broadcast section of a scenario file.
enum LiveWords {
    /// The latest permitted time, which is limited so that sums of times do not overflow.
    private static let latest = MediaTime.seconds(10 * 366 * 86_400)

    /// The syntax of a virtual time of at most ten years.
    static let time = Shape<MediaTime>.mediaTime.narrowed {
        time, value throws(ScenarioFileError) in
        guard time <= latest else { throw value.unexpected("a time of at most ten years") }
        return time
    }

    /// The syntax of a time above zero.
    static let positiveTime = time.narrowed { time, value throws(ScenarioFileError) in
        guard time > .zero else { throw value.unexpected("a time above zero") }
        return time
    }

    /// The syntax of a duration of at most a day.
    static let day = positiveTime.narrowed { time, value throws(ScenarioFileError) in
        guard time <= .seconds(86_400) else { throw value.unexpected("a time of at most a day") }
        return time
    }

    /// The syntax of a time that may be negative, such as `-2s`.
    static let signedTime = Shape<MediaTime>(
        .text(pattern: "^-?[0-9].*$", examples: ["2s", "-500ms"])
    ) { value throws(ScenarioFileError) in
        let word = value.word ?? ""
        let isNegative = word.hasPrefix("-")
        guard let time = TimeText(isNegative ? word.dropFirst() : word[...])?.mediaTime,
            time <= latest
        else { throw value.unexpected("a time such as 2s or -500ms, of at most ten years") }
        return isNegative ? .zero - time : time
    }

    /// The syntax of a name that can be the host of a location.
    static let identifier = Shape<String>(
        .text(pattern: "^[a-z0-9][a-z0-9-]{0,62}$", examples: ["news"])
    ) { value throws(ScenarioFileError) in
        let text = try Shape<String>.text.read(value)
        let isName = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard isName, (1...63).contains(text.utf8.count), !text.hasPrefix("-") else {
            throw value.unexpected("a name of small letters, digits and hyphens")
        }
        return text
    }

    /// The syntax of a date with a time of day.
    static let date = Shape<DateTime>.date

    /// The bounds of a span of virtual time that have been read so far; a complete span has both.
    struct Span: Sendable {
        var start: MediaTime?
        var end: MediaTime?

        /// Returns the span; throws an error unless the span's end is later than its start.
        func range(_ value: FileValue) throws(ScenarioFileError) -> Range<MediaTime> {
            guard let start else { throw value.error(.missingKey("from")) }
            guard let end else { throw value.error(.missingKey("to")) }
            guard start < end else { throw value.unexpected("a span that ends after it begins") }
            return start..<end
        }
    }
}
