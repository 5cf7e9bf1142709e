public import PlaybackControl

extension PlaybackController {
    /// Stores a FairPlay certificate for the life of the controller, instead of fetching one.
    ///
    /// Key systems with an authorization proxy use the certificate. `OfflineVideoManager` has its
    /// own certificates.
    ///
    /// Source: `Documentation/Brightcove.md#commands`.
    ///
    /// - Parameters:
    ///   - certificate: An X.509 certificate in DER; `nil` removes the stored one.
    ///   - identifier: The location of the certificate in the catalogue entry of a video, or
    ///     `OfflineVideoManager.defaultFairPlayApplicationCertificateIdentifier` for all videos
    ///     that have no stored certificate of their own.
    public func addFairPlayApplicationCertificate(_ certificate: [UInt8]?, identifier: String) {
        applicationCertificates[identifier] = certificate
    }
}
