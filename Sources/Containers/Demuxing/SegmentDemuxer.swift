import VirtualTime

/// Reads segments and returns their tracks and samples.
///
/// It has no state: segments may be read on any thread and in any order, and the result depends
/// only on their bytes.
package struct SegmentDemuxer: Sendable {
    package let level: VerificationLevel
    /// The reader to use.
    package let demuxer: DemuxerChoice

    package init(level: VerificationLevel = .demux, demuxer: DemuxerChoice = .automatic) {
        self.level = level
        self.demuxer = demuxer
    }

    /// Reads a whole media segment and its initialization section.
    package func demux(
        initialization: (any ContainerInput)? = nil, media: any ContainerInput,
        hint: FormatHint? = nil, inheritingFrom earlier: DemuxedSegment? = nil
    ) throws(ContainerError) -> DemuxedSegment {
        try demux(
            section: initialization.map(OpenedInitialization.init), media: media, hint: hint,
            inheritingFrom: earlier)
    }

    /// Reads a whole media segment.
    ///
    /// - Parameters:
    ///   - section: The initialization section that applies, from `EXT-X-MAP`.
    ///   - media: The bytes of the segment.
    ///   - hint: The announced format; a different container is played and noted as a problem.
    ///   - earlier: An earlier segment of the same rendition, such as its first; its parameter sets
    ///     are used where this segment has none.
    /// - Returns: The content of the segment, with all of its problems.
    /// - Throws: `ContainerError` when nothing can be read from the bytes.
    package func demux(
        section: OpenedInitialization?, media: any ContainerInput,
        hint: FormatHint? = nil, inheritingFrom earlier: DemuxedSegment? = nil
    ) throws(ContainerError) -> DemuxedSegment {
        var opened = try OpenedMedia(section: section, media: media, hint: hint)
        var scan = try MediaScan(opened, demuxer: demuxer)
        var tally = SegmentTally()
        while let sample = scan.next() { tally.add(sample, of: scan.tracks) }
        if scan.repeatsPackets, let single = opened.withoutRepeats() {
            opened = single
            scan = try MediaScan(opened, demuxer: demuxer)
            tally = SegmentTally()
            while let sample = scan.next() { tally.add(sample, of: scan.tracks) }
        }
        for track in earlier?.tracks ?? [] {
            scan.inherit(track.parameterSets, id: track.description.id)
        }
        let broken = try decoded(opened, scan, tally)
        var segment = tally.segment(opened, scan.tracks, broken)
        for index in scan.tracks.indices
        where tally.lacks(index, of: scan.tracks) && !scan.isSplices(index) {
            segment.problems.note(ContainerProblem(.missingTrack, track: index))
        }
        let announced = AnnouncedTracks(scan.mediaTracks, scan.announced, read: segment.tracks)
        segment.missingKinds = announced.missingKinds
        segment.unreadStreams = announced.unreadStreams
        announced.problems.forEach { segment.problems.note($0) }
        try scan.requireSamples(segment.tracks.count)
        for problem in scan.missingPictures + scan.problems { segment.problems.note(problem) }
        for problem in try opened.section?.problems.get() ?? [] { segment.problems.note(problem) }
        if tally.isUneven, !segment.hasDamagedVideo, let missing = MissingPictures(opened) {
            segment.add(missing)
        }
        segment.byteCount = scan.byteCount
        segment.lacksClock = opened.lacksClock
        var metadata = scan.metadata
        metadata.add(
            opened.eventMessages, segmentStart: segment.tracks.map(\.start).min() ?? .zero)
        segment.noteMetadata(metadata.problems)
        segment.timedMetadata = metadata.sorted
        segment.isTruncated = segment.isTruncated || metadata.isTruncated
        return segment
    }

    /// Decodes the segment, if the level or the end of a picture requires it.
    ///
    /// The last picture of a transport stream is decoded at every level if its end may be missing,
    /// which nothing else shows. Decoding starts at the last keyframe before it.
    private func decoded(
        _ opened: OpenedMedia, _ scan: borrowing MediaScan, _ tally: SegmentTally
    ) throws(ContainerError) -> DecodeResult {
        let ends = scan.uncertainEnds
        let isEncrypted = scan.problems.contains { $0.kind == .encrypted }
        guard level == .decode || !ends.isEmpty && !isEncrypted else { return DecodeResult() }
        let isWhole = level == .decode
        let result = try DecodePass(opened).run(
            scan, sampleDurations: tally.sampleDurations,
            keyframes: isWhole ? tally.firstKeyframes : tally.lastKeyframes, isWhole: isWhole)
        return isWhole ? result : result.only(at: ends)
    }
}
