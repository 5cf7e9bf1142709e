import Foundation
import HeadlessBrightcove
import HeadlessPlayback

/// An app with the code of the guide to downloads and offline playback, paragraph by paragraph.
///
/// Each function is one sample, in Swift as Xcode imports the headers; `GuideSample` has the
/// headings and the lines that are left out.
final class OfflineGuideApp: BCOVOfflineVideoManagerDelegate {
    /// The authorization proxy of the vendor's SDK.
    var authProxy: BCOVFPSBrightcoveAuthProxy?
    /// The controller of the app.
    var playbackController: BCOVPlaybackController?
    /// The token of the last request.
    var token: BCOVOfflineVideoToken?
    /// The error of the last request.
    var failure: (any Error)?
    /// The parameters of the next request.
    var parameters: [AnyHashable: Any]?
    /// The subtitle languages of the video that was queried last.
    var languages: [String] = []
    /// The variant attributes of the video that was queried last.
    var variants: [[AnyHashable: Any]] = []
    /// The bitrates of the video that was queried last.
    var bitrates: [NSNumber] = []
    /// The path of the poster of the last download.
    var posterPath: String?
    /// Whether the viewer is asked to download the video again.
    var asksForDownload = false
    /// The manager's reports, in order: `progress`, `paused`, `complete` or `failed`.
    var reports: [String] = []

    func offlineVideoToken(
        _ offlineVideoToken: String!, didFinishDownloadWithError error: (any Error)!
    ) { reports.append(error == nil ? "complete" : "failed") }

    func downloadWasPaused(forOfflineVideoToken offlineVideoToken: String!) {
        reports.append("paused")
    }

    func offlineVideoToken(
        _ offlineVideoToken: String!, aggregateDownloadTask: AVAggregateAssetDownloadTask!,
        didProgressTo progressPercent: TimeInterval, for mediaSelection: AVMediaSelection!
    ) { if reports.last != "progress" { reports.append("progress") } }
}

@MainActor extension OfflineGuideApp {
    // Code sample 1 of the section `Initialization` of the guide.
    func initializeManager() {
        BCOVOfflineVideoManager.initializeOfflineVideoManager(
            with: self, options: [kBCOVOfflineVideoManagerAllowsCellularDownloadKey: true])
    }

    // Code sample 2 of the section `Initialization` of the guide.
    func setAuthorizationProxy() {
        authProxy = BCOVFPSBrightcoveAuthProxy(publisherId: nil, applicationId: nil)
        BCOVOfflineVideoManager.shared().authProxy = authProxy
    }

    // Code sample 1 of the section `Download A Video` of the guide.
    func download(_ video: BCOVVideo) {
        BCOVOfflineVideoManager.shared().requestVideoDownload(video, parameters: parameters) {
            (offlineVideoToken: String?, error: (any Error)?) in
            self.token = offlineVideoToken
            self.failure = error
        }
    }

    // Code sample 2 of the section `Download A Video` of the guide.
    func chooseRental() {
        parameters = [kBCOVFairPlayLicenseRentalDurationKey: 30 * 24 * 60 * 60]
    }

    // Code sample 1 of the section `Preload A FairPlay license` of the guide.
    func preloadLicence(of video: BCOVVideo) {
        BCOVOfflineVideoManager.shared().preloadFairPlayLicense(video, parameters: parameters) {
            (offlineVideoToken: String?, error: (any Error)?) in
            self.token = offlineVideoToken
            self.failure = error
        }
    }

    // Code sample 2 of the section `Preload A FairPlay license` of the guide.
    func downloadAfterPreload(_ video: BCOVVideo, _ completion: @escaping (String?) -> Void) {
        BCOVOfflineVideoManager.shared().requestVideoDownload(video, parameters: nil) {
            (offlineVideoToken: String?, error: (any Error)?) in
            self.failure = error
            completion(offlineVideoToken)
        }
    }

    // Code sample 1 of the section `Subtitle Tracks` of the guide.
    func findSubtitleLanguages(of video: BCOVVideo) {
        BCOVOfflineVideoManager.shared().alternativeRenditionAttributesDictionaries(for: video) {
            (renditions: [[AnyHashable: Any]]?, error: (any Error)?) in
            var found = Set<String>()
            for rendition in renditions ?? [] where rendition["TYPE"] as? String == "SUBTITLES" {
                if let language = rendition["LANGUAGE"] as? String { found.insert(language) }
            }
            self.languages = found.sorted()
        }
    }

