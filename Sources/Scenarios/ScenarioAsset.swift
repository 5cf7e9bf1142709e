import Formats
public import HeadlessPlayback

/// One video of a scenario.
public struct ScenarioAsset: Sendable {
    /// The location of the asset: a path, or a URL.
    public var url: String
    /// The name of the video; `nil` means a name that is derived from the location.
    public var name: String?
    /// The cue points of the video.
    public var cuePoints: CuePointCollection
    /// The text tracks that the app adds.
    public var textTracks: [TextTrack]
    /// Other properties of the video, by their keys in the video catalogue.
    public var properties: [String: PropertyValue]

    /// The broadcast that the location belongs to; `nil` for an asset that is not a broadcast.
    package var live: LiveAsset?

    /// The recording that answers the requests for the location; `nil` if there is no recording.
    package var recording: RecordedAsset?

    /// The request with which the app obtains the videos from the playback service.
    ///
    /// The value is `nil` for an asset with a location.
    package var find: ServiceFind?

    /// The options with which the asset is requested.
    public var assetOptions = AssetOptions()

    /// Creates an asset.
    ///
    /// - Parameters:
    ///   - url: The location of the asset.
    ///   - name: The name of the video.
    ///   - cuePoints: The cue points of the video.
    ///   - textTracks: The text tracks that the app adds.
    public init(
        _ url: String, name: String? = nil, cuePoints: CuePointCollection = CuePointCollection([]),
        textTracks: [TextTrack] = []
    ) {
        self.url = url
        self.name = name
        self.cuePoints = cuePoints
        self.textTracks = textTracks
        properties = [:]
    }
}

extension ScenarioAsset {
    /// Returns whether a command from outside the app refers to the asset by a location.
    ///
    /// The command may contain the complete location, the location as traces write it, or only the
    /// last parts of the location.
    ///
    /// - Parameter location: The location in the command.
    /// - Returns: Whether it is a location of the asset.
    package func isAt(_ location: String) -> Bool {
        [url, SafeText.url(url)].contains(location) || url.hasSuffix("/" + location)
    }
}
