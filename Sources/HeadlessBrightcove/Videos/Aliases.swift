import Formats
import HeadlessPlayback
public import Sessions
public import VirtualTime

/// A cue point.
public typealias BCOVCuePoint = CuePoint
/// Cue points, sorted by position.
public typealias BCOVCuePointCollection = CuePointCollection
/// The type of a video: on demand, live, or live with a large seekable window.
public typealias BCOVVideoType = VideoType
/// The media type of a source, such as audio without video.
public typealias BCOVSourceMediaType = MediaType
/// The business model of a video.
public typealias BCOVEconomics = Video.Economics

extension CuePoint {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Creates a cue point.
    ///
    /// - Parameters:
    ///   - type: The type; `nil` means an empty type.
    ///   - position: The position; `positiveInfinity` is after the media, and `negativeInfinity`
    ///     before it.
    ///   - properties: Further properties; `nil` for none.
    public init(type: String!, position: CMTime, properties: [AnyHashable: Any]! = nil) {
        let place: Position =
            switch position {
            case .positiveInfinity: .after
            case .negativeInfinity: .before
            default: .time(position)
            }
        self.init(
            position: place, type: type ?? "",
            properties: PropertyValue.members(bridging: properties))
    }
}

extension CuePointCollection {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Creates a collection.
    ///
    /// - Parameter cuePoints: The cue points, in any order; `nil` means none.
    public init(array cuePoints: [CuePoint]!) { self.init(cuePoints ?? []) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the position of a cue point as a number of seconds.
///
/// - Parameter position: The position.
/// - Returns: The seconds; 0 for the position before the media, infinity for the position after the
///   media, and NaN for an invalid time.
public func CMTimeGetSeconds(_ position: CuePoint.Position) -> Double {
    if case .time(let time) = position { time.secondsOfCommand } else { position.timeInterval }
}
