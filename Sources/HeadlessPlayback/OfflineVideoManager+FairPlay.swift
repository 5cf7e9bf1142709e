extension OfflineVideoManager {
    /// Names the certificate that is used for videos whose catalogue entry names none.
    public static let defaultFairPlayApplicationCertificateIdentifier =
        FairPlayLicensing.defaultCertificateIdentifier

    /// Stands between the manager and the key server of FairPlay; `nil` while nobody does.
    ///
    /// It is what apps of the simulated SDK set after they have initialised the manager.
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

    /// Keeps a certificate for as long as the app lives, so that none is fetched.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#methods`.
    ///
    /// - Parameters:
    ///   - certificate: An X.509 certificate in DER; `nil` forgets what was added.
    ///   - identifier: The location of the certificate, as the catalogue entry of a video names it;
    ///     or ``defaultFairPlayApplicationCertificateIdentifier`` for all other videos.
    public func addFairPlayApplicationCertificate(_ certificate: [UInt8]?, identifier: String) {
        applicationCertificates[identifier] = certificate
        (licensing as? FairPlayLicensing)?.certificates[identifier] = certificate
    }
}
