/// A piece of HTML that keeps its literals unchanged and escapes interpolated values.
///
/// Names, trace lines and subtitles are untrusted. The escapes ensure that an interpolated value
/// remains plain text, both between tags and within the double quotes of an attribute.
struct Markup: ExpressibleByStringInterpolation {
    /// The piece in UTF-8.
    private(set) var bytes: [UInt8]

    /// Creates markup from a literal, without escaping; call it only with literals.
    init(stringLiteral value: String) {
        bytes = Array(value.utf8)
    }

    init(stringInterpolation: StringInterpolation) {
        bytes = stringInterpolation.bytes
    }

    static func += (page: inout Markup, piece: Markup) {
        page.bytes.append(contentsOf: piece.bytes)
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        mutating func appendLiteral(_ literal: String) {
            bytes.append(contentsOf: literal.utf8)
        }

        mutating func appendInterpolation(_ number: Int) {
            bytes.append(contentsOf: String(number).utf8)
        }

        mutating func appendInterpolation(_ piece: Markup) {
            bytes.append(contentsOf: piece.bytes)
        }

        mutating func appendInterpolation(_ text: String, limit: Int = PageText.longest) {
            PageText.append(text, limit: limit, to: &bytes)
        }

        /// Appends a horizontal position, from 0 to 10,000, as a percentage of a drawing's width.
        mutating func appendInterpolation(percent place: Int) {
            let fraction = place % 100
            bytes.append(contentsOf: String(place / 100).utf8)
            if fraction == 0 { return }
            bytes.append(UInt8(ascii: "."))
            if fraction < 10 { bytes.append(UInt8(ascii: "0")) }
            bytes.append(contentsOf: String(fraction).utf8)
        }
    }
}

extension Markup {
    /// Creates markup from pieces, in order.
    init(_ pieces: some Sequence<Markup>) {
        self = ""
        for piece in pieces { self += piece }
    }

    /// Appends ASCII that is harmless by construction: base64 and the paths of drawings.
    mutating func append(plain text: [UInt8]) {
        bytes.append(contentsOf: text)
    }
}

extension Markup {
    var isEmpty: Bool { bytes.isEmpty }
}
