import Formats
import Transport
import VirtualTime

/// The members of the JSON object in one line of a recording, with limits on their values.
///
/// Numbers outside the permitted range, and strings or lists that are too long, are errors.
struct RecordedFields {
    private let members: [String: PropertyValue]
    /// The number of the line, counted from 1.
    let line: Int

    init(_ value: PropertyValue, line: Int) {
        members = value.object ?? [:]
        self.line = line
    }

    func has(_ key: String) -> Bool { members[key] != nil }

    func integer(_ key: String) -> Int64? { members[key]?.integer }

    func integer(_ key: String, in range: ClosedRange<Int64>) throws(RecordingError) -> Int64 {
        guard let number = integer(key), range.contains(number) else {
            throw unexpected("a number from \(range.lowerBound) to \(range.upperBound) in \(key)")
        }
        return number
    }

    func optionalInteger(
        _ key: String, in range: ClosedRange<Int64>
    ) throws(RecordingError) -> Int64? {
        has(key) ? try integer(key, in: range) : nil
    }

    func instant(_ key: String, upTo limit: Int64) throws(RecordingError) -> Instant {
        Instant(sinceStart: .microseconds(try integer(key, in: 0...limit)))
    }

    func truth(_ key: String) throws(RecordingError) -> Bool {
        guard let value = members[key]?.bool else { throw unexpected("true or false in \(key)") }
        return value
    }

    func word(_ key: String) throws(RecordingError) -> String {
        guard let word = members[key]?.string, isBounded(word) else {
            throw unexpected("a text in \(key)")
        }
        return word
    }

    func optionalWord(_ key: String) throws(RecordingError) -> String? {
        has(key) ? try word(key) : nil
    }

    func range(_ key: String) throws(RecordingError) -> Range<Int64>? {
        guard has(key) else { return nil }
        guard let ends = members[key]?.array, ends.count == 2, let first = ends[0].integer,
            let last = ends[1].integer, first >= 0, last > first
        else { throw unexpected("the first byte and the one after the last in \(key)") }
        return first..<last
    }

    func headerFields(_ key: String) throws(RecordingError) -> [HeaderField] {
        guard has(key) else { return [] }
        guard let list = members[key]?.array, list.count <= RecordingText.mostFields else {
            throw unexpected("a list of at most \(RecordingText.mostFields) in \(key)")
        }
        var fields: [HeaderField] = []
        for pair in list {
            guard let words = pair.array, words.count == 2, let name = words[0].string,
                let value = words[1].string, isBounded(name), isBounded(value)
            else { throw unexpected("names and values in \(key)") }
            fields.append(HeaderField(name: name, value: value))
        }
        return fields
    }

    private func isBounded(_ word: String) -> Bool {
        word.utf8.count <= RecordingText.longestWord
    }

    private func unexpected(_ expectation: String) -> RecordingError {
        RecordingError(.malformed(expected: expectation), line: line)
    }
}
