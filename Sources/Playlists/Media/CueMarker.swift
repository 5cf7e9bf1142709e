public import VirtualTime

/// One of the cue tags that packagers write without a standard.
///
/// The value is kept as written; what the common dialects agree on is read out of it.
public struct CueMarker: Hashable, Sendable {
    /// Which tag it is.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A break begins.
        case out = "EXT-X-CUE-OUT"
        /// A break goes on.
        case outContinued = "EXT-X-CUE-OUT-CONT"
        /// A break ends.
        case `in` = "EXT-X-CUE-IN"
        /// A splice_info_section in Base64.
        case oatclsSCTE35 = "EXT-OATCLS-SCTE35"
        /// An attribute list with a splice_info_section.
        case scte35 = "EXT-X-SCTE35"
    }

    /// Which tag it is.
    public var kind: Kind
    /// What follows the colon as written; `nil` when there is no colon.
    public var value: String?

    /// Creates a marker.
    ///
    /// - Parameters:
    ///   - kind: Which tag it is.
    ///   - value: What follows the colon.
    public init(_ kind: Kind, value: String? = nil) {
        self.kind = kind
        self.value = value
    }

    /// How long the break is; `nil` when the tag does not say or not in a known way.
    ///
    /// Understood are `30`, `5.5/30`, `DURATION=30` and `Duration=30`.
    public var duration: MediaTime? {
        if let named = self[attribute: "DURATION"] { return Numeral.time(named) }
        guard kind == .out || kind == .outContinued, let positional else { return nil }
        let halves = positional.split(separator: "/", omittingEmptySubsequences: false)
        switch (kind, halves.count) {
        case (.out, 1): return Numeral.time(String(halves[0]))
        case (.outContinued, 2): return Numeral.time(String(halves[1]))
        default: return nil
        }
    }

    /// How much of the break is over; `nil` when the tag does not say or not in a known way.
    public var elapsed: MediaTime? {
        if let named = self[attribute: "ELAPSEDTIME"] ?? self[attribute: "ELAPSED"] {
            return Numeral.time(named)
        }
        guard kind == .outContinued, let positional else { return nil }
        return Numeral.time(String(positional.prefix { $0 != "/" }))
    }

    /// The splice_info_section as written, in Base64 or hexadecimal; `nil` when there is none.
    public var splice: String? {
        switch kind {
        case .oatclsSCTE35: value
        case .scte35: self[attribute: "CUE"]
        case .out, .outContinued, .in: self[attribute: "SCTE35"]
        }
    }

    /// The value of a named attribute, whatever the case of its name; `nil` when absent.
    ///
    /// - Parameter name: The name in upper case.
    public subscript(attribute name: String) -> String? {
        guard let value else { return nil }
        for item in splitOutsideQuotes(value) {
            guard let equals = item.firstIndex(of: "="), item[..<equals].uppercased() == name
            else { continue }
            let text = item[item.index(after: equals)...]
            return String(text.filter { $0 != "\"" })
        }
        return nil
    }

    /// The first item when it is not a named attribute.
    private var positional: String? {
        guard let value, let first = splitOutsideQuotes(value).first, !first.contains("=")
        else { return nil }
        return String(first)
    }
}

/// The items of a comma-separated list in which quoted commas do not separate.
private func splitOutsideQuotes(_ text: String) -> [Substring] {
    var isQuoted = false
    return text.split { character in
        if character == "\"" { isQuoted.toggle() }
        return character == "," && !isQuoted
    }
}
