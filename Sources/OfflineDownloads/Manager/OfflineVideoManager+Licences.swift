public import Playlists
public import Sessions
import VirtualTime

/// The time at which a licence expires.
public enum LicenseExpiration: Equatable, Sendable {
    /// There is no expiry, because the video was purchased or needs no licence.
    case never
    /// The licence expires at this time.
    case at(DateTime)
}

extension OfflineVideoManager {
    /// Obtains the licence of a video before its download, while the app is in the foreground.
    ///
    /// - Parameters:
    ///   - video: The video, which must be protected by FairPlay.
    ///   - parameters: Purchase or rental, and other parameters of the download.
    ///   - completion: Receives the token for the later download when the licence is stored, or the
    ///     error. After an error, no data remains.
    public func preloadFairPlayLicense(
        _ video: Video, parameters: OfflineVideoParameters, completion: @escaping Completion
    ) {
        loop.turn {
            let start = start(video, parameters, preloadsOnly: true) { selection in
                selection.bitrate = parameters.bitrate
                if let languages = parameters.subtitleLanguages {
                    selection.subtitles = .tags(languages)
                }
            }
            switch start {
            case .failure(let error): loop.atEndOfTurn { completion(nil, error) }
            case .success(let token):
                let isThere = (try? engine.catalogue.record(of: token))?.state == .licensePreloaded
                if isThere { return loop.atEndOfTurn { completion(token, nil) } }
                preloads[token] = completion
            }
        }
    }

    func endPreload(of token: OfflineVideoToken, _ error: OfflineError?) {
        guard let completion = preloads.removeValue(forKey: token) else { return }
        var error = error
        if error == nil, (try? engine.catalogue.record(of: token))?.usesFairPlay != true {
            error = OfflineError(.unsupported, "the video is not protected by FairPlay")
        }
        guard let error else { return completion(token, nil) }
        try? engine.delete(token)
        completion(nil, error)
    }

    /// Obtains the licence of a download again; the downloaded files do not change.
    ///
    /// A rental may become a purchase, and vice versa.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - video: The video as the online catalogue returns it now, which contains the current
    ///     location of the keys. A video made from a token is refused. `nil` uses the location
    ///     that was stored with the download.
    ///   - parameters: Purchase or rental only, without a play duration or parameters of a
    ///     download.
    ///   - completion: Receives the same token, or the reason why the licence did not change.
    public func renewFairPlayLicense(
        _ token: OfflineVideoToken, video: Video? = nil, parameters: OfflineVideoParameters,
        completion: @escaping Completion
    ) {
        loop.turn {
            do throws(OfflineError) {
                guard !parameters.speaksOfDownload else {
                    throw OfflineError(
                        .invalidParameter, "a renewal takes only the terms of a licence")
                }
                let terms = try parameters.licence.renewalTerms()
                let source = try video.map { video throws(OfflineError) in
                    try renewalSource(of: video)
                }
                let number = renewals.next()
                let renewal = try engine.renewal(of: token, terms: terms, source: source) {
                    [weak self] error in
                    self?.renewals[number] = nil
                    self?.cachedVideos[token] = nil
                    completion(error == nil ? token : nil, error)
                }
                renewals[number] = renewal
                renewal.goOn()
            } catch {
                loop.atEndOfTurn { completion(nil, error) }
            }
        }
    }

    private func renewalSource(of video: Video) throws(OfflineError) -> Source {
        guard !video.offline else {
            throw OfflineError(
                .invalidParameter, "a renewal takes the video as it is online")
        }
        return try video.hlsSource()
    }

    /// Removes the licence of a download; the video cannot be played without a new licence.
    ///
    /// - Parameter token: The token of the download.
    /// - Throws: ``OfflineError`` when there is no such download.
    public func invalidateFairPlayLicense(_ token: OfflineVideoToken) throws(OfflineError) {
        cachedVideos[token] = nil
        try OfflineError.wrapping { () throws(StoreError) in
            try engine.forgetLicences(of: token)
        }
    }

    /// Returns the time at which a download's licence expires.
    ///
    /// The licence expires at its own expiration time or at the end of its play duration, whichever
    /// is earlier.
    ///
    /// - Parameter token: The token of the download.
    /// - Returns: The time; `nil` when a required licence is missing, or there is no such download.
    public func fairPlayLicenseExpiration(_ token: OfflineVideoToken) -> LicenseExpiration? {
        guard let record = record(of: token) else { return nil }
        guard record.usesFairPlay else { return .never }
        guard let term = record.licenceTerm else { return nil }
        return term.end.map { .at(DateTime(millisecondsSince1970: $0)) } ?? .never
    }
}
