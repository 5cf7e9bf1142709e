import Formats

/// The parameters in the query of a URI, found in one pass.
package struct QueryParameters {
    /// A parameter, as ranges of the bytes.
    private struct Pair {
        let name: Range<Int>
        let value: Range<Int>
    }

    private let bytes: [UInt8]
    private var pairs: [Pair] = []

    /// Finds the parameters.
    ///
    /// - Parameter uri: The URI; none are found in one without a query.
    package init(of uri: String) {
        bytes = Array(uri.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else { return }
        var start = mark + 1
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

    /// Returns the percent-decoded value of a parameter.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The value of the first such parameter; `nil` when it is absent or not UTF-8.
    package func value(of name: String) -> String? {
        pairs.first { isName(bytes[$0.name], name) }.flatMap { Self.decoded(bytes[$0.value]) }
    }

    private func isName(_ text: ArraySlice<UInt8>, _ name: String) -> Bool {
        text.contains(UInt8(ascii: "%"))
            ? Self.decoded(text) == name : text.elementsEqual(name.utf8)
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
        guard text.contains(UInt8(ascii: "%")) else {
            return String(validating: text, as: UTF8.self)
        }
        return PercentCoding.decodeStrictly(text).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
