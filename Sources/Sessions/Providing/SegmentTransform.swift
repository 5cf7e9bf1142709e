public import Playlists
public import Transport

/// Changes the bytes of a resource between the loader and the demuxer, such as by decryption.
///
/// It is called on worker threads, for several resources at the same time, and must return the same
/// result for the same input.
public protocol SegmentTransform: Sendable {
    /// Changes a resource.
    ///
    /// - Parameters:
    ///   - body: The bytes as loaded.
    ///   - segment: The media segment to which the bytes belong.
    ///   - role: The role of the bytes in the segment.
    /// - Returns: The bytes to demux.
    /// - Throws: ``SessionError`` when the bytes cannot be changed.
    func transform(
        _ body: ResourceBody, of segment: SegmentContext, role: SegmentContext.Part
    ) throws(SessionError) -> TransformedBody
}

/// The result of a transform.
public struct TransformedBody: Sendable {
    /// The bytes to demux.
    public var body: ResourceBody
    /// Whether only a decoder can show that the samples were decrypted with the right key.
    ///
    /// The sizes, times and flags of the samples do not depend on the key, so they cannot show
    /// whether the key is right.
    public var isUnproven: Bool
    /// The new initialization section of the bytes; `nil` when it has not changed.
    public var initialization: ResourceBody?
    /// The data with which a decoder can check whether the keys of the samples are right.
    ///
    /// If it is `nil` and `isUnproven` is set, the decoder checks the keys that the playlist lists.
    package var proof: KeyProof?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - body: The bytes to demux.
    ///   - isUnproven: Whether only a decoder can show that the bytes were decrypted with the right
    ///     key.
    ///   - initialization: The new initialization section of the bytes; `nil` if it has not
    ///     changed.
    public init(
        _ body: ResourceBody, isUnproven: Bool = false, initialization: ResourceBody? = nil
    ) {
        self.body = body
        self.isUnproven = isUnproven
        self.initialization = initialization
    }

    /// Returns the data with which a decoder can check the keys; `nil` when no check is needed.
    ///
    /// - Parameter keys: The keys that the playlist lists for the segment.
    /// - Returns: The data for the decoder.
    package func proof(of keys: [EncryptionKey]) -> KeyProof? {
        guard isUnproven else { return nil }
        return proof ?? KeyProof(periods: [.playlist(keys)])
    }
}

/// The segment and the playlist to which the bytes passed to a transform belong.
public struct SegmentContext: Sendable {
    /// The role of the bytes in a segment.
    public enum Part: Sendable {
        /// The initialization section, from `EXT-X-MAP`.
        case initializationSection
        /// The media itself.
        case media
    }

    /// The absolute location of the playlist that lists the segment.
    public var playlistURL: String
    /// The segment, as the playlist lists it.
    public var segment: MediaSegment
    /// The media sequence number of the segment, as `EXT-X-MEDIA-SEQUENCE` defines it.
    public var mediaSequence: Int
    /// The transformed initialization section of the segment.
    ///
    /// The value is `nil` when the segment has no initialization section, or when the bytes to
    /// transform are the section itself.
    public var initialization: ResourceBody?

    /// Creates the context of a segment.
    ///
    /// - Parameters:
    ///   - playlistURL: The absolute location of the segment's playlist.
    ///   - segment: The segment in the playlist.
    ///   - mediaSequence: The number of the segment.
    ///   - initialization: The initialization section of the segment.
    public init(
        playlistURL: String, segment: MediaSegment, mediaSequence: Int,
        initialization: ResourceBody? = nil
    ) {
        self.playlistURL = playlistURL
        self.segment = segment
        self.mediaSequence = mediaSequence
        self.initialization = initialization
    }
}
