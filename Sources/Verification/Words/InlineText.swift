/// A text as it may stand in a line of an error: without what would leave the line, and not long.
func inline(_ text: String, limit: Int = 80) -> String {
    // Most texts are plain.
    if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
        return text
    }
    let scalars = text.unicodeScalars.prefix(limit + 1).map { scalar in
        scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isBidiControl
            ? "?" as Unicode.Scalar : scalar
    }
    let shown = String(String.UnicodeScalarView(scalars.prefix(limit)))
    return scalars.count > limit ? shown + "…" : shown
}
