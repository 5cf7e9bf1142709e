import Formats
public import Sessions
import Transport
import VirtualTime

extension OfflineVideoManager {
    // MARK: Requests

    /// Downloads a video.
    ///
    /// After a preload of its licence, the download continues with the same token and the stored
    /// licence. Parameters of the preload apply unless they are given again.
    ///
    /// - Parameters:
    ///   - video: The video; its first HLS source is downloaded.
    ///   - mediaSelections: The audio and subtitles to download; `nil` selects the ones that a
    ///     player would select.
    ///   - parameters: The bandwidth, the licence terms and the name; `nil` means the defaults.
    ///   - completion: Receives the token at the end of the event-loop turn, or the error:
    ///     ``OfflineError/Code/invalidParameter`` or ``OfflineError/Code/unsupported``. Later
    ///     errors are reported to the delegate.
    public func requestVideoDownload(
        _ video: Video, mediaSelections: OfflineMediaSelections? = nil,
        parameters: OfflineVideoParameters? = nil, completion: @escaping Completion
    ) {
        request(video, parameters, isConfigured: false, completion: completion) { selection in
            if let parameters { selection.bitrate = parameters.bitrate }
            if let mediaSelections {
                selection.audio = mediaSelections.audio
                selection.subtitles = mediaSelections.subtitles
            }
            if let languages = parameters?.subtitleLanguages {
                selection.subtitles = .tags(languages)
            }
        }
    }

    /// Downloads a video with an explicit selection.
    ///
    /// The delegate methods with an `assetDownloadTask` report the progress of the download.
    ///
    /// - Parameters:
    ///   - video: The video; its first HLS source is downloaded.
    ///   - downloadConfiguration: The variant and the renditions to download.
    ///   - parameters: The licence terms and the name.
    ///   - completion: Receives the token, or the error.
    public func requestVideoDownload(
        _ video: Video, downloadConfiguration: DownloadSelection,
        parameters: OfflineVideoParameters? = nil, completion: @escaping Completion
    ) {
        request(video, parameters, isConfigured: true, completion: completion) { selection in
            selection = downloadConfiguration
        }
    }

    private func request(
        _ video: Video, _ parameters: OfflineVideoParameters?, isConfigured: Bool,
        completion: @escaping Completion, select: (inout DownloadSelection) -> Void
    ) {
        loop.turn {
            switch start(video, parameters, isConfigured: isConfigured, select: select) {
            case .success(let token):
                if isConfigured { reporter.configured.insert(token) }
                // The app receives the token before any other report about the download.
                loop.atEndOfTurn { completion(token, nil) }
                images.fetch(of: video, for: token)
            case .failure(let error): loop.atEndOfTurn { completion(nil, error) }
            }
        }
    }

    func start(
        _ video: Video, _ parameters: OfflineVideoParameters?, preloadsOnly: Bool = false,
        isConfigured: Bool = false, select: (inout DownloadSelection) -> Void
    ) -> Result<OfflineVideoToken, OfflineError> {
        do throws(OfflineError) {
            let url = LocalPath.url(try video.downloadableSource().url)
            let preloaded = try OfflineError.wrapping { () throws(StoreError) in
                try engine.catalogue.record(sourceURL: url, in: .licensePreloaded)?.token
            }
            var request = try DownloadRequest(
                video, at: url, parameters, isPreload: preloadsOnly, hasLicence: preloaded != nil)
            select(&request.selection)
            request.isConfigured = isConfigured
            request.allowsCellular = options.allowsCellularDownload
            guard let preloaded else {
                return .success(
                    try OfflineError.wrapping { () throws(StoreError) in try engine.start(request) }
                )
            }
            guard !preloadsOnly else { return .success(preloaded) }
            engine.startPreloaded(preloaded) { record in
                select(&record.request.selection)
                record.request.take(request)
            }
            return .success(preloaded)
        } catch {
            return .failure(error)
        }
    }

    // MARK: Commands

    /// Pauses a download.
    ///
    /// - Parameter token: The token of the download; a download that has ended is unaffected.
    public func pauseVideoDownload(_ token: OfflineVideoToken) { engine.pause(token) }

    /// Resumes a paused download, or retries a failed one.
    ///
    /// The documentation of the simulated SDK does not describe retries of failed downloads. In
    /// this package, a retry keeps the files that are already stored.
    ///
    /// - Parameter token: The token of the download; a running or completed one is unaffected.
    public func resumeVideoDownload(_ token: OfflineVideoToken) { engine.resume(token) }

    /// Cancels a download; the token remains valid until the video is deleted.
    ///
    /// - Parameter token: The token of the download; a download that has ended is unaffected.
    public func cancelVideoDownload(_ token: OfflineVideoToken) { engine.cancel(token) }

    /// Deletes a video with its files and licence, in any state.
    ///
    /// - Parameter token: The token of the download; it becomes invalid.
    /// - Throws: ``OfflineError`` when there is no such download or its files cannot be removed.
    public func deleteOfflineVideo(_ token: OfflineVideoToken) throws(OfflineError) {
        cachedVideos[token] = nil
        reporter.configured.remove(token)
        images.forget(token)
        if let completion = preloads.removeValue(forKey: token) {
            loop.atEndOfTurn {
                completion(nil, OfflineError(.downloadFailure, "the app deleted it"))
            }
        }
        try OfflineError.wrapping { () throws(StoreError) in try engine.delete(token) }
    }

    /// Ends all unfinished downloads with an error, and removes their files.
    ///
    /// Completed downloads and preloaded licences remain.
    public func forceStopAllDownloadTasks() {
        loop.turn {
            for record in (try? engine.catalogue.records()) ?? [] {
                switch record.state {
                case .requested, .downloading, .suspended: break
                case .completed, .cancelled, .error, .licensePreloaded: continue
                }
                engine.forceStop(record.token)
            }
        }
    }
}
