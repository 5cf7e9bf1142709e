import Formats
public import Foundation
import HeadlessPlayback
public import Sessions
import OfflineDownloads

/// A video with the interface of the SDK: an immutable wrapper of a `Video`.
public final class BCOVVideo: Hashable {
    /// The wrapped video.
    public let video: Video

    /// Creates a wrapper of a video.
    ///
    /// - Parameter video: The video of this package.
    public init(_ video: Video) { self.video = video }

    /// Creates a video of several sources.
    ///
    /// - Parameters:
    ///   - sources: The sources; `nil` for none.
    ///   - cuePoints: The cue points; `nil` for none.
    ///   - properties: The properties; `nil` for none.
    public convenience init(
        sources: [BCOVSource]!, cuePoints: BCOVCuePointCollection!, properties: [AnyHashable: Any]!
    ) {
        self.init(
            Video(
                sources: (sources ?? []).map(\.source), cuePoints: cuePoints ?? .empty,
                properties: PropertyValue.members(bridging: properties)))
    }

    /// Creates a video of one source.
    ///
    /// - Parameters:
    ///   - source: The source; `nil` for none.
    ///   - cuePoints: The cue points; `nil` for none.
    ///   - properties: The properties; `nil` for none.
    public convenience init(
        source: BCOVSource!, cuePoints: BCOVCuePointCollection!, properties: [AnyHashable: Any]!
    ) {
        self.init(
            sources: source.map { [$0] }, cuePoints: cuePoints, properties: properties)
    }

    /// Creates a video that a service refused.
    ///
    /// - Parameters:
    ///   - errorCode: The code of the error.
    ///   - errorSubCode: The subcode, which details the error; `nil` if there is none.
    ///   - errorMessage: The text of the error; `nil` if there is none.
    ///   - properties: The properties; `nil` for none.
    public convenience init(
        errorCode: String!, errorSubCode: String!, errorMessage: String!,
        properties: [AnyHashable: Any]!
    ) {
        var video = Video(
            errorCode: errorCode ?? "", subcode: errorSubCode, message: errorMessage)
        video.properties.merge(PropertyValue.members(bridging: properties)) { $1 }
        self.init(video)
    }

    /// Creates a video with one source at a location.
    ///
    /// - Parameter url: The location.
    public convenience init(url: URL!) { self.init(url: url, deliveryMethod: nil) }

    /// Creates a video with one HLS playlist as its source.
    ///
    /// - Parameter hlsSourceURL: The location of the playlist.
    public convenience init(hlsSourceURL: URL!) {
        self.init(url: hlsSourceURL, deliveryMethod: kBCOVSourceDeliveryHLS)
    }

    /// Creates a video with one source at a location.
    ///
    /// - Parameters:
    ///   - url: The location.
    ///   - deliveryMethod: The delivery method of the media; `nil` derives it from the file
    ///     extension in the location.
    public convenience init(url: URL!, deliveryMethod: String!) {
        self.init(
            source: BCOVSource(url: url, deliveryMethod: deliveryMethod, properties: nil),
            cuePoints: nil, properties: nil)
    }

    /// The cue points.
    public var cuePoints: BCOVCuePointCollection { video.cuePoints }
    /// The properties; their keys are the constants of the SDK.
    public var properties: [AnyHashable: Any] { video.properties.bridged }
    /// The sources.
    public var sources: [BCOVSource] { video.sources.map(BCOVSource.init) }
    /// The business model.
    public var economics: BCOVEconomics { video.economics }
    /// The location of the WebVTT file with thumbnails for seeking; `nil` when there is none.
    public var thumbnailVTTURL: URL? { video.thumbnailVTTURL.flatMap(URL.init(string:)) }
    /// Whether the catalogue permits a download.
    public var canBeDownloaded: Bool { video.canBeDownloaded }
    /// Whether a source is protected by FairPlay.
    public var usesFairPlay: Bool { video.usesFairPlay }
    /// Whether the video was created from the token of an offline video.
    public var offline: Bool { video.offline }
    /// Whether a complete rendition of the video is downloaded.
    public var playableOffline: Bool { video.playableOffline }
    /// The error code of the service that refused the video; `nil` if there is none.
    public var errorCode: String? { video.errorCode }
    /// The error subcode of the service, which details the code; `nil` if there is none.
    public var errorSubCode: String? { video.errorSubcode }
    /// The error message of the service that refused the video; `nil` if there is none.
    public var errorMessage: String? { video.errorMessage }
    /// Whether a service refused the video.
    public var hasError: Bool { video.hasError }

    /// Returns a copy of the video with the changes that a closure makes.
    ///
    /// - Parameter updateBlock: Changes the values of the copy.
    /// - Returns: The copy.
    public func update(_ updateBlock: (BCOVMutableVideo) -> Void) -> BCOVVideo {
        let mutable = BCOVMutableVideo(video)
        updateBlock(mutable)
        return BCOVVideo(mutable.video)
    }

    /// Returns whether another video has equal values.
    ///
    /// - Parameter video: The other video; `nil` is never equal.
    /// - Returns: Whether the values are equal.
    public func isEqual(to video: BCOVVideo!) -> Bool { video.map { self == $0 } ?? false }

    /// Returns whether the wrapped videos of two objects are equal.
    public static func == (left: BCOVVideo, right: BCOVVideo) -> Bool { left.video == right.video }

    /// Adds the wrapped video to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(video) }
}

/// A mutable copy of a video, for the closure that ``BCOVVideo/update(_:)`` calls.
public final class BCOVMutableVideo {
    /// The video with the changes that were made so far.
    var video: Video

    /// Creates a mutable copy of the values of a video.
    init(_ video: Video) { self.video = video }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The cue points; `nil` removes all.
    public var cuePoints: BCOVCuePointCollection! {
        get { video.cuePoints }
        set { video.cuePoints = newValue ?? .empty }
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The properties; `nil` removes all.
    public var properties: [AnyHashable: Any]! {
        get { video.properties.bridged }
        set { video.properties = PropertyValue.members(bridging: newValue) }
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The sources; `nil` removes all.
    public var sources: [BCOVSource]! {
        get { video.sources.map(BCOVSource.init) }
        set { video.sources = (newValue ?? []).map(\.source) }
    }
}
