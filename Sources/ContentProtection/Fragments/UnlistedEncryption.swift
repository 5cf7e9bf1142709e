import Transport

/// Detects media that may be encrypted although its playlist lists no key for it.
enum UnlistedEncryption {
    private static let longestSection: Int64 = 16 << 20
    private static let headCount: Int64 = 16

    /// Returns whether an initialization section announces encrypted samples.
    static func isAnnounced(by section: ResourceBody) -> Bool {
        guard isFragment(section), let bytes = try? section.bytes(limit: longestSection) else {
            return false
        }
        do throws(DecryptionError) {
            return try MovieProtection(bytes).isProtected
        } catch {
            // Among the errors, only an unsupported scheme indicates encryption. The demuxer
            // reports all other problems of the section.
            if case .unsupportedScheme = error.reason { return true }
            return false
        }
    }

    /// Returns whether the samples of a segment may be encrypted.
    ///
    /// - Parameters:
    ///   - media: The segment.
    ///   - section: The initialization section of the segment, even if it was changed to describe
    ///     clear tracks; `nil` when there is none.
    /// - Returns: Whether `section`, or an initialization section in the segment itself, describes
    ///   a track as encrypted.
    static func isPossible(in media: ResourceBody, after section: ResourceBody?) -> Bool {
        guard isFragment(media) else { return false }
        guard let section else {
            // A segment may contain its own initialization section.
            guard let bytes = try? media.bytes() else { return false }
            return (try? MovieProtection(bytes).isProtected) ?? false
        }
        return isAnnounced(by: section)
    }

    private static func isFragment(_ body: ResourceBody) -> Bool {
        guard let head = try? body.part(0..<headCount).bytes() else { return false }
        return ProtectedContainer(of: head) == .fragments
    }
}
