import Formats

/// The parameters in the query of a URI, found in one pass.
package struct QueryParameters {
    /// A parameter, as ranges of the bytes.
    private struct Pair {
        let name: Range<Int>
        let value: Range<Int>
    }

    private let bytes: [UInt8]
    /// The range of the query, from its question mark on; `nil` without a query.
    private let query: Range<Int>?
    private var pairs: [Pair] = []

    /// Finds the parameters.
    ///
    /// - Parameter uri: The URI; none are found in one without a query.
    package init(of uri: String) {
        // Most locations have no query.
        guard uri.utf8.contains(UInt8(ascii: "?")) else {
            bytes = []
            query = nil
            return
        }
        bytes = Array(uri.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        query = bytes[..<end].firstIndex(of: UInt8(ascii: "?")).map { $0..<end }
        var start = query.map { $0.lowerBound + 1 } ?? end
        while start < end {
            let next = bytes[start..<end].firstIndex(of: UInt8(ascii: "&")) ?? end
            if start < next {
                let sign = bytes[start..<next].firstIndex(of: UInt8(ascii: "=")) ?? next
                pairs.append(Pair(name: start..<sign, value: min(sign + 1, next)..<next))
            }
            start = next + 1
        }
    }

    /// Whether there are none.
    package var isEmpty: Bool { pairs.isEmpty }

    /// The names and values as they are written, in order.
    package var written: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
        pairs.map { (bytes[$0.name], bytes[$0.value]) }
    }

    /// Returns the URI without some parameters; without its question mark if none is left.
    ///
    /// - Parameter isRemoved: Returns whether a parameter, as it is written, is removed.
    /// - Returns: The URI; `nil` when no parameter is removed.
    package func uri(without isRemoved: (ArraySlice<UInt8>) -> Bool) -> String? {
        guard let query else { return nil }
        let written = bytes[query].dropFirst().split(
            separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let kept = written.filter { !isRemoved($0) }
        if kept.count == written.count { return nil }
        let mark = kept.isEmpty ? [] : [UInt8(ascii: "?")]
        let rest = kept.joined(separator: [UInt8(ascii: "&")]) + bytes[query.upperBound...]
        return String(decoding: bytes[..<query.lowerBound] + mark + rest, as: UTF8.self)
    }

    /// Returns the percent-decoded value of a parameter.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The value of the first such parameter; `nil` when it is absent or not UTF-8.
    package func value(of name: String) -> String? {
        for pair in pairs where isName(pair.name, name) { return Self.decoded(bytes[pair.value]) }
        return nil
    }

    private func isName(_ range: Range<Int>, _ name: String) -> Bool {
        var index = range.lowerBound
        var isSame = true
        var isCoded = false
        for byte in name.utf8 {
            guard index < range.upperBound else {
                isSame = false
                break
            }
            if bytes[index] == UInt8(ascii: "%") { isCoded = true }
            if bytes[index] != byte { isSame = false }
            index += 1
        }
        if index < range.upperBound {
            isSame = false
            isCoded = isCoded || bytes[index..<range.upperBound].contains(UInt8(ascii: "%"))
        }
        return isCoded ? Self.decoded(bytes[range]) == name : isSame
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
        guard text.contains(UInt8(ascii: "%")) else {
            return String(validating: text, as: UTF8.self)
        }
        return PercentCoding.decodeStrictly(text).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
