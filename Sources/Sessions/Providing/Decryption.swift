import Playlists

/// The transforms of one load of a session: the decryption, then the transforms of the plan.
struct Decryption {
    /// The keys of encrypted segments; `nil` when no provider has any.
    var protection: (any SessionProtection)?
    let transforms: [any SegmentTransform]

    /// Whether no transform decrypts a segment with keys.
    var isMissing: Bool { protection == nil && transforms.isEmpty }

    /// The transforms of a part of a segment.
    ///
    /// - Parameters:
    ///   - keys: The keys that the playlist lists for the part.
    ///   - media: The playlist.
    ///   - isSection: Whether the part is an initialization section.
    ///   - section: The initialization section of the part.
    /// - Returns: The transforms, or `nil` while a key is missing that has to be requested.
    func transforms(
        decryptedWith keys: [EncryptionKey], of media: RenditionMedia, isSection: Bool = false,
        after section: ReadSection? = nil
    ) -> [any SegmentTransform]? {
        guard let protection else { return transforms }
        guard !keys.isEmpty else {
            // A playlist that lists keys also states which segments are clear.
            let isUnlisted = !media.listsKeys && (isSection || section?.isProtected ?? true)
            return (isUnlisted ? [protection.unlistedTransform].compactMap(\.self) : [])
                + transforms
        }
        guard let decryption = protection.transform(for: keys, playlistURL: media.url) else {
            return nil
        }
        return [decryption] + transforms
    }
}
