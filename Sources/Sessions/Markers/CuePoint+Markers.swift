import Formats
import VirtualTime

extension CuePoint {
    /// The key of the cue-point property that names the kind of marker expected at the cue point.
    package static let markerKey = "marker"
    /// The key of the cue-point property with the duration of the marked part, in seconds.
    package static let durationKey = "duration"
    /// The key of the cue-point property with the number that identifies the event.
    package static let eventKey = "event"
    /// The key of the cue-point property with the identifier of the content.
    package static let contentKey = "content"
    /// The keys of the cue-point properties that describe the expected marker.
    package static let markerKeys = [markerKey, durationKey, eventKey, contentKey]

    /// Creates the cue point for a group of markers.
    ///
    /// - Parameter group: The markers, which have the same meaning at the same position.
    package init(_ group: MarkerGroup) {
        self = .at(
            group.place, type: group.kind == .out ? Self.adSlot : group.kind.rawValue)
        name = group.name
        properties[Self.markerKey] = .string(group.kind.rawValue)
        let members = group.members.map(\.marker)
        if let duration = group.duration {
            properties[Self.durationKey] = .number(
                Double(duration.value(timescale: 1000)) / 1000)
        }
        if let event = members.lazy.compactMap(\.eventID).first {
            properties[Self.eventKey] = .integer(Int64(event))
        }
        if let content = members.lazy.compactMap(\.contentID).first {
            properties[Self.contentKey] = .string(content)
        }
    }
}
