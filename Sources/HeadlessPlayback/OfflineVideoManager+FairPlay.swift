public import ContentProtection
public import OfflineDownloads

extension OfflineVideoManager {
    /// The identifier of the FairPlay certificate for videos that have no certificate of their own.
    ///
    /// It applies when no certificate is stored for the certificate location in the catalogue entry
    /// of the video.
    public static let defaultFairPlayApplicationCertificateIdentifier =
        FairPlayLicensing.defaultCertificateIdentifier

    /// The authorization proxy between the manager and FairPlay's key server; `nil` by default.
    ///
    /// As with the SDK, an app sets the proxy after it has initialized the manager.
    public var authProxy: (any AuthorizationProxy)? {
        get { (licensing as? FairPlayLicensing)?.authorizationProxy }
        set {
            licensing = newValue.map { proxy in
                let licensing = FairPlayLicensing(authorizationProxy: proxy)
                licensing.certificates = applicationCertificates
                return licensing
            }
        }
    }

    /// Stores a certificate for the life of the app, instead of fetching one.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#methods`.
    ///
    /// - Parameters:
    ///   - certificate: An X.509 certificate in DER; `nil` removes the stored one.
    ///   - identifier: The location of the certificate in the catalogue entry of a video, or
    ///     ``defaultFairPlayApplicationCertificateIdentifier`` for all videos that have no stored
    ///     certificate of their own.
    public func addFairPlayApplicationCertificate(_ certificate: [UInt8]?, identifier: String) {
        applicationCertificates[identifier] = certificate
        (licensing as? FairPlayLicensing)?.certificates[identifier] = certificate
    }
}
