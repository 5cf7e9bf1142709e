import Playlists
import Transport
import VirtualTime

extension PlaybackSession {
    /// What the session lends to its protection.
    func protectionHost() -> ProtectionHost {
        ProtectionHost(
            loop: world.loop, source: source, keyTimeout: options.recovery.keyTimeout,
            certificates: applicationCertificates
        ) {
            [fetcher, patience = options.recovery.patienceForAnswers] request, completion in
            var request = request
            request.patience = patience
            return fetcher.fetch(.key, KeyJob(request)) { result in
                if case .success(let fetched) = result { fetcher.use(bytes: fetched.byteCount) }
                completion(result.map(\.value))
            }
        } tell: { [weak self] error in
            self?.tellProtectionError(error)
        }
    }

    /// Tells that something about protection went wrong, once for all segments that it concerns.
    func tellProtectionError(_ error: SessionError) {
        decide { machine, _ in machine.reportProtectionError(error) }
    }

    /// What is done to the bytes of a part of a segment, decryption first.
    ///
    /// - Parameters:
    ///   - keys: The keys that the playlist lists for the part.
    ///   - media: The playlist.
    ///   - isSection: Whether the part is an initialization section.
    ///   - section: The initialization section of the part.
    /// - Returns: The transforms, or `nil` while a key is missing that has to be asked for.
    func transforms(
        decryptedWith keys: [EncryptionKey], of media: RenditionMedia, isSection: Bool = false,
        after section: ReadSection? = nil
    ) -> [any SegmentTransform]? {
        guard let protection else { return plan.transforms }
        guard !keys.isEmpty else {
            // Where a playlist lists keys it also says what is clear.
            let isUnlisted = !media.listsKeys && (isSection || section?.isProtected ?? true)
            return (isUnlisted ? [protection.unlistedTransform].compactMap(\.self) : [])
                + plan.transforms
        }
        guard let decryption = protection.transform(for: keys, playlistURL: media.url) else {
            return nil
        }
        return [decryption] + plan.transforms
    }

    /// Gets what decrypts the next part of a track, and then goes on.
    func unlock(_ keys: [EncryptionKey], for feeder: TrackFeeder) {
        let hold = UnlockHold()
        feeder.request = hold
        protection?.unlock(keys, playlistURL: feeder.media.url) {
            [weak self, weak feeder, weak hold] error in
            guard let self, let feeder, let hold, feeder.request === hold else { return }
            feeder.request = nil
            if let error { recover(feeder, from: error) } else { step() }
        }
    }
}

/// The hold on a key that a track waits for: releasing it means that the track no longer waits.
private final class UnlockHold {}
