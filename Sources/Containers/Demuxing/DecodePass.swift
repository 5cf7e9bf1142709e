import VirtualTime

/// A second pass over a segment, in which libavcodec decodes every packet.
struct DecodePass {
    private let opened: OpenedMedia

    init(_ opened: OpenedMedia) {
        self.opened = opened
    }

    /// Decodes the audio and the video of a segment.
    ///
    /// - Parameters:
    ///   - scan: The finished first pass over the segment, which has found the tracks.
    ///   - sampleDurations: The duration of a sample of each track.
    ///   - keyframes: The time of the keyframe of each track at which decoding starts.
    ///   - isWhole: Whether everything is decoded; otherwise only video from the keyframe on.
    /// - Returns: The frames that are broken.
    /// - Throws: `ContainerError` when the segment cannot be opened again.
    func run(
        _ scan: borrowing MediaScan, sampleDurations: [MediaTime], keyframes: [MediaTime?],
        isWhole: Bool = true
    ) throws(ContainerError) -> DecodeResult {
        var result = DecodeResult()
        let context = try opened.context(.split)
        let packet = PacketStorage()
        var tracks: [TrackDecoding] = []
        // Timestamps are unwrapped as in the first pass, even if this pass starts with a different
        // packet.
        var unwrapper = scan.unwrapper
        while case .packet = context.read(into: packet) {
            let stream = packet.stream
            while tracks.count <= stream, tracks.count < context.streamCount {
                let facts = context.facts(ofStream: tracks.count)
                let track = scan.tracks.first { $0.facts.id == facts.id }
                let isDecoded =
                    (facts.kind == .video || facts.kind == .audio && isWhole)
                    && track?.isIgnored != true
                let sets = track?.startingSets ?? []
                var decoder: Result<Decoder, Decoder.Failure>?
                if isDecoded {
                    decoder = Result { () throws(Decoder.Failure) in
                        try context.decoder(forStream: facts.index, parameterSets: sets)
                    }
                }
                let duration =
                    sampleDurations.indices.contains(facts.index)
                    ? sampleDurations[facts.index] : .zero
                let keyframe =
                    keyframes.indices.contains(facts.index) ? keyframes[facts.index] : nil
                tracks.append(
                    TrackDecoding(
                        facts, decoder, keyframe: keyframe, isWhole: isWhole,
                        sampleDuration: duration))
            }
            guard stream < tracks.count else { continue }
            let start = opened.format.isPackedAudio ? opened.packedStart : .zero
            tracks[stream].decode(packet, offset: start, &unwrapper)
        }
        for index in tracks.indices {
            tracks[index].finish()
            let duration = index < sampleDurations.count ? sampleDurations[index] : .zero
            result.append(tracks[index], sampleDuration: duration)
        }
        return result
    }
}
