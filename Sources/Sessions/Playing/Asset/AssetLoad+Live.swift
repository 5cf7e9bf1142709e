import Playlists
import Presentation
import Transport
import VirtualTime

/// Loads the renditions of a broadcast, and removes or reloads outdated playlists.
extension AssetLoad {
    /// Returns whether a server may send newer versions of a rendition's playlist.
    func mayGrow(_ media: RenditionMedia) -> Bool { mayGrow(media.url) }

    /// Returns whether a server may send newer versions of a playlist.
    func mayGrow(_ url: String) -> Bool {
        ResourceScheme(of: url).mayGrow && !loaders.isStored(url)
    }

    /// Returns the bandwidth of a variant stream in bits per second.
    ///
    /// The result is `nil` for an unknown variant stream.
    func bandwidth(of variant: Int) -> Int? {
        guard let variants = asset?.variants, variants.indices.contains(variant) else { return nil }
        return variants[variant].bandwidth
    }

    /// Removes a rendition whose playlist is not reloaded any more.
    ///
    /// If the rendition is needed later, its playlist is loaded again.
    func forget(_ media: RenditionMedia) {
        guard let url = asset?.renditions.first(where: { $0.value === media })?.key else { return }
        asset?.renditions[url] = nil
    }

    /// Removes the renditions of a broadcast that were loaded long ago and never played.
    ///
    /// Their playlists are outdated. A variant stream can be loaded but not played, if another
    /// variant stream is the better choice when the load ends.
    func forgetOutdated() {
        guard let renditions = asset?.renditions, renditions.values.contains(where: \.isFollowed)
        else { return }
        let now = world.loop.now
        for (url, media) in renditions where media.isOldAndNotFollowed(at: now) && mayGrow(media) {
            asset?.renditions[url] = nil
        }
    }

    /// Loads a newer version of a rendition's playlist, once.
    ///
    /// - Parameters:
    ///   - media: The rendition.
    ///   - directives: The directives for the server.
    ///   - completion: Receives the version.
    /// - Returns: The request, which is cancelled when it is released.
    func reload(
        _ media: RenditionMedia, _ directives: ReloadDirectives,
        completion: @escaping (Result<LoadedPlaylist, SessionError>) -> Void
    ) -> Hold {
        let number = requestPlaylist(
            media.name, directives,
            heldFor: directives.sequence == nil ? nil : ReloadPace.target(of: media.playlist),
            kind: .mediaPlaylist, referrer: asset?.url, as: .reload,
            because: asset?.cause(.reload, of: media.name) ?? RequestCause(.reload),
            completion: completion)
        return .onRelease { [weak self] in self?.requests.forget(number) }
    }

    /// Loads the first version of a rendition's playlist.
    ///
    /// If a playlist of another rendition has a rendition report, delivery directives request a
    /// version that is at least as new as the reported version. If a server refuses the directives
    /// or fails temporarily, the request is repeated without them.
    ///
    /// - Parameters:
    ///   - url: The absolute location.
    ///   - cause: The reason for the request.
    ///   - completion: Receives the version.
    func requestFirst(
        _ url: String, because cause: RequestCause,
        completion: @escaping (Result<LoadedPlaylist, SessionError>) -> Void
    ) {
        let plain = { [weak self] in
            guard let self else { return }
            requestPlaylist(
                url, kind: .mediaPlaylist, referrer: asset?.url, because: cause,
                completion: completion)
        }
        guard let (directives, target) = report(on: url) else { return plain() }
        requestPlaylist(
            url, directives, heldFor: target, kind: .mediaPlaylist, referrer: asset?.url,
            as: .reload, because: cause
        ) { result in
            // If the server refuses the directives or fails temporarily, the playlist is requested
            // without them, with the usual retries.
            if case .failure(let error) = result,
                ReloadDirectives.mayBeRefused(error.status) || error.mayPass
            {
                plain()
            } else {
                completion(result)
            }
        }
    }

    /// Returns the directives for a playlist from the newest rendition report, if there is one.
    ///
    /// Only the reports of renditions in use are considered. The result also contains the target
    /// duration of the reporting rendition. Without a report, the result is `nil`.
    private func report(on url: String) -> (ReloadDirectives, MediaTime)? {
        guard options.live.tuning.usesLowLatency, let asset else { return nil }
        let reports = asset.renditions.values.filter(\.isFollowed).map { media in
            (
                ReloadDirectives.forSwitch(to: url, from: media.playlist, at: media.url),
                ReloadPace.target(of: media.playlist)
            )
        }
        func age(_ directives: ReloadDirectives) -> (Int, Int) {
            (directives.sequence ?? 0, directives.part ?? -1)
        }
        return reports.filter { $0.0 != .none }.max { age($0.0) < age($1.0) }
    }
}

extension RenditionMedia {
    /// The age, in target durations, above which a playlist that is not reloaded is outdated.
    ///
    /// Such a playlist is loaded again before it is used.
    private static let mostTargetDurations = 3

    /// Returns whether the playlist of a broadcast is not reloaded and was loaded long ago.
    fileprivate func isOldAndNotFollowed(at now: Instant) -> Bool {
        guard !isFollowed, mayBeBroadcast else { return false }
        let age = MediaTime(elapsed: load.upperBound.duration(to: now), rate: .normal)
        return age > ReloadPace.target(of: playlist) * Self.mostTargetDurations
    }
}
