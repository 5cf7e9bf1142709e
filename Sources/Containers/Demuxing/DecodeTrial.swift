/// Decodes the first samples of a segment, to see whether they are media at all.
///
/// Samples that were decrypted with a wrong key keep their sizes, times and flags: only a decoder
/// notices.
package struct DecodeTrial {
    /// How many samples of each track are decoded.
    private static let sampleLimit = 12
    /// How many samples are read to find them.
    private static let readLimit = 500

    /// The first track of which more samples fail than are decoded; `nil` when there is none.
    package private(set) var failingTrack: TrackDescription.Kind?

    /// Decodes the first samples of each track that has a decoder.
    ///
    /// - Parameters:
    ///   - initialization: The initialization section that applies.
    ///   - media: The bytes of the segment.
    /// - Throws: `ContainerError` when the segment cannot be opened.
    package init(
        initialization: (any ContainerInput)?, media: any ContainerInput
    ) throws(ContainerError) {
        let opened = try OpenedMedia(initialization: initialization, media: media, hint: nil)
        let context = try opened.context(.split)
        let packet = PacketStorage()
        var counts: [Int: (sent: Int, good: Int, bad: Int)] = [:]
        var decoders: [Int: Decoder] = [:]
        for _ in 0..<Self.readLimit {
            guard case .packet = context.read(into: packet) else { break }
            let stream = packet.stream
            let kind = context.facts(ofStream: stream).kind
            guard kind == .video || kind == .audio else { continue }
            var count = counts[stream] ?? (0, 0, 0)
            guard count.sent < Self.sampleLimit,
                let decoder = decoders[stream]
                    ?? context.decoder(forStream: stream, parameterSets: [])
            else { continue }
            decoders[stream] = decoder
            count.sent += 1
            if !decoder.send(packet) { count.bad += 1 }
            decoder.drain(&count.good, &count.bad)
            counts[stream] = count
        }
        for (stream, var count) in counts.sorted(by: { $0.key < $1.key }) {
            guard let decoder = decoders[stream] else { continue }
            decoder.finish()
            decoder.drain(&count.good, &count.bad)
            if count.bad > count.good, failingTrack == nil {
                failingTrack = context.facts(ofStream: stream).kind
            }
        }
    }
}

extension Decoder {
    /// Takes what is ready, and counts it.
    fileprivate func drain(_ good: inout Int, _ bad: inout Int) {
        while true {
            switch receive() {
            case .frame: good += 1
            case .damagedFrame, .failure: bad += 1
            case .none: return
            }
        }
    }
}
