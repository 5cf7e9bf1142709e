import Playlists

/// Provides the transforms for the bytes of one load of a session.
///
/// The decryption comes first, followed by the transforms of the session plan.
struct Decryption {
    /// The protection that has the keys of encrypted segments; `nil` when no provider adds one.
    var protection: (any SessionProtection)?
    let transforms: [any SegmentTransform]

    /// Whether the session has neither a protection nor a transform that could decrypt segments.
    var isMissing: Bool { protection == nil && transforms.isEmpty }

    /// Returns the transforms for a segment or for an initialization section.
    ///
    /// - Parameters:
    ///   - keys: The keys that the playlist lists for the bytes.
    ///   - media: The rendition to which the bytes belong.
    ///   - isSection: Whether the bytes are an initialization section.
    ///   - section: The initialization section that the segment needs.
    /// - Returns: The transforms; `nil` while a key is missing and must be requested.
    func transforms(
        decryptedWith keys: [EncryptionKey], of media: RenditionMedia, isSection: Bool = false,
        after section: ReadSection? = nil
    ) -> [any SegmentTransform]? {
        guard let protection else { return transforms }
        guard !keys.isEmpty else {
            // The transform for keys that no playlist lists is needed only if the playlist lists no
            // keys at all. A playlist that lists keys also states which segments are clear.
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
