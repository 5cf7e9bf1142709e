/// The description of a download for a ``VidLoader``.
///
/// Source: `Documentation/VidLoader.md#usage`.
public struct DownloadValues: Equatable, Sendable {
    /// The app's identifier of the download.
    ///
    /// Only one download per identifier is in progress at a time.
    public var identifier: String
    /// The location of a multivariant playlist or a media playlist.
    public var url: String
    /// The title shown to users, reduced to letters, digits and white space.
    ///
    /// Only its first 200 characters are kept.
    public var title: String
    /// The artwork to display to users; `nil` if there is none.
    public var artworkData: [UInt8]?
    /// The minimum bandwidth in bits per second; `nil` selects the highest bandwidth.
    ///
    /// The download uses the variant stream with the lowest bandwidth of at least this value. If
    /// there is none, it uses the variant stream with the highest bandwidth.
    public var minRequiredBitrate: Int?
    /// Header fields for the playlists and keys; `nil` if there are none.
    ///
    /// Requests for segments contain them too if
    /// ``DownloadOptions/sendsOwnHeadersWithSegments`` is `true`.
    public var headers: [String: String]?

    /// Describes a download.
    ///
    /// - Parameters:
    ///   - identifier: The app's identifier of the download.
    ///   - url: The location of the playlist.
    ///   - title: The title displayed to users.
    ///   - artworkData: The artwork to display to users.
    ///   - minRequiredBitrate: The minimum bandwidth of the variant stream, in bits per second.
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
