import Transport
public import VirtualTime

/// Lets a log store similar requests to a broadcast as one series.
///
/// A series contains requests for the same playlist at equal intervals, or requests for segments
/// with rising numbers in their names.
extension RequestRecord: Foldable {
    /// The differences between two requests of a series.
    public struct Distance: Equatable, Sendable {
        fileprivate let number: Int
        /// The differences between the numbers in the two locations; empty for equal locations.
        fileprivate let inLocation: [Int]
        /// The difference between the media sequence numbers of the requested segments.
        fileprivate let sequence: Int
        fileprivate let start: Duration
        fileprivate let end: Duration?
    }

    /// A hash; requests that differ only in numbers have the same hash.
    public var likeness: Int {
        var hasher = Hasher()
        for byte in url.utf8 where !NumberedText.isDigit(byte) { hasher.combine(byte) }
        hasher.combine(kind)
        hasher.combine(byteCount)
        hasher.combine(cause)
        return hasher.finalize()
    }

    /// Returns the differences from an earlier request; `nil` if no series can contain both.
    ///
    /// Apart from these differences, the requests of a series are alike.
    public func distance(from earlier: RequestRecord) -> Distance? {
        guard kind == earlier.kind, byteCount == earlier.byteCount, outcome == earlier.outcome,
            attempt == earlier.attempt, fault == nil, earlier.fault == nil,
            cause == earlier.cause, method == earlier.method, byteRange == earlier.byteRange,
            isStored == earlier.isStored, (end == nil) == (earlier.end == nil),
            place?.part == earlier.place?.part, place?.fromEdge == earlier.place?.fromEdge,
            let inLocation = NumberedText.differences(from: earlier.url, to: url)
        else { return nil }
        return Distance(
            number: number - earlier.number, inLocation: inLocation,
            sequence: (place?.sequence ?? 0) - (earlier.place?.sequence ?? 0),
            start: earlier.start.duration(to: start),
            end: end.flatMap { end in earlier.end?.duration(to: end) })
    }

    /// Returns the request that follows this one in a series after a number of steps.
    ///
    /// Each step adds every difference in `distance` once.
    public func advanced(by distance: Distance, times: Int) -> RequestRecord {
        var record = RequestRecord(
            number: number + distance.number * times,
            url: NumberedText.advanced(url, by: distance.inLocation, times: times), kind: kind,
            method: method, byteRange: byteRange,
            place: place.map {
                BroadcastPlace(
                    sequence: $0.sequence + distance.sequence * times, part: $0.part,
                    fromEdge: $0.fromEdge)
            }, cause: cause, attempt: attempt, fault: fault,
            start: start.advanced(by: distance.start * times))
        record.end = end.flatMap { end in distance.end.map { end.advanced(by: $0 * times) } }
        record.outcome = outcome
        record.byteCount = byteCount
        record.isStored = isStored
        return record
    }
}

/// The comparison of texts that differ only in numbers.
enum NumberedText {
    /// The maximum number of digits of a number; longer numbers are compared as text.
    private static let mostDigits = 15

    static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    /// Returns the differences between the numbers in two texts; `nil` if other characters differ.
    ///
    /// Equal texts have no differences. A number that begins with zero is compared as text.
    static func differences(from first: String, to second: String) -> [Int]? {
        if first == second { return [] }
        var differences: [Int] = []
        var (one, other) = (first.utf8.makeIterator(), second.utf8.makeIterator())
        var (byte, otherByte) = (one.next(), other.next())
        while let present = byte, let otherPresent = otherByte {
            guard isDigit(present), isDigit(otherPresent) else {
                guard present == otherPresent else { return nil }
                (byte, otherByte) = (one.next(), other.next())
                continue
            }
            var (number, otherNumber) = (Number(), Number())
            var isSame = true
            while true {
                let digit = byte.flatMap { isDigit($0) ? $0 : nil }
                let otherDigit = otherByte.flatMap { isDigit($0) ? $0 : nil }
                if digit == nil, otherDigit == nil { break }
                if digit != otherDigit { isSame = false }
                if let digit {
                    number.append(digit)
                    byte = one.next()
                }
                if let otherDigit {
                    otherNumber.append(otherDigit)
                    otherByte = other.next()
                }
            }
            guard !isSame else {
                differences.append(0)
                continue
            }
            guard let from = number.whole, let to = otherNumber.whole else { return nil }
            differences.append(to - from)
        }
        return byte == nil && otherByte == nil ? differences : nil
    }

    /// A number whose digits are still being read.
    private struct Number {
        private var value = 0
        private var digits = 0
        private var startsWithZero = false

        /// The value of the digits; `nil` if the number counts as text.
        ///
        /// A number counts as text if it has a leading zero, or more digits than ``mostDigits``.
        var whole: Int? {
            digits <= mostDigits && (digits == 1 || !startsWithZero) ? value : nil
        }

        mutating func append(_ digit: UInt8) {
            if digits == 0 { startsWithZero = digit == UInt8(ascii: "0") }
            digits += 1
            value = value &* 10 &+ Int(digit - UInt8(ascii: "0"))
        }
    }

    /// Returns the value of digits; `nil` if the number counts as text.
    ///
    /// A number counts as text if it has a leading zero, or more digits than ``mostDigits``.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard digits.count <= mostDigits, digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Returns a text with each number increased by its difference, multiplied by `times`.
    static func advanced(_ text: String, by differences: [Int], times: Int) -> String {
        guard !differences.isEmpty else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 8)
        var rest = text.utf8[...]
        var place = 0
        while !rest.isEmpty {
            let words = rest.prefix { !isDigit($0) }
            result += Substring(words)
            rest = rest[words.endIndex...]
            let digits = rest.prefix(while: isDigit)
            rest = rest[digits.endIndex...]
            guard !digits.isEmpty else { continue }
            defer { place += 1 }
            if differences[place] == 0 {
                result += Substring(digits)
            } else {
                result += "\((number(digits) ?? 0) + differences[place] * times)"
            }
        }
        return result
    }
}
