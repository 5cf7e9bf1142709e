/// The state of a download as reported to the observers of a ``VidLoader``.
public struct ItemInformation: Equatable, Sendable {
    /// The app's identifier of the download.
    public let identifier: String
    /// The location of the download's multivariant playlist or media playlist.
    public let url: String
    /// The name shown to users, without invalid characters.
    public let title: String
    /// The state of the download.
    public internal(set) var state: DownloadState
    /// The path of the package relative to the store; `nil` unless the download is complete.
    ///
    /// The app must store this path and pass it to ``VidLoader/asset(location:)``, because the
    /// loader does not store it.
    public internal(set) var location: String?
    /// The number of stored bytes of media.
    public internal(set) var downloadedBytes: Int64
    /// The progress, 0 to 1.
    public internal(set) var progress: Double
    /// The minimum bandwidth of the variant stream in bits per second.
    ///
    /// `nil` selects the variant stream with the highest bandwidth.
    public let minRequiredBitrate: Int?
    /// Header fields for the playlists and keys; `nil` if there are none.
    public let headers: [String: String]?
    /// The artwork to display to users; `nil` if there is none.
    public let artworkData: [UInt8]?
}
