public import ContentProtection
import HeadlessPlayback
public import OfflineDownloads
public import Sessions
public import VirtualTime

#if canImport(FoundationNetworking)
    public import FoundationNetworking

    /// The response of a server, which apps then need not import from `FoundationNetworking`.
    public typealias URLResponse = FoundationNetworking.URLResponse
#endif

// Aliases for the system framework types in the SDK's signatures, so that apps can use the system's
// names.

/// A position or a duration in media.
public typealias CMTime = MediaTime
/// An audio or subtitle option.
public typealias AVMediaSelectionOption = MediaOption
/// The audio or subtitle options of an asset, of which one can be selected.
public typealias AVMediaSelectionGroup = MediaSelectionGroup
/// A track of a download, for which progress is reported.
public typealias AVMediaSelection = OfflineMediaSelection
/// A request for a key, which a key system makes.
public typealias AVContentKeyRequest = ContentKeyRequest
/// The task of a download.
public typealias AVAssetDownloadTask = OfflineDownloadTask
/// The task of a download of several tracks.
public typealias AVAggregateAssetDownloadTask = OfflineDownloadTask

#if !canImport(ObjectiveC)
    /// A list of videos; in Objective-C, this type is a collection of any kind.
    public typealias NSFastEnumeration = [BCOVVideo]
    /// The configuration of the session that downloads videos in the background.
    public typealias URLSessionConfiguration = BCOVBackgroundSessionConfiguration
#endif

extension ContentKeyRequest {
    /// The location of the key in the playlist, a `String` such as `skd://film-7`.
    public var identifier: Any? { url }
}

extension MediaTime {
    /// A time that is not a number; a seek to it has no effect.
    ///
    /// The playhead never reaches this time. The duration of a broadcast that has not ended equals
    /// this time.
    public static let invalid = MediaTime.indefinite
    /// The time after every position; a seek to it is a seek to the end.
    public static let positiveInfinity = MediaTime.latest
    /// The time before every position; a seek to it is a seek to the start.
    public static let negativeInfinity = MediaTime(ticks: -.max)

    /// Creates a time from seconds.
    ///
    /// - Parameters:
    ///   - seconds: The number of seconds. NaN gives ``invalid``, and a number that is out of range
    ///     gives an infinite time.
    ///   - preferredTimescale: The number of units in a second, to which the time is rounded. A
    ///     number that is not positive gives ``invalid``.
    public init(seconds: Double, preferredTimescale: Int32) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self = .invalid
            return
        }
        let count = (seconds * Double(preferredTimescale)).rounded()
        let limit = seconds < 0 ? MediaTime.negativeInfinity : .positiveInfinity
        self =
            Int64(exactly: count).map { MediaTime(value: $0, timescale: preferredTimescale) }
            ?? limit
    }

    /// Creates a time from a number of units.
    ///
    /// - Parameters:
    ///   - value: The number of units; a number that is out of range gives an infinite time.
    ///   - timescale: The number of units in a second; a number that is not positive gives
    ///     ``invalid``.
    public init(value: Int64, timescale: Int32) {
        guard timescale > 0 else {
            self = .invalid
            return
        }
        let time = MediaTime(value, timescale: Int64(timescale))
        self = min(max(time, .negativeInfinity), .positiveInfinity)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a time from a number of units.
///
/// - Parameters:
///   - value: The number of units.
///   - timescale: The number of units in a second.
/// - Returns: The time.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a time from a number of seconds.
///
/// - Parameters:
///   - seconds: The number of seconds.
///   - preferredTimescale: The number of units in a second, to which the time is rounded.
/// - Returns: The time.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a time as a number of seconds.
///
/// - Parameter time: The time.
/// - Returns: The seconds; NaN for an invalid or indefinite time, and infinity for an infinite
///   time.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.secondsOfCommand }
