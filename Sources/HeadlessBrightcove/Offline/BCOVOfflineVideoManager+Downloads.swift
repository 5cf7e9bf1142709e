public import Foundation
import HeadlessPlayback
public import OfflineDownloads

/// Methods that request and control downloads, and that query online videos.
extension BCOVOfflineVideoManager {
    /// A closure that receives the token of a download, or an error if the request failed.
    public typealias Completion = (BCOVOfflineVideoToken?, (any Error)?) -> Void

    /// Requests a download.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - parameters: The terms of the licence, the bitrate and the display name, under the keys
    ///     of the SDK; `nil` if a licence was preloaded.
    ///   - completionHandler: Receives the token or the error.
    public func requestVideoDownload(
        _ video: BCOVVideo!, parameters: [AnyHashable: Any]!,
        completion completionHandler: @escaping Completion
    ) {
        requestVideoDownload(
            video, mediaSelections: nil, parameters: parameters, completion: completionHandler)
    }

    /// Requests a download of chosen tracks.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - mediaSelections: The tracks; `nil` selects the preferred tracks.
    ///   - parameters: The terms of the licence, the bitrate and the display name, under the keys
    ///     of the SDK; `nil` if a licence was preloaded.
    ///   - completionHandler: Receives the token or the error.
    public func requestVideoDownload(
        _ video: BCOVVideo!, mediaSelections: OfflineMediaSelections!,
        parameters: [AnyHashable: Any]!, completion completionHandler: @escaping Completion
    ) {
        guard let video else { return completionHandler(nil, Self.missingVideo) }
        manager.requestVideoDownload(
            video.video, mediaSelections: mediaSelections,
            parameters: parameters.map { Self.parameters($0) },
            completion: Self.answer(completionHandler))
    }

    /// Pauses a download.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    public func pauseVideoDownload(_ offlineVideoToken: BCOVOfflineVideoToken!) {
        manager.pauseVideoDownload(token(offlineVideoToken))
    }

    /// Resumes a paused download.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    public func resumeVideoDownload(_ offlineVideoToken: BCOVOfflineVideoToken!) {
        manager.resumeVideoDownload(token(offlineVideoToken))
    }

    /// Cancels a download.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    public func cancelVideoDownload(_ offlineVideoToken: BCOVOfflineVideoToken!) {
        manager.cancelVideoDownload(token(offlineVideoToken))
    }

    /// Deletes a download with its files and its licence.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    public func deleteOfflineVideo(_ offlineVideoToken: BCOVOfflineVideoToken!) {
        attempt { () throws(OfflineError) in
            try manager.deleteOfflineVideo(token(offlineVideoToken))
        }
    }

    /// Estimates the size of a download.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - options: The highest bitrate, under the key
    ///     ``kBCOVOfflineVideoManagerRequestedBitrateKey``; `nil` for the largest variant.
    ///   - completionHandler: Receives the size in megabytes and the error. If there is an error,
    ///     the size is 0.
    public func estimateDownloadSize(
        _ video: BCOVVideo!, options: [AnyHashable: Any]!,
        completion completionHandler: @escaping (Double, (any Error)?) -> Void
    ) {
        guard let video else { return completionHandler(0, Self.missingVideo) }
        let bitrate = BCOVDictionary(options).number(kBCOVOfflineVideoManagerRequestedBitrateKey)
        manager.estimateDownloadSize(
            video.video, requestedBitrate: bitrate.map { Int64($0) }
        ) { completionHandler($0, $1.map { NSError($0) }) }
    }

    /// Lists the variants of a video.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completionHandler: Receives the attributes of each variant, such as `BANDWIDTH`.
    public func variantAttributesDictionaries(
        for video: BCOVVideo!,
        completion completionHandler: @escaping ([[AnyHashable: Any]]?, (any Error)?) -> Void
    ) {
        guard let video else { return completionHandler(nil, Self.missingVideo) }
        manager.variantAttributes(of: video.video) { list, error in
            completionHandler(error == nil ? list : nil, error.map { NSError($0) })
        }
    }

    /// Lists the audio and subtitle renditions of a video.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completionHandler: Receives the attributes of each rendition, such as `TYPE`.
    public func alternativeRenditionAttributesDictionaries(
        for video: BCOVVideo!,
        completion completionHandler: @escaping ([[AnyHashable: Any]]?, (any Error)?) -> Void
    ) {
        guard let video else { return completionHandler(nil, Self.missingVideo) }
        manager.alternativeRenditionAttributes(of: video.video) { list, error in
            completionHandler(error == nil ? list : nil, error.map { NSError($0) })
        }
    }

    /// Lists the bitrates of a video, in ascending order.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - completionHandler: Receives the bitrates in bits per second.
    public func variantBitrates(
        for video: BCOVVideo!,
        completion completionHandler: @escaping ([NSNumber]?, (any Error)?) -> Void
    ) {
        guard let video else { return completionHandler(nil, Self.missingVideo) }
        manager.variantBitrates(of: video.video) { list, error in
            completionHandler(
                error == nil ? list.map { NSNumber(value: $0) } : nil, error.map { NSError($0) })
        }
    }

    /// The error for a video that is `nil`.
    static var missingVideo: NSError {
        NSError(OfflineError(.invalidParameter, "there is no video"))
    }

    /// Reads the download parameters from a dictionary that the app has passed.
    static func parameters(_ dictionary: [AnyHashable: Any]) -> OfflineVideoParameters {
        let given = BCOVDictionary(dictionary)
        return OfflineVideoParameters(
            requestedBitrate: given.number(kBCOVOfflineVideoManagerRequestedBitrateKey)
                .map { Int64($0) },
            displayName: given.text(kBCOVOfflineVideoManagerDisplayNameKey),
            purchase: given.flag(kBCOVFairPlayLicensePurchaseKey),
            rentalDuration: given.number(kBCOVFairPlayLicenseRentalDurationKey),
            playDuration: given.number(kBCOVFairPlayLicensePlayDurationKey),
            subtitleLanguages: given.texts(kBCOVOfflineVideoManagerSubtitleLanguagesKey)
                ?? given.texts(kBCOVOfflineVideoManagerPlaybackSubtitleLanguageKey))
    }

    /// Returns a completion handler in this package's types that calls a handler of the app.
    static func answer(_ completion: @escaping Completion) -> OfflineVideoManager.Completion {
        { token, error in completion(token?.rawValue, error.map { NSError($0) }) }
    }
}
