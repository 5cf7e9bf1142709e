/// What a ``VidLoader`` knows of a download, as its observers are told.
public struct ItemInformation: Equatable, Sendable {
    /// What the app calls the download.
    public let identifier: String
    /// Where its playlist is.
    public let url: String
    /// The name that people see, cleaned of what has no place in it.
    public let title: String
    /// Where the download stands.
    public internal(set) var state: DownloadState
    /// Where the package is in the store; `nil` unless the download has completed.
    ///
    /// The app keeps it for ``VidLoader/asset(location:)``: the loader forgets the download.
    public internal(set) var location: String?
    /// How many bytes of media are there.
    public internal(set) var downloadedBytes: Int64
    /// How much of the media is there; 0 to 1.
    public internal(set) var progress: Double
    /// The bits a second that the variant stream should have at least; `nil` for the highest.
    public let minRequiredBitrate: Int?
    /// Header fields for the playlists and keys; `nil` for none.
    public let headers: [String: String]?
    /// A picture for people; `nil` for none.
    public let artworkData: [UInt8]?
}
