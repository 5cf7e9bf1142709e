import Containers
import HeadlessPlayback

/// One sample from a demuxer.
struct Sample: Equatable {
    var track: Int
    var codec: String
    var pts: MediaTime?
    var dts: MediaTime?
    var isKey: Bool
    var bytes: [UInt8]

    /// Reads all samples of some media.
    static func all(
        in media: [UInt8], initialization: [UInt8]? = nil
    ) throws(ContainerError) -> [Sample] {
        try all(in: MemoryInput(media), initialization: initialization)
    }

    /// Reads all samples of an input.
    static func all(
        in media: any ContainerInput, initialization: [UInt8]? = nil
    ) throws(ContainerError) -> [Sample] {
        var reader = try ContainerReader(
            initialization: initialization.map(MemoryInput.init), media: media)
        var samples: [Sample] = []
        while let packet = try reader.next() {
            samples.append(
                Sample(
                    track: packet.track, codec: "\(reader.tracks[packet.track].codec)",
                    pts: packet.pts, dts: packet.dts, isKey: packet.isKey,
                    bytes: reader.payload()))
        }
        return samples
    }
}
