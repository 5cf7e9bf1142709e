public import Foundation
import HeadlessPlayback
import OfflineDownloads

/// Licences of downloads.
extension BCOVOfflineVideoManager {
    /// Requests a licence before the download.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - parameters: The terms of the licence, under the keys of the SDK.
    ///   - completionHandler: Receives the token or the error.
    public func preloadFairPlayLicense(
        _ video: BCOVVideo!, parameters: [AnyHashable: Any]!,
        completion completionHandler: @escaping Completion
    ) {
        guard let video else { return completionHandler(nil, Self.missingVideo) }
        manager.preloadFairPlayLicense(
            video.video, parameters: Self.parameters(parameters ?? [:]),
            completion: Self.answer(completionHandler))
    }

    /// Requests another licence for a download.
    ///
    /// - Parameters:
    ///   - offlineVideoToken: The token of the download.
    ///   - video: The video as the playback service has just returned it; `nil` uses the video of
    ///     the download.
    ///   - parameters: The terms of the licence, under the keys of the SDK.
    ///   - completionHandler: Receives the token or the error.
    public func renewFairPlayLicense(
        _ offlineVideoToken: BCOVOfflineVideoToken!, video: BCOVVideo!,
        parameters: [AnyHashable: Any]!, completion completionHandler: @escaping Completion
    ) {
        manager.renewFairPlayLicense(
            token(offlineVideoToken), video: video?.video,
            parameters: Self.parameters(parameters ?? [:]),
            completion: Self.answer(completionHandler))
    }

    /// Deletes the licence of a download.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    public func invalidateFairPlayLicense(_ offlineVideoToken: BCOVOfflineVideoToken!) {
        attempt { () throws(OfflineError) in
            try manager.invalidateFairPlayLicense(token(offlineVideoToken))
        }
    }

    /// Returns the expiry of a download's licence.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    /// - Returns: The expiry, in the distant future for a purchase; `nil` if there is no licence.
    public func fairPlayLicenseExpiration(_ offlineVideoToken: BCOVOfflineVideoToken!) -> Date! {
        switch manager.fairPlayLicenseExpiration(token(offlineVideoToken)) {
        case .never: .distantFuture
        case .at(let date):
            .init(timeIntervalSince1970: Double(date.millisecondsSince1970) / 1000)
        case nil: nil
        }
    }

    /// Stores a FairPlay application certificate.
    ///
    /// - Parameters:
    ///   - applicationCertificateData: The certificate; `nil` removes the stored one.
    ///   - identifier: The location of the certificate, or
    ///     ``kBCOVDefaultFairPlayApplicationCertificateIdentifier``.
    public func addFairPlayApplicationCertificate(
        _ applicationCertificateData: Data!, identifier: String!
    ) {
        manager.addFairPlayApplicationCertificate(
            applicationCertificateData.map(Array.init), identifier: identifier ?? "")
    }
}
