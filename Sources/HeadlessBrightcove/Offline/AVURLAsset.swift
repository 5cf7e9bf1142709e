public import Foundation
import HeadlessPlayback
public import OfflineDownloads
import Sessions

/// The playlist of a video that can be downloaded.
///
/// The playlist is not loaded, so the asset has no media selection groups. The method
/// ``BCOVOfflineVideoManager/alternativeRenditionAttributesDictionaries(for:completion:)`` lists
/// its options.
///
/// Source: `Documentation/BrightcoveOffline.md#methods`.
public struct AVURLAsset: Equatable, Sendable {
    /// The location of the playlist.
    public let url: URL

    /// The tracks that a download without selections contains.
    public var preferredMediaSelection: OfflineMediaSelections { OfflineMediaSelections() }

    /// All audio and all subtitles.
    public var allMediaSelections: OfflineMediaSelections {
        OfflineMediaSelections(audio: .all, subtitles: .all)
    }
}

extension BCOVOfflineVideoManager {
    /// Returns the asset that would be downloaded for a video, to choose its tracks.
    ///
    /// - Parameter video: The video.
    /// - Returns: The asset.
    /// - Throws: An `NSError` for a video without an HLS source.
    public func urlAsset(for video: BCOVVideo!) throws -> AVURLAsset {
        guard let video else { throw Self.missingVideo }
        do throws(OfflineError) {
            if let url = BCOVSource(try video.video.hlsSource()).url { return AVURLAsset(url: url) }
            throw OfflineError(.invalidParameter, "the location of the video is not a URL")
        } catch {
            throw NSError(error)
        }
    }
}
