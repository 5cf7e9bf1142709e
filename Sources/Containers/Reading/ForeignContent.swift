/// Recognizes bytes that are surely not media, such as the page of a login in place of a segment.
package enum ForeignContent {
    /// The number of first bytes by which content is recognized.
    package static let windowSize = FormatDetection.windowSize
    /// The minimum length of a text that is surely not the start of encrypted bytes.
    ///
    /// Among so many encrypted bytes, there is practically always a control character.
    private static let longText = 256

    /// Returns the reason why content is not media, by its first bytes.
    ///
    /// Bytes of an unknown form are not refused: only reading them shows whether they are media.
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
            // A single character such as "<" is too weak a sign in encrypted bytes.
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
            // With another offset, an ID3 tag precedes bytes that may be beyond the window.
            guard case .unrecognized(.some) = error.reason, error.offset == 0 else { return nil }
            return error
        }
    }
}
