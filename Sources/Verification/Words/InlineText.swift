/// A text as it may stand in a line of an error: without what would leave the line, and not long.
func inline(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(81).map { scalar in
        scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isBidiControl
            ? "?" as Unicode.Scalar : scalar
    }
    let shown = String(String.UnicodeScalarView(scalars.prefix(80)))
    return scalars.count > 80 ? shown + "…" : shown
}
