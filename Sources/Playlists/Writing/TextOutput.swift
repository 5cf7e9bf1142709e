import VirtualTime

/// A text that is written in pieces; optionally, only the length of the text is kept.
struct TextOutput {
    /// Whether the text is kept, and not only its length.
    let keepsText: Bool
    /// The text so far; empty if only its length is kept.
    private(set) var text = ""
    /// The number of bytes of the text so far, in UTF-8.
    private(set) var byteCount = 0
    /// The last measured time, with the length of its text.
    ///
    /// It is stored because consecutive measured times are usually equal.
    private var measured: (time: MediaTime, byteCount: Int)?

    init(keepsText: Bool) { self.keepsText = keepsText }

    mutating func append(_ piece: String) {
        byteCount += piece.utf8.count
        if keepsText { text += piece }
    }

    mutating func append(_ time: MediaTime) {
        guard !keepsText else { return append(time.decimalSeconds) }
        if let measured, measured.time == time {
            byteCount += measured.byteCount
        } else {
            let count = DecimalSeconds(time).byteCount
            measured = (time, count)
            byteCount += count
        }
    }

    /// Adds a number of bytes to the length, for text that this output does not store.
    mutating func count(_ bytes: Int) { byteCount += bytes }

    mutating func append(_ piece: PooledText) {
        if keepsText { append(piece.text) } else { byteCount += piece.range.count }
    }

    mutating func append(_ other: TextOutput) {
        byteCount += other.byteCount
        if keepsText { text += other.text }
    }
}
