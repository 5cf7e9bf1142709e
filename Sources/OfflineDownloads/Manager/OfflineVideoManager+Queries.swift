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
    /// - Parameter token: The download.
    /// - Returns: A copy, which does not change; `nil` when there is no such download.
    public func offlineVideoStatus(for token: OfflineVideoToken) -> OfflineVideoStatus? {
        record(of: token).map(OfflineVideoStatus.init)
    }

    /// Returns the current record of a download, which may be newer than the catalogue.
    func record(of token: OfflineVideoToken) -> DownloadRecord? {
        engine.items[token]?.record ?? (try? engine.catalogue.record(of: token))
    }

    // MARK: Choices

    /// Estimates the size of a download.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - requestedBitrate: The bandwidth in bits per second; `nil` means the largest variant.
    ///   - completion: Receives the size in millions of bytes; 0 and an error on failure.
    public func estimateDownloadSize(
        _ video: Video, requestedBitrate: Int64? = nil,
        completion: @escaping (_ megabytes: Double, _ error: OfflineError?) -> Void
    ) {
        var selection = DownloadSelection(bitrate: .highest)
        if let requestedBitrate, requestedBitrate > 0 {
            selection.bitrate = .atMost(requestedBitrate)
        }
        plan(video, selection) { result in
            switch result {
            case .success(let plan): completion(SizeEstimate(of: plan).megabytes, nil)
            case .failure(let error): completion(0, error)
            }
        }
    }

    /// Loads the attributes of every variant stream, by their HLS names.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completion: Receives them in playlist order; an empty array for a media playlist.
    public func variantAttributes(
        of video: Video,
        completion: @escaping (_ attributes: [[String: String]], _ error: OfflineError?) -> Void
    ) {
        playlist(of: video) { result in
            switch result {
            case .success(let playlist): completion(playlist?.variantAttributes ?? [], nil)
            case .failure(let error): completion([], error)
            }
        }
    }

    /// Loads the bandwidths of the variant streams in ascending order, in bits per second.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completion: Receives them; an empty array for a media playlist.
    public func variantBitrates(
        of video: Video,
        completion: @escaping (_ bitrates: [Int64], _ error: OfflineError?) -> Void
    ) {
        playlist(of: video) { result in
            switch result {
            case .success(let playlist): completion(playlist?.variantBitrates ?? [], nil)
            case .failure(let error): completion([], error)
            }
        }
    }

    /// Loads the attributes of every alternative rendition, by their HLS names.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completion: Receives them in playlist order; an empty array for a media playlist.
    public func alternativeRenditionAttributes(
        of video: Video,
        completion: @escaping (_ attributes: [[String: String]], _ error: OfflineError?) -> Void
    ) {
        playlist(of: video) { result in
            switch result {
            case .success(let playlist):
                completion(playlist?.alternativeRenditionAttributes ?? [], nil)
            case .failure(let error): completion([], error)
            }
        }
    }

    /// Loads the playlist and the selectable options of a video, for choosing what to download.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completion: Receives the asset, or the error.
    public func urlAsset(
        for video: Video,
        completion: @escaping (_ asset: OfflineURLAsset?, _ error: OfflineError?) -> Void
    ) {
        playlist(of: video) { result in
            switch result {
            case .success(let playlist):
                func group(_ kind: Rendition.Kind) -> MediaSelectionGroup {
                    let renditions = playlist?.renditions.filter { $0.kind == kind } ?? []
                    return MediaSelectionGroup(
                        options: renditions.map(MediaOption.init),
                        allowsEmptySelection: kind == .subtitles)
                }
                let url = video.sources.isEmpty ? nil : try? Self.location(of: video)
                completion(
                    OfflineURLAsset(
                        url: url ?? "", audible: group(.audio), legible: group(.subtitles)), nil)
            case .failure(let error): completion(nil, error)
            }
        }
    }

    private static func location(of video: Video) throws(OfflineError) -> String {
        guard let source = SourceSelectionPolicy.standard.source(for: video),
            source.deliveryMethod == .hls
        else { throw OfflineError(.unsupported, "the video has no HLS source") }
        return LocalPath.url(source.url)
    }

    private func plan(
        _ video: Video, _ selection: DownloadSelection,
        completion: @escaping (Result<PackagePlan, OfflineError>) -> Void
    ) {
        loop.turn {
            do throws(OfflineError) {
                let planner = PackagePlanner(
                    sourceURL: try Self.location(of: video), selection: selection)
                errandCount += 1
                let number = errandCount
                let walk = PlanningWalk(planner, services: engine.services) { [weak self] result in
                    self?.errands[number] = nil
                    completion(result)
                }
                errands[number] = walk
                walk.goOn()
            } catch {
                loop.atEndOfTurn { completion(.failure(error)) }
            }
        }
    }

    private func playlist(
        of video: Video,
        completion: @escaping (Result<MultivariantPlaylist?, OfflineError>) -> Void
    ) {
        loop.turn {
            do throws(OfflineError) {
                let request = ResourceRequest(
                    url: try Self.location(of: video), kind: .multivariantPlaylist)
                errandCount += 1
                let number = errandCount
                errands[number] = engine.services.fetchSmall(request, .playlist) {
                    [weak self] result in
                    self?.errands[number] = nil
                    completion(Self.multivariant(in: result))
                }
            } catch {
                loop.atEndOfTurn { completion(.failure(error)) }
            }
        }
    }

    private static func multivariant(
        in result: Result<SmallJob.Found, SessionError>
    ) -> Result<MultivariantPlaylist?, OfflineError> {
        switch result {
        case .failure(let error):
            return .failure(OfflineError(.downloadFailure, "\(error)", underlying: error))
        case .success(let found):
            var options = ParsingOptions()
            options.uri = found.url
            do throws(PlaylistError) {
                switch try Playlist(parsing: found.bytes, options: options) {
                case .multivariant(let playlist): return .success(playlist)
                case .media: return .success(nil)
                }
            } catch {
                let cause = SessionError.playlist(error, url: found.url)
                return .failure(OfflineError(.unsupported, "\(cause)", underlying: cause))
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

    /// Returns the downloaded options of a completed video.
    ///
    /// - Parameters:
    ///   - characteristic: The characteristic of the options.
    ///   - token: The download.
    /// - Returns: The options; `nil` when the download is not complete.
    public func mediaSelectionGroup(
        for characteristic: MediaCharacteristic, of token: OfflineVideoToken
    ) -> MediaSelectionGroup? {
        guard let record = record(of: token), record.state == .completed,
            let plan = try? engine.catalogue.plan(of: token),
            let text = plan.texts.first(where: { $0.name == PackagePlan.topName })?.text,
            case .multivariant(let playlist)? = try? Playlist(parsing: Array(text.utf8))
        else { return nil }
        let kind: Rendition.Kind = characteristic == .audible ? .audio : .subtitles
        return MediaSelectionGroup(
            options: playlist.renditions.filter { $0.kind == kind }.map(MediaOption.init),
            allowsEmptySelection: characteristic == .legible)
    }

    /// Returns the downloaded options of a completed video.
    ///
    /// - Parameters:
    ///   - characteristic: The characteristic of the options.
    ///   - token: The download.
    /// - Returns: The options; empty when the download is not complete.
    public func downloadedMediaSelectionOptions(
        for characteristic: MediaCharacteristic, of token: OfflineVideoToken
    ) -> [MediaOption] {
        mediaSelectionGroup(for: characteristic, of: token)?.options ?? []
    }

    /// Removes the cached video objects of completed downloads.
    public func clearOfflineVideoCache() { cachedVideos = [:] }
}
