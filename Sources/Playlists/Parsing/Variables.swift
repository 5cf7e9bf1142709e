import Formats

/// The variables of one playlist while it is parsed.
///
/// Reference: rfc8216bis, section 4.3 (Variable Substitution).
final class Variables {
    private var values: [String: String] = [:]
    /// The number of bytes that substitution may still produce, which limits nested definitions.
    private var budget: Int
    private let lineLimit: Int

    init(limits: ParsingLimits) {
        budget = limits.bytes
        lineLimit = limits.lineBytes
    }

    /// Adds a variable, and returns whether its name was unused.
    func define(_ name: String, as value: String) -> Bool {
        guard values[name] == nil else { return false }
        values[name] = value
        return true
    }

    /// Returns whether a byte may be part of a variable name.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x5F: true
        default: false
        }
    }

    /// Returns the text with all references `{$name}` replaced by their values.
    func substitute(_ text: String, tag: String, line: Int) throws(PlaylistError) -> String {
        let source = Array(text.utf8)
        guard Self.firstReference(in: source, from: 0) != nil else { return text }
        var result: [UInt8] = []
        var position = 0
        while let reference = Self.firstReference(in: source, from: position) {
            let name = String(decoding: source[reference.dropFirst(2).dropLast()], as: UTF8.self)
            guard let value = values[name] else {
                throw PlaylistError(.undefinedVariable(name, tag: tag), line: line)
            }
            result += source[position..<reference.lowerBound]
            result += value.utf8
            guard result.count <= lineLimit else {
                throw PlaylistError(
                    .limitExceeded("bytes in one value", maximum: lineLimit), line: line)
            }
            position = reference.upperBound
        }
        result += source[position...]
        budget -= result.count
        guard result.count <= lineLimit, budget >= 0 else {
            throw PlaylistError(
                .limitExceeded("bytes made of variables", maximum: lineLimit), line: line)
        }
        // If a reference remained in the result, it could be written into a new playlist, whose
        // parser would then substitute it.
        guard Self.firstReference(in: result, from: 0) == nil else {
            throw PlaylistError(
                .malformed(tag: tag, value: excerpt(text), expected: "free of nested references"),
                line: line)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the range of the first `{$name}` at or after a position.
    private static func firstReference(in bytes: [UInt8], from position: Int) -> Range<Int>? {
        var start = position
        while start + 3 < bytes.count {
            if bytes[start] == 0x7B, bytes[start + 1] == 0x24 {
                var end = start + 2
                while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
                if end > start + 2, end < bytes.count, bytes[end] == 0x7D {
                    return start..<end + 1
                }
                start = max(end, start + 1)
            } else {
                start += 1
            }
        }
        return nil
    }
}

/// Returns the start of a text in a form that is safe to quote in an error.
func excerpt(_ text: String) -> String { SafeText.shown(text, .excerpt) }
