import HeadlessPlayback
public import OfflineDownloads
public import Sessions
public import VirtualTime

// Aliases for the system framework types in the SDK's signatures, so that apps can use the system's
// names.

/// A position or a length in media.
public typealias CMTime = MediaTime
/// An audio or subtitle option.
public typealias AVMediaSelectionOption = MediaOption
/// The audio or subtitle options of an asset, of which one can be selected.
public typealias AVMediaSelectionGroup = MediaSelectionGroup
/// A track of a download, for which progress is reported.
public typealias AVMediaSelection = OfflineMediaSelection
/// The task of a download.
public typealias AVAssetDownloadTask = OfflineDownloadTask
/// The task of a download of several tracks.
public typealias AVAggregateAssetDownloadTask = OfflineDownloadTask

#if !canImport(ObjectiveC)
    /// A list of videos; in Objective-C, this type is a collection of any kind.
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

    /// Creates a time from a number of units.
    ///
    /// - Parameters:
    ///   - value: The number of units.
    ///   - timescale: The number of units in a second.
    public init(value: Int64, timescale: Int32) {
        self.init(value, timescale: Int64(timescale))
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
///   - seconds: A finite number of seconds.
///   - preferredTimescale: The number of units in a second, to which the time is rounded.
/// - Returns: The time.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a time as a number of seconds.
///
/// - Parameter time: The time.
/// - Returns: The seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
