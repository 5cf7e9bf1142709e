/// A coding of a body that the loader decodes.
///
/// Reference: RFC 9110, section 8.4.1.
enum ContentCoding: String {
    case gzip
    case deflate

    /// The codings that requests for text accept, as the value of `Accept-Encoding`.
    static let accepted = "gzip, deflate"

    /// The maximum number of codings of one body.
    static let most = 4

    /// Returns the coding with a name in lower case; `nil` for a coding without a decoder.
    init?(named name: String) {
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }
}

/// Decodes the pieces of a body, whose codings are removed in the reverse order of their
/// application.
struct ContentDecoder {
    /// The outcome of decoding a piece.
    enum Outcome {
        /// The decoder needs the next piece, or the body ends here.
        case more
        /// The receiver of the decoded bytes needs no more.
        case stopped
        /// The bytes do not have the stated coding.
        case failed(TransportError.Cause)
    }

    /// The decoders, in the order in which a piece passes through them.
    private let layers: [Inflater]

    /// Creates a decoder.
    ///
    /// - Parameter codings: The codings in the order of their application; none leaves the pieces
    ///   unchanged.
    init(_ codings: [ContentCoding]) {
        layers = codings.reversed().map { Inflater($0) }
    }

    /// Whether the body may end here: each coded stream is at its end, or has no bytes at all.
    var isComplete: Bool { layers.allSatisfy(\.isComplete) }

    /// Decodes a piece.
    ///
    /// - Parameters:
    ///   - piece: The next bytes of the body.
    ///   - receive: Receives decoded bytes, and returns whether it needs more.
    /// - Returns: The outcome.
    func decode(
        _ piece: UnsafeRawBufferPointer, into receive: (UnsafeRawBufferPointer) -> Bool
    ) -> Outcome {
        unsafe decode(piece, from: 0, into: receive)
    }

    private func decode(
        _ piece: UnsafeRawBufferPointer, from layer: Int,
        into receive: (UnsafeRawBufferPointer) -> Bool
    ) -> Outcome {
        guard layer < layers.count else { return unsafe receive(piece) ? .more : .stopped }
        return unsafe layers[layer].inflate(piece) { bytes in
            unsafe decode(bytes, from: layer + 1, into: receive)
        }
    }
}
