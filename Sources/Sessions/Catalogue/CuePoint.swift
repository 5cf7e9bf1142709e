public import Formats
public import VirtualTime

/// A position on the timeline of a video; the app is notified when the playhead passes it.
public struct CuePoint: Hashable, Sendable {
    /// The position of a cue point: before the media, at a time in it, or after it.
    ///
    /// Positions are ordered: `before`, then every time, then `after`.
    public enum Position: Hashable, Sendable {
        /// A position before the media; the playhead passes it when the video is first played.
        case before
        /// A position in the media, counted from the start of the video.
        case time(MediaTime)
        /// A position after the media; the playhead passes it when the video has played to its end.
        case after
    }

    /// The position.
    public var position: Position

    /// The type, a free text that playback ignores.
    public var type: String

    /// Further properties, which may be empty.
    public var properties: [String: PropertyValue]

    /// Creates a cue point.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - type: The type.
    ///   - properties: Further properties.
    public init(position: Position, type: String = "", properties: [String: PropertyValue] = [:]) {
        self.position = position
        self.type = type
        self.properties = properties
    }

    /// The type of a cue point that marks a place for advertisements.
    public static let adSlot = "AdSlot"

    /// The type of a cue point that accompanies an advertisement.
    public static let adCompanion = "AdCompanion"

    /// The key under which `properties` contains the name of the cue point.
    public static let nameKey = "name"

    /// The name of the cue point, as stored in `properties`; `nil` if there is none.
    public var name: String? {
        get { properties[Self.nameKey]?.string }
        set { properties[Self.nameKey] = newValue.map(PropertyValue.string) }
    }

    /// Returns whether the cue point is exactly at a position.
    ///
    /// - Parameter position: The position to compare with.
    /// - Returns: Whether the positions are equal.
    public func hasPosition(_ position: Position) -> Bool {
        self.position == position
    }
}

extension CuePoint {
    /// Creates a cue point before the start of the media.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - properties: Further properties.
    /// - Returns: The cue point.
    public static func before(
        type: String = "", properties: [String: PropertyValue] = [:]
    ) -> CuePoint {
        CuePoint(position: .before, type: type, properties: properties)
    }

    /// Creates a cue point at a time in the media.
    ///
    /// - Parameters:
    ///   - time: The position, counted from the start of the video.
    ///   - type: The type.
    ///   - properties: Further properties.
    /// - Returns: The cue point.
    public static func at(
        _ time: MediaTime, type: String = "", properties: [String: PropertyValue] = [:]
    ) -> CuePoint {
        CuePoint(position: .time(time), type: type, properties: properties)
    }

    /// Creates a cue point at a number of seconds in the media.
    ///
    /// ```swift
    /// let video = Video(url: "movie/index.m3u8", cuePoints: [.at(5, "mid-roll"), .after()])
    /// ```
    ///
    /// - Parameters:
    ///   - seconds: The position, counted from the start of the video. Infinity means after the
    ///     end. If the value is not a number, the playhead never reaches the cue point.
    ///   - name: The name; `nil` for none.
    ///   - type: The type.
    ///   - properties: Further properties.
    /// - Returns: The cue point.
    @_disfavoredOverload
    public static func at(
        _ seconds: Double, _ name: String? = nil, type: String = "",
        properties: [String: PropertyValue] = [:]
    ) -> CuePoint {
        var cuePoint = CuePoint(
            position: seconds == .infinity ? .after : .time(.seconds(seconds)), type: type,
            properties: properties)
        if let name { cuePoint.name = name }
        return cuePoint
    }

    /// Creates a cue point after the end of the media.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - properties: Further properties.
    /// - Returns: The cue point.
    public static func after(
        type: String = "", properties: [String: PropertyValue] = [:]
    ) -> CuePoint {
        CuePoint(position: .after, type: type, properties: properties)
    }
}

extension CuePoint.Position: Comparable {
    /// Returns whether the left position precedes the right position.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.time(let left), .time(let right)): left < right
        case (.before, .before), (.after, _): false
        case (.before, _): true
        case (.time, .before): false
        case (.time, .after): true
        }
    }
}

extension CuePoint.Position {
    /// The position in seconds, in the form that apps receive.
    ///
    /// The result is zero for `before` and infinity for `after`.
    public var timeInterval: Double {
        switch self {
        case .before: 0
        case .time(let time): time.seconds
        case .after: .infinity
        }
    }
}

extension CuePoint {
    /// A short description of the cue point.
    package var words: String {
        let place =
            switch position {
            case .before: "before"
            case .time(let time): time.description
            case .after: "after"
            }
        let label = name ?? type
        return label.isEmpty ? place : "\(place) \(label)"
    }
}
