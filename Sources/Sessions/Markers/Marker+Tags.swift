import Containers
import Formats
package import Playlists
package import VirtualTime

extension Marker {
    /// Returns the markers for a cue tag of a playlist.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - place: The start of the following segment.
    /// - Returns: The markers; empty for a tag within a break with a valid SCTE 35 message.
    package static func markers(of tag: CueMarker, at place: MediaTime) -> [Marker] {
        let source = tag.kind.rawValue
        var markers: [Marker] = []
        if let splice = tag.splice {
            let message = Result { () throws(SpliceError) in try SpliceInformation(text: splice) }
            // A tag within a break repeats the message of the first tag of the break.
            if tag.continuesBreak, case .success = message { return [] }
            markers = Self.markers(of: message, at: place, source: source)
        }
        if let isOut = tag.isOut, !markers.contains(where: { $0.kind == (isOut ? .out : .in) }) {
            var marker = Marker(
                isOut ? .out : .in, at: place, source: source,
                text: (isOut ? "a break begins" : "a break ends") + tag.attributesInWords)
            marker.duration = tag.duration
            markers.insert(marker, at: 0)
        }
        for index in markers.indices {
            markers[index].duration = markers[index].duration ?? tag.duration
        }
        return markers
    }
}

extension CueMarker {
    /// A colon and the attributes of the tag; empty for a tag without attributes.
    fileprivate var attributesInWords: String {
        guard let value, value.contains("=") else { return "" }
        return ": " + SafeText.quoted(value)
    }
}