    // Code sample 2 of the section `Subtitle Tracks` of the guide.
    func downloadWithSubtitles(_ video: BCOVVideo) {
        parameters = [
            kBCOVFairPlayLicensePurchaseKey: true,
            kBCOVOfflineVideoManagerPlaybackSubtitleLanguageKey: languages,
        ]
        BCOVOfflineVideoManager.shared().requestVideoDownload(video, parameters: parameters) {
            (offlineVideoToken: String?, error: (any Error)?) in
            self.token = offlineVideoToken
            self.failure = error
        }
    }

    // Code sample 1 of the section `Specifying a Variant Bitrate` of the guide.
    func findVariants(of video: BCOVVideo) {
        BCOVOfflineVideoManager.shared().variantAttributesDictionaries(for: video) {
            (variants: [[AnyHashable: Any]]?, error: (any Error)?) in
            self.variants = variants ?? []
        }
    }

    // Code sample 2 of the section `Specifying a Variant Bitrate` of the guide.
    func findBitrates(of video: BCOVVideo) {
        BCOVOfflineVideoManager.shared().variantBitrates(for: video) {
            (bitrates: [NSNumber]?, error: (any Error)?) in
            self.bitrates = bitrates ?? []
        }
    }

    // Code sample 3 of the section `Specifying a Variant Bitrate` of the guide.
    func download(_ video: BCOVVideo, atMost bitrate: Int) {
        parameters = [
            kBCOVFairPlayLicensePurchaseKey: true,
            kBCOVOfflineVideoManagerRequestedBitrateKey: bitrate,
        ]
        BCOVOfflineVideoManager.shared().requestVideoDownload(video, parameters: parameters) {
            (offlineVideoToken: String?, error: (any Error)?) in
            self.token = offlineVideoToken
            self.failure = error
        }
    }

    // Code sample 1 of the section `Get Metadata From Offline Video Tokens` of the guide.
    func findPoster() {
        let video = BCOVOfflineVideoManager.shared().videoObject(fromOfflineVideoToken: token)
        posterPath = video?.properties[kBCOVOfflineVideoPosterFilePathPropertyKey] as? String
    }

    // Code sample 1 of the section `Play Back Offline Videos` of the guide.
    func setUpPlayback(_ delegate: any BCOVPlaybackControllerDelegate) throws {
        let sdkManager = BCOVPlayerSDKManager.shared()
        authProxy = BCOVFPSBrightcoveAuthProxy(publisherId: nil, applicationId: nil)
        guard let sdkManager, let authProxy else { return }
        let psp = sdkManager.createBasicSessionProvider(with: nil)
        let fps = sdkManager.createFairPlaySessionProvider(
            with: authProxy, upstreamSessionProvider: psp)
        let playbackController = sdkManager.createPlaybackController(with: fps, viewStrategy: nil)
        playbackController?.isAutoAdvance = true
        playbackController?.isAutoPlay = true
        playbackController?.delegate = delegate
        self.playbackController = playbackController
    }

    // Code sample 2 of the section `Play Back Offline Videos` of the guide.
    func playDownload() {
        let video = BCOVOfflineVideoManager.shared().videoObject(fromOfflineVideoToken: token)
        if let video, video.playableOffline {
            playbackController?.setVideos([video])
        } else {
            asksForDownload = true
        }
    }

    // Code sample 1 of the section `Pause/Resume/Cancel Downloads` of the guide.
    func pauseDownload() { BCOVOfflineVideoManager.shared().pauseVideoDownload(token) }

    // Code sample 2 of the section `Pause/Resume/Cancel Downloads` of the guide.
    func resumeDownload() { BCOVOfflineVideoManager.shared().resumeVideoDownload(token) }

    // Code sample 3 of the section `Pause/Resume/Cancel Downloads` of the guide.
    func cancelDownload() { BCOVOfflineVideoManager.shared().cancelVideoDownload(token) }
}
