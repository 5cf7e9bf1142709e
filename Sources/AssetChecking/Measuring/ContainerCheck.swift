import Containers
import ContentProtection
package import Playlists
package import Sessions
package import Transport
package import VirtualTime

/// Finds the files of a media playlist that are not media, by the start of each file.
///
/// A file that is encrypted completely is decrypted first, if its playlist contains the key. Other
/// samples are decrypted only to prove a key that the playlist contains.
package struct ContainerCheck {
    /// A file that is not media.
    package struct Finding: Equatable, Sendable {
        /// The location of the file.
        package let url: String
        /// The reason in one line, without the location.
        package let reason: String
    }

    private let rendition: RenditionMedia
    private let loader: any ResourceLoader
    private let keys: AssetKeys
    private let cancellation: CancellationFlag

    /// Prepares the check of a playlist.
    ///
    /// - Parameters:
    ///   - playlist: The playlist.
    ///   - url: Its location.
    ///   - loader: The source of bytes.
    ///   - cancellation: The flag that ends the check when it is raised.
    /// - Throws: When no protection can be set up.
    package init(
        _ playlist: MediaPlaylist, url: String, loader: any ResourceLoader,
        cancellation: CancellationFlag
    ) throws(SessionError) {
        rendition = RenditionMedia(url: url, playlist: playlist)
        self.loader = loader
        self.cancellation = cancellation
        keys = try AssetKeys(
            [IdentityKeySystem()], asset: url, loader: loader, cancellation: cancellation)
    }

    /// Reads the start of each file.
    ///
    /// - Returns: The files that are not media, in the order of the playlist; incomplete after a
    ///   cancellation.
    package func findings() -> [Finding] {
        var findings: [Finding] = []
        var sections: Set<InitializationKey> = []
        for listed in rendition.segments where !listed.segment.isGap {
            if cancellation.isCancelled { break }
            let section = rendition.initializationKey(of: listed.segment)
            let input: SegmentInput
            do throws(SessionError) {
                guard let loaded = try load(listed) else { continue }
                input = loaded
            } catch {
                findings.append(
                    Finding(
                        url: rendition.location(of: listed.segment), reason: Self.reason(error)))
                continue
            }
            if let section, let start = input.initialization,
                sections.insert(section).inserted, let error = ContainerFormat.problem(of: start)
            {
                findings.append(Finding(url: section.url, reason: "\(error)"))
            }
            if let error = ContainerFormat.problem(of: input.media) {
                findings.append(
                    Finding(url: rendition.location(of: listed.segment), reason: "\(error)"))
            }
        }
        return findings
    }

    /// Loads a segment, decrypted if its playlist contains the key.
    ///
    /// - Returns: The segment; `nil` when its container is not visible without a licence.
    private func load(_ listed: ListedSegment) throws(SessionError) -> SegmentInput? {
        let listedKeys = listed.segment.keys
        if listedKeys.contains(where: { $0.keyFormat == EncryptionKey.identityFormat }) {
            return try SegmentInput(listed, of: rendition, loader: loader, keys: keys)
        }
        guard listedKeys.allSatisfy(\.method.isOfSamples) else { return nil }
        return try SegmentInput(stored: listed, of: rendition, loader: loader)
    }

    private static func reason(_ error: SessionError) -> String {
        switch error {
        case .container(let error, _): "\(error)"
        case .decryption(let error, _): "the key in its playlist does not decrypt it: \(error)"
        case .transport(let error): "\(error.cause)"
        default: "\(error)"
        }
    }
}
