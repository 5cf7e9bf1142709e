import Containers
import Transport

extension Video {
    /// The error domain for videos that are refused because of their asset options.
    private static let errorDomain = "AssetOptionsErrorDomain"

    /// Returns the video with the delivery methods that the overriding media types determine.
    ///
    /// A source without an overriding media type keeps its delivery method.
    ///
    /// - Returns: The changed video.
    /// - Throws: ``SessionError`` for a media type that no reader supports.
    package func withOverriddenTypes() throws(SessionError) -> Video {
        var video = self
        for index in sources.indices {
            let options = sources[index].assetOptions.merged(over: assetOptions)
            guard let type = options.overrideMIMEType else { continue }
            guard let method = Source.DeliveryMethod(overridingMediaType: type) else {
                throw .refused(
                    SessionRefusal(
                        domain: Self.errorDomain, code: 1,
                        reason: "no reader for the overriding media type \(type)"))
            }
            video.sources[index].deliveryMethod = method
        }
        return video
    }
}

extension Source.DeliveryMethod {
    /// Creates the delivery method of a media type; `nil` for a type that cannot be played.
    fileprivate init?(overridingMediaType type: String) {
        switch Self(mediaType: type) {
        case .hls: self = .hls
        case .mp4: self = .mp4
        default:
            guard FormatHint(mediaType: type) != nil else { return nil }
            self = .file
        }
    }
}
