extension PlaybackController {
    /// Keeps a FairPlay certificate for as long as the controller lives, so that none is fetched.
    ///
    /// It serves the key systems that ask an authorization proxy. `OfflineVideoManager` has
    /// certificates of its own.
    ///
    /// Source: `Documentation/Brightcove.md#commands`.
    ///
    /// - Parameters:
    ///   - certificate: An X.509 certificate in DER; `nil` forgets what was added.
    ///   - identifier: The location of the certificate, as the catalogue entry of a video names it;
    ///     or `OfflineVideoManager.defaultFairPlayApplicationCertificateIdentifier` for all other
    ///     videos.
    public func addFairPlayApplicationCertificate(_ certificate: [UInt8]?, identifier: String) {
        applicationCertificates[identifier] = certificate
    }
}
