import Containers
import Formats
import Linting
import Sessions
import VirtualTime

extension DemuxedSegment {
    /// The markers of the timed metadata.
    var measuredMarkers: [MeasuredMarker] {
        guard !timedMetadata.isEmpty else { return [] }
        let tracks = measuredTracks
        let main = tracks.first { $0.kind == .video } ?? tracks.first { $0.kind == .audio }
        let start = main?.start ?? .zero
        return timedMetadata.flatMap { metadata in
            Marker.markers(of: metadata, offset: .zero - start).map { marker in
                let length = marker.duration.map { " of \($0) s" } ?? ""
                return MeasuredMarker(
                    time: marker.place, kind: marker.kind.rawValue + length,
                    text: marker.text + metadata.digestOfData)
            }
        }
    }
}

extension TimedMetadata {
    /// A checksum of the data of which the marker's text states only the size; empty without data.
    fileprivate var digestOfData: String {
        let data: [[UInt8]] =
            switch content {
            case .event(let message) where message.splice != nil: []
            case .event(let message): message.id3Frames?.compactMap(\.data) ?? [message.data]
            case .id3(let frames): frames.compactMap(\.data)
            case .splice: []
            }
        guard data.contains(where: { !$0.isEmpty }) else { return "" }
        var hash = FNVHash()
        for byte in data.joined() { hash.add(byte) }
        return " with checksum \(String(hash.value, radix: 16))"
    }
}

extension ID3Frame {
    /// The bytes of a frame without text; `nil` for a frame with text.
    fileprivate var data: [UInt8]? {
        switch content {
        case .privateData(_, let data), .binary(let data): data
        case .text, .userText, .link, .userLink, .comment: nil
        }
    }
}
