public import Playlists
public import Sessions
import VirtualTime

/// When a licence ends.
public enum LicenseExpiration: Equatable, Sendable {
    /// Never: a purchase, or a video that needs none.
    case never
    /// At this date.
    case at(DateTime)
}

extension OfflineVideoManager {
    /// Gets the licence of a video before the video is downloaded, while the app is in front.
    ///
    /// - Parameters:
    ///   - video: The video; one that is not protected by FairPlay is refused.
    ///   - parameters: Purchase or rental, and what else a download takes.
    ///   - completion: Gets the token, under which the video is downloaded later, when the licence
    ///     is there; or why there is none, and nothing is left of it then.
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
                let isThere = (try? engine.catalogue.record(of: token))?.phase == .licencePreloaded
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

    /// Asks for the licence of a download anew; what is stored of the video stays as it is.
    ///
    /// A rental may become a purchase by it, and the other way round.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - video: The video as the catalogue has it now, for where its keys are asked for; not one
    ///     that was made from a token. `nil` asks where the download did.
    ///   - parameters: Purchase or rental, and nothing else: neither a play duration nor what is said
    ///     of a download.
    ///   - completion: Gets the same token, or why the licence is what it was before.
    public func renewFairPlayLicense(
        _ token: OfflineVideoToken, video: Video? = nil, parameters: OfflineVideoParameters,
        completion: @escaping Completion
    ) {
        loop.turn {
            do throws(OfflineError) {
                guard !parameters.speaksOfDownload else {
                    throw OfflineError(
                        .invalidParameter, "a renewal takes nothing but the terms of a licence")
                }
                let terms = try parameters.licence.renewalTerms()
                let source = try video.map { video throws(OfflineError) in
                    try renewalSource(of: video)
                }
                errandCount += 1
                let number = errandCount
                let renewal = try engine.renewal(of: token, terms: terms, source: source) {
                    [weak self] error in
                    self?.errands[number] = nil
                    self?.cachedVideos[token] = nil
                    completion(error == nil ? token : nil, error)
                }
                errands[number] = renewal
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
        guard let source = SourceSelectionPolicy.standard.source(for: video),
            source.deliveryMethod == .hls
        else { throw OfflineError(.unsupported, "the video has no HLS source") }
        return source
    }

    /// Forgets the licence of a download; the video cannot be played until there is another.
    ///
    /// - Parameter token: The download.
    /// - Throws: ``OfflineError`` when there is no such download.
    public func invalidateFairPlayLicense(_ token: OfflineVideoToken) throws(OfflineError) {
        cachedVideos[token] = nil
        do throws(StoreError) {
            try engine.forgetLicences(of: token)
        } catch {
            throw OfflineError(error)
        }
    }

    /// When the licence of a download ends: by its own date or by that of the first playback,
    /// whichever comes first.
    ///
    /// - Parameter token: The download.
    /// - Returns: `nil` when there is no licence and one is needed, or no such download.
    public func fairPlayLicenseExpiration(_ token: OfflineVideoToken) -> LicenseExpiration? {
        guard let record = record(of: token) else { return nil }
        guard record.usesFairPlay else { return .never }
        guard let term = record.licenceTerm else { return nil }
        return term.end.map { .at(DateTime(millisecondsSince1970: $0)) } ?? .never
    }
}
