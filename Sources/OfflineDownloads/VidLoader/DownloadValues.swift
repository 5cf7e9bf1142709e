/// What a ``VidLoader`` downloads, and how.
///
/// Source: `Documentation/VidLoader.md#usage`.
public struct DownloadValues: Equatable, Sendable {
    /// What the app calls the download; of one identifier only one is under way at a time.
    public var identifier: String
    /// Where the playlist is: a multivariant playlist or a media playlist.
    public var url: String
    /// The name that people see; only letters, digits and white space of it are kept, and no more
    /// than 200 characters.
    public var title: String
    /// A picture for people; `nil` for none.
    public var artworkData: [UInt8]?
    /// The variant stream is the lowest of at least this many bits a second, or else the highest;
    /// `nil` means the highest.
    public var minRequiredBitrate: Int?
    /// Header fields for the playlists and keys; `nil` for none.
    ///
    /// ``DownloadOptions/sendsOwnHeadersWithSegments`` sends them with segments, too.
    public var headers: [String: String]?

    /// Describes a download.
    ///
    /// - Parameters:
    ///   - identifier: What the app calls it.
    ///   - url: Where the playlist is.
    ///   - title: The name that people see.
    ///   - artworkData: A picture for people.
    ///   - minRequiredBitrate: The bits a second that the variant stream should have at least.
    ///   - headers: Header fields for the playlists and keys.
    public init(
        identifier: String, url: String, title: String, artworkData: [UInt8]? = nil,
        minRequiredBitrate: Int? = nil, headers: [String: String]? = nil
    ) {
        self.identifier = identifier
        self.url = url
        self.title = title
        self.artworkData = artworkData
        self.minRequiredBitrate = minRequiredBitrate
        self.headers = headers
    }
}
