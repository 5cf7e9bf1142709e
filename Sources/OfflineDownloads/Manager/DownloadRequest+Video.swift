import Formats
package import Sessions

extension DownloadRequest {
    /// Creates the request for a download, or for the preload of a licence, from the app's values.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - sourceURL: The location of its HLS source.
    ///   - parameters: The parameters of the app; `nil` means the defaults.
    ///   - isPreload: Whether only the licence is obtained for now.
    ///   - hasLicence: Whether the licence was preloaded.
    /// - Throws: ``OfflineError/Code/invalidParameter`` for malformed terms of a licence.
    init(
        _ video: Video, at sourceURL: String, _ parameters: OfflineVideoParameters?,
        isPreload: Bool, hasLicence: Bool
    ) throws(OfflineError) {
        self.init(video: video, sourceURL: sourceURL)
        if parameters?.speaksOfLicence == true || isPreload || video.usesFairPlay && !hasLicence {
            terms = try (parameters?.licence ?? LicenceParameters()).terms()
        }
        displayName = parameters?.displayName
        sidebandLanguages = parameters?.subtitleLanguages
        self.isPreload = isPreload
    }

    /// Adopts the values of a later request, for a download whose licence was preloaded.
    ///
    /// The selection and the licence terms of the preload remain. The languages of sideband
    /// subtitles and the name remain unless the later request states others.
    mutating func take(_ later: DownloadRequest) {
        isConfigured = later.isConfigured
        assetOptions = later.assetOptions
        sidebandLanguages = later.sidebandLanguages ?? sidebandLanguages
        displayName = later.displayName ?? displayName
        allowsCellular = later.allowsCellular
    }
}

extension Video {
    /// Returns the HLS source of a video that may be downloaded.
    ///
    /// - Throws: ``OfflineError/Code/unsupported`` when there is no HLS source, or when the
    ///   catalogue forbids downloads of the video.
    func downloadableSource() throws(OfflineError) -> Source {
        if properties[PropertyKey.offlineEnabled]?.bool == false {
            throw OfflineError(.unsupported, "the catalogue does not permit downloads of the video")
        }
        guard !hasError else { throw Self.noSource }
        return try hlsSource()
    }

    /// Returns the HLS source.
    ///
    /// - Throws: ``OfflineError/Code/unsupported`` when there is no HLS source.
    package func hlsSource() throws(OfflineError) -> Source {
        guard let source = SourceSelectionPolicy.standard.source(for: self),
            source.deliveryMethod == .hls
        else { throw Self.noSource }
        return source
    }

    private static var noSource: OfflineError {
        OfflineError(.unsupported, "the video has no HLS source")
    }
}
