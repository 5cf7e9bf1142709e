public import VirtualTime

/// A cue tag that packagers write although no standard defines it.
///
/// The value is kept as written. The other properties parse the parts on which common dialects
/// agree.
public struct CueMarker: Hashable, Sendable {
    /// The tag of a marker.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A break begins.
        case out = "EXT-X-CUE-OUT"
        /// A break continues.
        case outContinued = "EXT-X-CUE-OUT-CONT"
        /// A break ends.
        case `in` = "EXT-X-CUE-IN"
        /// A splice_info_section in Base64.
        case oatclsSCTE35 = "EXT-OATCLS-SCTE35"
        /// An attribute list with a splice_info_section.
        case scte35 = "EXT-X-SCTE35"
        /// A splice_info_section in Base64 or hexadecimal.
        case splicePoint = "EXT-X-SPLICEPOINT-SCTE35"
        /// An attribute list with the direction of a splice.
        case cue = "EXT-X-CUE"
        /// An attribute list that identifies the asset of a break, or of the media after the break.
        case asset = "EXT-X-ASSET"
    }

    /// The tag of the marker.
    public var kind: Kind
    /// The text after the colon, as written; `nil` when there is no colon.
    public var value: String?

    /// Creates a marker.
    ///
    /// - Parameters:
    ///   - kind: The tag.
    ///   - value: The text after the colon.
    public init(_ kind: Kind, value: String? = nil) {
        self.kind = kind
        self.value = value
    }

    /// The duration of the break; `nil` when the tag has none in a known form.
    ///
    /// Known forms are `30`, `30s`, `"30"`, `00:00:30`, `5.5/30`, `DURATION=30` and `Duration=30`.
    public var duration: MediaTime? {
        let named = self[attribute: "DURATION"]
        let isPositional = kind == .out || kind == .outContinued
        guard let text = named ?? (isPositional ? positional : nil) else { return nil }
        // Of two numbers, the first is the elapsed time, which EXT-X-CUE-OUT-CONT may state alone.
        let halves = text.filter { $0 != "\"" }.split(
            separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 || halves.count == 1 && (named != nil || kind == .out) else {
            return nil
        }
        let lengths = halves.compactMap(Self.length)
        return lengths.count == halves.count ? lengths.last : nil
    }

    /// Parses seconds, with or without the unit `s`, or a time such as `01:30`; `nil` for others.
    private static func length(_ text: Substring) -> MediaTime? {
        var text = trimmed(text)
        if let last = text.last, "sS".contains(last) { text.removeLast() }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        let numbers = parts.compactMap { Numeral.time(String(trimmed($0))) }
        guard numbers.count == parts.count else { return nil }
        return numbers.reduce(.zero) { $0 * 60 + $1 }
    }

    /// The elapsed part of the break; `nil` when the tag states none in a supported form.
    public var elapsed: MediaTime? {
        if let named = self[attribute: "ELAPSEDTIME"] ?? self[attribute: "ELAPSED"] {
            return Self.length(named[...])
        }
        guard kind == .outContinued, let positional else { return nil }
        return Self.length(positional.prefix { $0 != "/" })
    }

    /// The splice_info_section as written, in Base64 or hexadecimal; `nil` when there is none.
    public var splice: String? {
        switch kind {
        case .oatclsSCTE35, .splicePoint: value
        case .scte35, .cue: self[attribute: "CUE"]
        case .out, .outContinued, .in, .asset: self[attribute: "SCTE35"]
        }
    }

    /// Whether a break begins (`true`) or ends (`false`), if the tag itself states it.
    ///
    /// `nil` means that the break continues, or that the tag does not state the direction. In the
    /// second case, only the splice_info_section of the tag, if any, can state the direction.
    public var isOut: Bool? {
        switch kind {
        case .out: return true
        case .in: return false
        case .outContinued, .oatclsSCTE35, .splicePoint, .asset: return nil
        case .scte35:
            if self[attribute: "CUE-OUT"]?.uppercased() == "YES" { return true }
            return self[attribute: "CUE-IN"]?.uppercased() == "YES" ? false : nil
        case .cue:
            switch self[attribute: "TYPE"]?.uppercased() {
            case "SPLICEOUT": return true
            case "SPLICEIN": return false
            default: return nil
            }
        }
    }

    /// Whether the tag is written within a break, and only repeats what its first tag states.
    package var continuesBreak: Bool {
        kind == .outContinued
            || kind == .scte35 && self[attribute: "CUE-OUT"]?.uppercased() == "CONT"
    }

    /// Returns the value of a named attribute, ignoring the case of its name; `nil` when absent.
    ///
    /// - Parameter name: The name in upper case.
    public subscript(attribute name: String) -> String? {
        guard let value else { return nil }
        for item in splitOutsideQuotes(value) {
            guard let equals = item.firstIndex(of: "="),
                trimmed(item[..<equals]).uppercased() == name
            else { continue }
            let text = item[item.index(after: equals)...]
            return String(trimmed(text).filter { $0 != "\"" })
        }
        return nil
    }

    /// The first item of the value; `nil` when it is a named attribute or there is no value.
    package var positional: String? {
        guard let value, let first = splitOutsideQuotes(value).first, !first.contains("=")
        else { return nil }
        return String(trimmed(first))
    }
}

/// Returns a text without surrounding blanks.
private func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
}

/// Returns the items of a comma-separated list; commas in quotes are not separators.
private func splitOutsideQuotes(_ text: String) -> [Substring] {
    var isQuoted = false
    return text.split { character in
        if character == "\"" { isQuoted.toggle() }
        return character == "," && !isQuoted
    }
}
