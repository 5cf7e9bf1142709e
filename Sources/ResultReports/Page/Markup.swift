/// A piece of a page: literals are kept, interpolations are escaped.
///
/// Names, trace lines and subtitles are untrusted. An interpolation cannot leave its place, between
/// tags or within the double quotes of an attribute.
struct Markup: ExpressibleByStringInterpolation {
    /// The piece in UTF-8.
    private(set) var bytes: [UInt8]

    /// Takes a literal as it is; never called with a text that is not one.
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

        /// A place between 0 and 10,000 across a drawing, as a part of its width.
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
    /// The pieces, one after another.
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
