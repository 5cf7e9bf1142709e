extension String {
    /// The alignment of the texts in a column.
    package enum Alignment: Sendable {
        case left, right
    }

    /// Returns the text padded with blanks to a width in characters; a longer text is unchanged.
    package func padded(to width: Int, alignment: Alignment = .left) -> String {
        // Counting characters is slow, and most texts contain only ASCII.
        let isASCII = utf8.allSatisfy { $0 < 0x80 }
        let space = String(repeating: " ", count: max(0, width - (isASCII ? utf8.count : count)))
        return alignment == .left ? self + space : space + self
    }
}
