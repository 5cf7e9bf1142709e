/// Decodes the first samples that each key decrypted, to find out whether the samples are media.
///
/// Samples that were decrypted with a wrong key keep their sizes, times and flags. Only a decoder
/// detects the wrong key. For each track and key, the trial judges at most 12 pictures or 20 audio
/// packets.
package struct DecodeTrial {
    /// The first track with invalid samples; `nil` if there is none.
    package private(set) var failingTrack: TrackDescription.Kind?
    /// The number of the key that decrypted the samples of `failingTrack`.
    package private(set) var failingKey: Int?
    /// The numbers of the keys that decrypted their samples to valid media.
    ///
    /// A key is omitted if its samples are invalid in any of the tracks.
    package private(set) var provenKeys: Set<Int> = []

    /// Decodes the first samples that each key decrypted.
    ///
    /// - Parameters:
    ///   - initialization: The initialization section that applies.
    ///   - media: The clear bytes of the segment or file.
    ///   - samples: The first samples of each key. If the value is `nil`, the key with number 0
    ///     decrypted all samples that are long enough to be encrypted.
    /// - Throws: `ContainerError` when the media cannot be opened.
    package init(
        initialization: (any ContainerInput)?, media: any ContainerInput,
        samples: [DecryptedSample]? = nil
    ) throws(ContainerError) {
        let opened = try OpenedMedia(initialization: initialization, media: media, hint: nil)
        let context = try opened.context(opened.format.isISO ? .stored : .split)
        let mediaStart = Int64(opened.prefix.count)
        var gathering = TrialGathering(
            places: samples.map { samples in
                Dictionary(
                    samples.map { ($0.offset + mediaStart, $0.key) },
                    uniquingKeysWith: { first, _ in first })
            }, isISO: opened.format.isISO)
        let packet = PacketStorage()
        var streams: [StreamFacts] = []
        while case .packet = context.read(into: packet) {
            for index in streams.count..<max(streams.count, context.streamCount) {
                streams.append(context.facts(ofStream: index))
            }
            if gathering.add(packet, among: streams) == .enough { break }
        }
        var doubtful: Set<Int> = []
        for track in gathering.tracks {
            let decoder = try? context.decoder(forStream: track.facts.index, parameterSets: [])
            switch decoder.map({ track.verdict(with: $0) }) {
            case .media?: provenKeys.insert(track.key)
            case .garbage?:
                doubtful.insert(track.key)
                guard failingTrack == nil else { break }
                failingTrack = track.facts.kind
                failingKey = track.key
            case .undecided?, nil: break
            }
        }
        provenKeys.subtract(doubtful)
    }
}
