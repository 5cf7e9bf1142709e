import Formats

/// The parameters in the query of a URI, found in one pass.
package struct QueryParameters {
    /// A parameter: the byte ranges of its name and its value in the URI.
    private struct Pair {
        let name: Range<Int>
        let value: Range<Int>
        /// Whether an equals sign follows the name, so that the parameter has a value.
        let hasValue: Bool
        /// Whether the name contains a percent sign.
        let isNameCoded: Bool
    }

    private let bytes: [UInt8]
    /// The range of the query, from its question mark on; `nil` when the URI has no query.
    private let query: Range<Int>?
    private var pairs: [Pair] = []

    /// Finds the parameters.
    ///
    /// - Parameter uri: The URI; a URI without a query has no parameters.
    package init(of uri: String) {
        let all = Array(uri.utf8)
        bytes = all
        // A span is read faster than an array.
        let text = all.span
        var mark: Int?
        var end = 0
        while end < text.count, text[end] != UInt8(ascii: "#") {
            if text[end] == UInt8(ascii: "?"), mark == nil { mark = end }
            end += 1
        }
        query = mark.map { $0..<end }
        guard let mark else { return }
        var start = mark + 1
        while start < end {
            var sign: Int?
            var isCoded = false
            var next = start
            while next < end, text[next] != UInt8(ascii: "&") {
                if sign == nil {
                    if text[next] == UInt8(ascii: "=") { sign = next }
                    if text[next] == UInt8(ascii: "%") { isCoded = true }
                }
                next += 1
            }
            if start < next {
                let nameEnd = sign ?? next
                pairs.append(
                    Pair(
                        name: start..<nameEnd, value: min(nameEnd + 1, next)..<next,
                        hasValue: sign != nil, isNameCoded: isCoded))
            }
            start = next + 1
        }
    }

    /// Whether the URI has no query parameters.
    package var isEmpty: Bool { pairs.isEmpty }

    /// Returns the parameters whose names begin with a text, in order and not percent-decoded.
    package func written(startingWith prefix: String) -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        for pair in pairs where bytes[pair.name].starts(with: prefix.utf8) {
            found.append(
                (
                    String(decoding: bytes[pair.name], as: UTF8.self),
                    String(decoding: bytes[pair.value], as: UTF8.self)
                ))
        }
        return found
    }

    /// Returns the URI with some parameters removed, and without a question mark if none remain.
    ///
    /// - Parameter isRemoved: Returns whether to remove a parameter. It receives the bytes of the
    ///   parameter in the URI, which are not percent-decoded.
    /// - Returns: The URI; `nil` when no parameter is removed.
    package func uri(without isRemoved: (ArraySlice<UInt8>) -> Bool) -> String? {
        guard let query else { return nil }
        var kept = Array(bytes[..<query.lowerBound])
        var isFirst = true
        var isSame = true
        var start = query.lowerBound + 1
        while start <= query.upperBound {
            var next = start
            while next < query.upperBound, bytes[next] != UInt8(ascii: "&") { next += 1 }
            if isRemoved(bytes[start..<next]) {
                isSame = false
            } else {
                kept.append(UInt8(ascii: isFirst ? "?" : "&"))
                kept += bytes[start..<next]
                isFirst = false
            }
            start = next + 1
        }
        if isSame { return nil }
        kept += bytes[query.upperBound...]
        return String(decoding: kept, as: UTF8.self)
    }

    /// Returns the percent-decoded value of a parameter.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The value of the first such parameter; `nil` when it is absent or not UTF-8.
    package func value(of name: String) -> String? {
        for pair in pairs where isName(pair, name) { return Self.decoded(bytes[pair.value]) }
        return nil
    }

    /// Returns the percent-decoded value of a parameter; `nil` also if it has no equals sign.
    ///
    /// Reference: rfc8216bis, section 4.4.2.3 (EXT-X-DEFINE).
    func assignedValue(of name: String) -> String? {
        let pair = pairs.first { isName($0, name) }
        return pair.flatMap { $0.hasValue ? Self.decoded(bytes[$0.value]) : nil }
    }

    private func isName(_ pair: Pair, _ name: String) -> Bool {
        if pair.isNameCoded { return Self.decoded(bytes[pair.name]) == name }
        var index = pair.name.lowerBound
        guard pair.name.count == name.utf8.count else { return false }
        for byte in name.utf8 {
            if bytes[index] != byte { return false }
            index += 1
        }
        return true
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
        var isCoded = false
        var all: UInt8 = 0
        for byte in text {
            if byte == UInt8(ascii: "%") { isCoded = true }
            all |= byte
        }
        guard isCoded else {
            // Nearly every value is ASCII, which is always valid UTF-8.
            return all < 0x80
                ? String(decoding: text, as: UTF8.self) : String(validating: text, as: UTF8.self)
        }
        return PercentCoding.decodeStrictly(text).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
