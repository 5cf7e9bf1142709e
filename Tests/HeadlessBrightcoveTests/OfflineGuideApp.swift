import Foundation
import HeadlessBrightcove
import HeadlessPlayback

/// An app with the code of the guide to downloads and offline playback, paragraph by paragraph.
///
/// Each function is one sample, in Swift as Xcode imports the headers; `GuideSample` has the headings
/// and the lines that are left out.
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
    /// The reports of the manager.
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
    // Sample: `Initialization`, 1
    func initializeManager() {
        BCOVOfflineVideoManager.initializeOfflineVideoManager(
            with: self, options: [kBCOVOfflineVideoManagerAllowsCellularDownloadKey: true])
    }

    // Sample: `Initialization`, 2
    func setAuthorizationProxy() {
        authProxy = BCOVFPSBrightcoveAuthProxy(publisherId: nil, applicationId: nil)
        BCOVOfflineVideoManager.shared().authProxy = authProxy
    }

    // Sample: `Download A Video`, 1
    func download(_ video: BCOVVideo) {
        BCOVOfflineVideoManager.shared().requestVideoDownload(video, parameters: parameters) {
            (offlineVideoToken: String?, error: (any Error)?) in
            self.token = offlineVideoToken
            self.failure = error
        }
    }

    // Sample: `Download A Video`, 2
    func chooseRental() {
        parameters = [kBCOVFairPlayLicenseRentalDurationKey: 30 * 24 * 60 * 60]
    }

    // Sample: `Preload A FairPlay license`, 1
    func preloadLicence(of video: BCOVVideo) {
        BCOVOfflineVideoManager.shared().preloadFairPlayLicense(video, parameters: parameters) {
            (offlineVideoToken: String?, error: (any Error)?) in
            self.token = offlineVideoToken
            self.failure = error
        }
    }

    // Sample: `Preload A FairPlay license`, 2
    func downloadAfterPreload(_ video: BCOVVideo, _ completion: @escaping (String?) -> Void) {
        BCOVOfflineVideoManager.shared().requestVideoDownload(video, parameters: nil) {
            (offlineVideoToken: String?, error: (any Error)?) in
            self.failure = error
            completion(offlineVideoToken)
        }
    }

    // Sample: `Subtitle Tracks`, 1
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

    // Sample: `Subtitle Tracks`, 2
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

    // Sample: `Specifying a Variant Bitrate`, 1
    func findVariants(of video: BCOVVideo) {
        BCOVOfflineVideoManager.shared().variantAttributesDictionaries(for: video) {
            (variants: [[AnyHashable: Any]]?, error: (any Error)?) in
            self.variants = variants ?? []
        }
    }

    // Sample: `Specifying a Variant Bitrate`, 2
    func findBitrates(of video: BCOVVideo) {
        BCOVOfflineVideoManager.shared().variantBitrates(for: video) {
            (bitrates: [NSNumber]?, error: (any Error)?) in
            self.bitrates = bitrates ?? []
        }
    }

    // Sample: `Specifying a Variant Bitrate`, 3
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

    // Sample: `Get Metadata From Offline Video Tokens`, 1
    func findPoster() {
        let video = BCOVOfflineVideoManager.shared().videoObject(fromOfflineVideoToken: token)
        posterPath = video?.properties[kBCOVOfflineVideoPosterFilePathPropertyKey] as? String
    }

    // Sample: `Play Back Offline Videos`, 1
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

    // Sample: `Play Back Offline Videos`, 2
    func playDownload() {
        let video = BCOVOfflineVideoManager.shared().videoObject(fromOfflineVideoToken: token)
        if let video, video.playableOffline {
            playbackController?.setVideos([video])
        } else {
            asksForDownload = true
        }
    }

    // Sample: `Pause/Resume/Cancel Downloads`, 1
    func pauseDownload() { BCOVOfflineVideoManager.shared().pauseVideoDownload(token) }

    // Sample: `Pause/Resume/Cancel Downloads`, 2
    func resumeDownload() { BCOVOfflineVideoManager.shared().resumeVideoDownload(token) }

    // Sample: `Pause/Resume/Cancel Downloads`, 3
    func cancelDownload() { BCOVOfflineVideoManager.shared().cancelVideoDownload(token) }
}
