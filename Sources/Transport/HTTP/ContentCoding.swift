import VirtualTime

/// A coding of a body that the loader decodes.
///
/// Reference: RFC 9110, section 8.4.1.
enum ContentCoding: String {
    case gzip
    case deflate

    /// The codings that requests for text accept, as the value of `Accept-Encoding`.
    static let accepted = "gzip, deflate"

    /// The maximum number of codings of one body.
    ///
    /// Each further coding would multiply the work that a small body can cause.
    static let most = 2

    /// The names of registered codings without a decoder.
    ///
    /// Reference: the registry "HTTP Content Coding Registry" of IANA.
    private static let undecoded: Set<String> = [
        "aes128gcm", "br", "compress", "dcb", "dcz", "exi", "pack200-gzip", "x-compress", "zstd",
    ]

    /// Returns the coding with a name in lower case; `nil` for a coding without a decoder.
    init?(named name: String) {
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }

    /// Returns whether a name in lower case is a registered coding that changes the body.
    ///
    /// Servers also state `identity` and unregistered tokens, such as `aws-chunked` for an upload.
    /// Neither `identity` nor such a token changes the body.
    static func isRegistered(_ name: String) -> Bool {
        ContentCoding(named: name) != nil || undecoded.contains(name)
    }
}

/// Decodes the pieces of a body.
///
/// The codings are removed in the reverse order of their application. A decoder is used on one
/// thread only.
final class ContentDecoder {
    /// The outcome of decoding a piece.
    enum Outcome {
        /// The piece was processed completely; the body may end here or continue.
        case more
        /// The receiver of the decoded bytes needs no more.
        case stopped
        /// Decoding failed, for example because the bytes do not have the stated coding.
        case failed(TransportError.Cause)
    }

    /// The decoders, in the order in which a piece passes through them.
    private let layers: [Inflater]
    /// The maximum number of bytes that decoders may pass to other decoders.
    private let limit: Int64
    private let cancellation: CancellationFlag?
    /// The number of bytes that decoders have passed to other decoders.
    private var passedByteCount: Int64 = 0

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - codings: The codings in the order of their application; if there are none, the pieces
    ///     are unchanged.
    ///   - limit: The maximum number of bytes that decoders may pass to other decoders. It limits
    ///     the work for a body that the first decoder expands greatly and from which the last
    ///     decoder produces few or no bytes.
    ///   - cancellation: The flag that ends decoding when it is raised.
    init(_ codings: [ContentCoding], limit: Int64, cancellation: CancellationFlag?) {
        layers = codings.reversed().map { Inflater($0) }
        self.limit = limit
        self.cancellation = cancellation
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
        if cancellation?.isCancelled == true { return .failed(.cancelled) }
        if layer > 0 {
            guard Int64(piece.count) <= limit - passedByteCount else {
                return .failed(.tooLarge(limit: limit))
            }
            passedByteCount += Int64(piece.count)
        }
        return unsafe layers[layer].inflate(piece) { bytes in
            unsafe decode(bytes, from: layer + 1, into: receive)
        }
    }
}
