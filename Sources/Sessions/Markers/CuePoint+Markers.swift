import Formats
import VirtualTime

extension CuePoint {
    /// The key of the cue-point property that names the kind of marker expected at the cue point.
    package static let markerKey = "marker"

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
            properties["duration"] = .number(
                Double(duration.value(timescale: 1000)) / 1000)
        }
        if let event = members.lazy.compactMap(\.eventID).first {
            properties["event"] = .integer(Int64(event))
        }
        if let content = members.lazy.compactMap(\.contentID).first {
            properties["content"] = .string(content)
        }
    }
}
