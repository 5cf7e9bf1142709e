import HeadlessPlayback
public import OfflineDownloads
public import Sessions
public import VirtualTime

// Names of system frameworks in the signatures of the SDK, for code that is written with them.

/// A position or a length in media.
public typealias CMTime = MediaTime
/// An audio or subtitle option.
public typealias AVMediaSelectionOption = MediaOption
/// The options to choose one from.
public typealias AVMediaSelectionGroup = MediaSelectionGroup
/// A track of a download.
public typealias AVMediaSelection = OfflineMediaSelection
/// The task of a download.
public typealias AVAssetDownloadTask = OfflineDownloadTask
/// The task of a download of several tracks.
public typealias AVAggregateAssetDownloadTask = OfflineDownloadTask

#if !canImport(ObjectiveC)
    /// A list of videos, which is a collection of any kind in Objective-C.
    public typealias NSFastEnumeration = [BCOVVideo]
#endif

extension MediaTime {
    /// Creates a time from seconds.
    ///
    /// - Parameters:
    ///   - seconds: A finite number of seconds.
    ///   - preferredTimescale: The number of units in a second, to which the time is rounded.
    public init(seconds: Double, preferredTimescale: Int32) {
        let scale = Int64(max(1, preferredTimescale))
        self.init(Int64((seconds * Double(scale)).rounded()), timescale: scale)
    }

    /// Creates a time of units.
    ///
    /// - Parameters:
    ///   - value: The number of units.
    ///   - timescale: The number of units in a second.
    public init(value: Int64, timescale: Int32) {
        self.init(value, timescale: Int64(timescale))
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a time of units.
///
/// - Parameters:
///   - value: The number of units.
///   - timescale: The number of units in a second.
/// - Returns: The time.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a time of seconds.
///
/// - Parameters:
///   - seconds: A finite number of seconds.
///   - preferredTimescale: The number of units in a second, to which the time is rounded.
/// - Returns: The time.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the seconds of a time.
///
/// - Parameter time: The time.
/// - Returns: The seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
