public import Formats
public import Transport

/// An entry of a catalogue: the sources of its media, its cue points and its properties.
///
/// A video is a value. Its description is in `properties` under the keys of the catalogue. The
/// typed members read and write `properties`, so that nothing is stored twice.
public struct Video: Hashable, Sendable {
    /// The sources of the media, in catalogue order.
    public var sources: [Source]

    /// The cue points on the timeline.
    public var cuePoints: CuePointCollection

    /// The properties in the catalogue; may be empty.
    public var properties: [String: PropertyValue]

    /// The options with which the video's assets are requested; a source's options take precedence.
    public var assetOptions = AssetOptions()

    /// The playback service that delivered the video; `nil` for a video created by the app.
    public var provenance: VideoProvenance?

    /// The error code with which the catalogue refused the video; `nil` if it was not refused.
    public var errorCode: String?

    /// The subcode of `errorCode`; `nil` when there is none.
    public var errorSubcode: String?

    /// The error message; `nil` when there is none.
    public var errorMessage: String?

    /// Creates a video.
    ///
    /// - Parameters:
    ///   - sources: The sources of the media.
    ///   - cuePoints: The cue points on the timeline.
    ///   - properties: Further properties.
    public init(
        sources: [Source], cuePoints: CuePointCollection = .empty,
        properties: [String: PropertyValue] = [:]
    ) {
        self.sources = sources
        self.cuePoints = cuePoints
        self.properties = properties
    }

    /// Creates a video with one source.
    ///
    /// - Parameters:
    ///   - url: The location of the media.
    ///   - deliveryMethod: The delivery method; `nil` derives it from the extension of the
    ///     location.
    ///   - cuePoints: The cue points on the timeline.
    public init(
        url: String, deliveryMethod: Source.DeliveryMethod? = nil,
        cuePoints: CuePointCollection = .empty
    ) {
        self.init(
            sources: [Source(url: url, deliveryMethod: deliveryMethod)], cuePoints: cuePoints)
    }

    /// Creates a video whose media is delivered through HLS.
    ///
    /// - Parameter hlsURL: The location of the playlist, with any extension.
    public init(hlsURL: String) {
        self.init(url: hlsURL, deliveryMethod: .hls)
    }

    /// Creates a video that a catalogue refused to deliver.
    ///
    /// - Parameters:
    ///   - errorCode: The error code of the refusal.
    ///   - subcode: The more specific error code, if any.
    ///   - message: The error message, if any.
    public init(errorCode: String, subcode: String? = nil, message: String? = nil) {
        self.init(sources: [])
        self.errorCode = errorCode
        errorSubcode = subcode
        errorMessage = message
    }

    /// Returns a changed copy.
    ///
    /// - Parameter change: Makes the change.
    /// - Returns: The changed copy.
    public func updating(_ change: (inout Video) throws -> Void) rethrows -> Video {
        var copy = self
        try change(&copy)
        return copy
    }

    /// Whether the catalogue refused the video, so that it cannot be played.
    public var hasError: Bool {
        errorCode != nil || errorSubcode != nil || errorMessage != nil
    }

    /// Whether a source names FairPlay among its key systems.
    public var usesFairPlay: Bool {
        sources.contains { $0.usesFairPlay }
    }
}
