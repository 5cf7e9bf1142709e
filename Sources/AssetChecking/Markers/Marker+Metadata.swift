import Containers
import Formats
import HeadlessPlayback
import Sessions

extension Marker {
    /// Returns the markers for timed metadata of a segment.
    ///
    /// - Parameters:
    ///   - metadata: The metadata, on the container's own clock.
    ///   - offset: The offset to add to a time of that clock.
    /// - Returns: The markers.
    static func markers(of metadata: TimedMetadata, offset: MediaTime) -> [Marker] {
        let place = metadata.time + offset
        switch metadata.content {
        case .id3(let frames):
            let text = frames.isEmpty ? "no frames" : frames.map(\.words).joined(separator: "; ")
            return [Marker(.id3, at: place, source: "ID3", text: SafeText.quoted(text))]
        case .event(let message):
            let source = "emsg \(SafeText.quoted(message.schemeIDURI))"
            if let splice = message.splice {
                return markers(of: splice, at: place, source: source).map {
                    var marker = $0
                    marker.duration = marker.duration ?? metadata.duration
                    return marker
                }
            }
            if let frames = message.id3Frames {
                let text = frames.map(\.words).joined(separator: "; ")
                var marker = Marker(.id3, at: place, source: source, text: SafeText.quoted(text))
                marker.duration = metadata.duration
                return [marker]
            }
            let value = message.value.isEmpty ? "" : "value \(message.value), "
            var marker = Marker(
                .event, at: place, source: source,
                text: SafeText.quoted("\(value)event \(message.id), \(message.data.count) bytes"))
            marker.duration = metadata.duration
            marker.eventID = message.id
            return [marker]
        case .splice(let message):
            let source = "SCTE 35 in PID \(message.identifier)"
            return markers(of: message.section, at: place, source: source)
        }
    }
}

extension ID3Frame {
    /// The content of the ID3 frame, in words.
    fileprivate var words: String {
        switch content {
        case .text(let values): "\(id) \(values.joined(separator: " / "))"
        case .userText(let description, let value): "\(id) \(description): \(value)"
        case .link(let url): "\(id) \(url)"
        case .userLink(let description, let url): "\(id) \(description): \(url)"
        case .privateData(let owner, let data): "\(id) \(owner), \(data.count) bytes"
        case .comment(_, let description, let text): "\(id) \(description): \(text)"
        case .binary(let bytes): "\(id), \(bytes.count) bytes"
        }
    }
}
