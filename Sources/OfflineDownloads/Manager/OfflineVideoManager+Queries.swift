import Playlists
public import Sessions
import Transport
import VirtualTime

extension OfflineVideoManager {
    // MARK: State

    /// The tokens of all downloads in the store, in any state, in the order of the requests.
    public var offlineVideoTokens: [OfflineVideoToken] { (try? engine.catalogue.tokens()) ?? [] }

    /// The status of every download, in the order of the requests.
    public var offlineVideoStatus: [OfflineVideoStatus] {
        offlineVideoTokens.compactMap { offlineVideoStatus(for: $0) }
    }

    /// Returns the status of a download.
    ///
    /// - Parameter token: The token of the download.
    /// - Returns: A copy, which does not change; `nil` when there is no such download.
    public func offlineVideoStatus(for token: OfflineVideoToken) -> OfflineVideoStatus? {
        record(of: token).map(OfflineVideoStatus.init)
    }

    /// Returns the current record of a download, which may be newer than the catalogue.
    func record(of token: OfflineVideoToken) -> DownloadRecord? {
        engine.items[token]?.record ?? (try? engine.catalogue.record(of: token))
    }

    // MARK: Properties of online videos

    /// Estimates the size of a download.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - requestedBitrate: The bandwidth in bits per second; `nil` means the highest.
    ///   - completion: Receives the size in millions of bytes; 0 and an error on failure.
    public func estimateDownloadSize(
        _ video: Video, requestedBitrate: Int64? = nil,
        completion: @escaping (_ megabytes: Double, _ error: OfflineError?) -> Void
    ) {
        var selection = DownloadSelection(bitrate: .highest)
        if let requestedBitrate, requestedBitrate > 0 {
            selection.bitrate = .atMost(requestedBitrate)
        }
        inquiries.plan(video, selection) { result in
            switch result {
            case .success(let plan): completion(SizeEstimate(of: plan).megabytes, nil)
            case .failure(let error): completion(0, error)
            }
        }
    }

    /// Loads the attributes of every variant stream, by the HLS names of the attributes.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completion: Receives the attributes in playlist order; an empty array for a media
    ///     playlist.
    public func variantAttributes(
        of video: Video,
        completion: @escaping (_ attributes: [[String: String]], _ error: OfflineError?) -> Void
    ) {
        inquiries.list(\.variantAttributes, of: video, completion: completion)
    }

    /// Loads the bandwidths of the variant streams in ascending order, in bits per second.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completion: Receives the bandwidths; an empty array for a media playlist.
    public func variantBitrates(
        of video: Video,
        completion: @escaping (_ bitrates: [Int64], _ error: OfflineError?) -> Void
    ) {
        inquiries.list(\.variantBitrates, of: video, completion: completion)
    }

    /// Loads the attributes of every alternative rendition, by the HLS names of the attributes.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completion: Receives the attributes in playlist order; an empty array for a media
    ///     playlist.
    public func alternativeRenditionAttributes(
        of video: Video,
        completion: @escaping (_ attributes: [[String: String]], _ error: OfflineError?) -> Void
    ) {
        inquiries.list(\.alternativeRenditionAttributes, of: video, completion: completion)
    }

    /// Loads the playlist of a video, with the options that can be selected for a download.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completion: Receives the asset, or the error.
    public func urlAsset(
        for video: Video,
        completion: @escaping (_ asset: OfflineURLAsset?, _ error: OfflineError?) -> Void
    ) {
        inquiries.playlist(of: video) { result in
            switch result {
            case .success(let playlist):
                let source = try? video.hlsSource()
                let url = source.map { LocalPath.url($0.url) } ?? ""
                completion(OfflineURLAsset(url: url, playlist: playlist), nil)
            case .failure(let error): completion(nil, error)
            }
        }
    }

    // MARK: Media selection

    /// The characteristic of a media selection group.
    public enum MediaCharacteristic: Sendable {
        /// Audio.
        case audible
        /// Subtitles.
        case legible
    }

    /// Returns the downloaded options of a completed video as a media selection group.
    ///
    /// - Parameters:
    ///   - characteristic: The characteristic of the options.
    ///   - token: The token of the download.
    /// - Returns: The group; `nil` when the download is not complete.
    public func mediaSelectionGroup(
        for characteristic: MediaCharacteristic, of token: OfflineVideoToken
    ) -> MediaSelectionGroup? {
        guard let record = record(of: token), record.state == .completed,
            let playlist = (try? engine.catalogue.plan(of: token))?.multivariantPlaylist
        else { return nil }
        return MediaSelectionGroup(characteristic == .audible ? .audio : .subtitles, of: playlist)
    }

    /// Returns the downloaded options of a completed video.
    ///
    /// - Parameters:
    ///   - characteristic: The characteristic of the options.
    ///   - token: The token of the download.
    /// - Returns: The options; empty when the download is not complete.
    public func downloadedMediaSelectionOptions(
        for characteristic: MediaCharacteristic, of token: OfflineVideoToken
    ) -> [MediaOption] {
        mediaSelectionGroup(for: characteristic, of: token)?.options ?? []
    }

    /// Removes the cached video objects of completed downloads.
    public func clearOfflineVideoCache() { cachedVideos = [:] }
}
