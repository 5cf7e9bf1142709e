import Formats
import HeadlessPlayback
import Sessions

/// A difference between a property that a cue point states and the markers at the cue point.
struct MarkerDifference {
    /// The key of the property: `duration`, `event` or `content`.
    let key: String
    /// The value that the cue point states.
    let expected: String
    /// The distinct values of the markers; empty when no marker has the property.
    let found: [String]
}

extension CuePoint {
    /// The properties that the markers at the cue point must have, with their values.
    ///
    /// A cue point of a catalogue may have a duration with another meaning. The properties
    /// therefore apply only if the type is ``adSlot``, or if the cue point names its marker.
    var markerProperties: [(key: String, value: PropertyValue)] {
        guard type == Self.adSlot || namedMarker != nil else { return [] }
        return [Self.durationKey, Self.eventKey, Self.contentKey].compactMap { key in
            properties[key].flatMap { $0.isNull ? nil : (key, $0) }
        }
    }

    /// Returns the properties of the cue point that none of its markers has.
    ///
    /// Markers from different sources may describe the same break differently. It is enough if one
    /// of them has the value that the cue point states.
    ///
    /// - Parameters:
    ///   - markers: The markers at the cue point.
    ///   - tolerance: The largest difference between durations that count as equal.
    /// - Returns: The differences; empty when the markers have all properties of the cue point.
    func differences(from markers: [Marker], tolerance: MediaTime) -> [MarkerDifference] {
        markerProperties.compactMap { key, value in
            let words = CuePointSheet.trimmed(value.words)
            var found: [String] = []
            var known: Set<String> = []
            for marker in markers {
                guard let other = marker.property(key) else { continue }
                let isEqual =
                    key == Self.durationKey
                    ? marker.hasDuration(value.seconds, tolerance)
                    : CuePointSheet.trimmed(other) == words
                if isEqual { return nil }
                if known.insert(other).inserted { found.append(other) }
            }
            return MarkerDifference(key: key, expected: words, found: found)
        }
    }
}

extension Marker {
    /// Returns whether the marker states a duration that is near a given duration.
    fileprivate func hasDuration(_ other: MediaTime?, _ tolerance: MediaTime) -> Bool {
        guard let duration, let other else { return false }
        return max(duration - other, other - duration) <= tolerance
    }

    /// Returns the value of a cue-point property as text; `nil` when the marker does not state it.
    fileprivate func property(_ key: String) -> String? {
        switch key {
        case CuePoint.durationKey: duration.map { "\($0)" }
        case CuePoint.eventKey: eventID.map { "\($0)" }
        default: contentID
        }
    }
}

extension PropertyValue {
    /// The value as a number of seconds; `nil` when it is not a number.
    fileprivate var seconds: MediaTime? {
        let number =
            number ?? string.flatMap { PlainDecimal(CuePointSheet.trimmed($0)[...])?.value }
        return number.flatMap { MediaTime(seconds: $0) }
    }
}
