/// Recognizes content that is surely not media, such as a login page.
package enum ForeignContent {
    /// The number of bytes to examine at the start of the content.
    package static let windowSize = FormatDetection.windowSize
    /// The minimum length at which a text is surely not the start of encrypted bytes.
    ///
    /// Encrypted bytes of this length practically always include a control character.
    private static let longText = 256

    /// Returns an error when the first bytes show that the content is not media.
    ///
    /// Unrecognized bytes are not an error: only reading all of the content shows whether it is
    /// media.
    ///
    /// - Parameters:
    ///   - start: The first bytes; fewer than ``windowSize`` if the content has no more.
    ///   - isEncrypted: Whether the complete content is encrypted, so that it may start with any
    ///     bytes.
    /// - Returns: The reason; `nil` when the content may be media.
    package static func error(
        of start: [UInt8], isEncrypted: Bool
    ) -> ContainerError? {
        if start.isEmpty { return ContainerError(.empty) }
        if isEncrypted {
            // A single character such as "<" may also occur at the start of encrypted bytes.
            let isSure =
                FormatDetection.isPageOrPlaylist(start)
                || start.count >= longText && FormatDetection.isText(start)
            guard isSure else { return nil }
            return ContainerError(
                .unrecognized(looksLike: FormatDetection.looks(start)), offset: 0)
        }
        do throws(ContainerError) {
            _ = try FormatDetection(of: MemoryInput(start))
            return nil
        } catch {
            // If the offset is not zero, the unrecognized bytes follow an ID3 tag. They may be
            // media that continues after `start`, so they are not an error.
            guard case .unrecognized(.some) = error.reason, error.offset == 0 else { return nil }
            return error
        }
    }
}
