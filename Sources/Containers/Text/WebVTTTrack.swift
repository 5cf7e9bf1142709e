package import VirtualTime

/// One sample of a text track: all of the text that is shown during the sample.
package struct TextSample: Equatable, Sendable {
    /// The presentation time of this sample on the container's own clock.
    package var start: MediaTime
    /// The end of this sample: the presentation time of the next sample, which replaces this one.
    package var end: MediaTime
    package var bytes: [UInt8]
}

/// The samples of the first WebVTT track in a fragmented MP4.
///
/// Reference: ISO/IEC 14496-30, section 7 (WebVTT text tracks).
package struct WebVTTTrack: Equatable, Sendable {
    /// The header of the original WebVTT file, from the box `vttC`; empty if there is no such box.
    package var header: [UInt8] = []
    /// The samples in the order of the container.
    package var samples: [TextSample] = []

    /// The maximum number of samples that are read from one segment.
    package static let mostSamples = 1 << 20
    /// The maximum size of one segment's samples in bytes.
    package static let mostBytes = 64 << 20
    private static let largestMovie = 1 << 20

    /// Reads a segment.
    ///
    /// - Parameters:
    ///   - initialization: The initialization section that applies, from `EXT-X-MAP`.
    ///   - media: The bytes of the segment.
    /// - Throws: `ContainerError` when the bytes are not a container, or contain more samples than
    ///   the limits permit.
    package init(
        initialization: (any ContainerInput)?, media: any ContainerInput
    ) throws(ContainerError) {
        header = try Self.header(in: initialization ?? media)
        var reader = try ContainerReader(initialization: initialization, media: media)
        var byteCount = 0
        var track: Int?
        while let packet = try reader.next() {
            guard reader.tracks[packet.track].codec == .webVTT, let start = packet.pts,
                track == nil || track == packet.track
            else { continue }
            track = packet.track
            byteCount += packet.size
            guard samples.count < Self.mostSamples, byteCount <= Self.mostBytes else {
                throw ContainerError(.tooLarge("a text track"))
            }
            if !samples.isEmpty { samples[samples.count - 1].end = start }
            samples.append(TextSample(start: start, end: start, bytes: reader.payload()))
        }
        guard let track, let last = samples.last else { return }
        // libavformat does not report the duration of the last sample.
        let durations = try FragmentDurations([initialization, media].compactMap(\.self))
        let duration = durations.last(of: reader.tracks[track].id) ?? .zero
        samples[samples.count - 1].end = last.start + duration
    }

    /// Returns the contents of the sample description's `vttC` box; empty if it has no such box.
    private static func header(in input: any ContainerInput) throws(ContainerError) -> [UInt8] {
        var walk = ISOBoxWalk(input)
        while let box = try walk.next() {
            guard box.type == "moov" else { continue }
            guard let movie = try walk.contents(of: box, limit: largestMovie) else { return [] }
            return find(["trak", "mdia", "minf", "stbl", "stsd"], in: movie[...]) ?? []
        }
        return []
    }

    /// Searches nested boxes for the `vttC` box of a sample description.
    ///
    /// The path contains the types of the nested boxes; the last one contains the sample
    /// descriptions.
    private static func find(_ path: [String], in bytes: ArraySlice<UInt8>) -> [UInt8]? {
        for (type, contents) in ISOBoxContents(bytes) where type == path[0] {
            if path.count > 1 {
                if let found = find(Array(path.dropFirst()), in: contents) { return found }
                continue
            }
            // The box starts with the version, the flags and the number of descriptions.
            for (entry, fields) in ISOBoxContents(contents.dropFirst(8))
            where entry == "wvtt" {
                // The entry starts with six reserved bytes and the index of the data reference.
                let inner = ISOBoxContents(fields.dropFirst(8))
                return inner.first { $0.type == "vttC" }.map { Array($0.contents) }
            }
        }
        return nil
    }
}
