import VirtualTime

/// Reads segments and says what they hold.
///
/// It is a value without state: segments may be read on any thread and in any order, and the
/// outcome depends on nothing but their bytes.
package struct SegmentDemuxer: Sendable {
    package let level: VerificationLevel

    package init(level: VerificationLevel = .demux) {
        self.level = level
    }

    /// Reads a whole media segment.
    ///
    /// - Parameters:
    ///   - initialization: The initialization section that applies, from `EXT-X-MAP`.
    ///   - media: The bytes of the segment.
    ///   - hint: What was announced; a different container is played and noted as a problem.
    ///   - earlier: An earlier segment of the same rendition, such as its first; its parameter
    ///     sets serve where this segment leaves them out.
    /// - Returns: What the segment holds, with everything that is wrong with it.
    /// - Throws: `ContainerError` when nothing at all can be had from the bytes.
    package func demux(
        initialization: (any ContainerInput)? = nil, media: any ContainerInput,
        hint: FormatHint? = nil, inheritingFrom earlier: DemuxedSegment? = nil
    ) throws(ContainerError) -> DemuxedSegment {
        let opened = try OpenedMedia(initialization: initialization, media: media, hint: hint)
        var scan = try MediaScan(opened)
        var tallies: [TrackTally] = []
        while let sample = scan.next() {
            while tallies.count <= sample.track {
                let track = tallies.count
                tallies.append(TrackTally(track: track, kind: scan.tracks[track].facts.kind))
            }
            tallies[sample.track].add(sample)
        }
        for track in earlier?.tracks ?? [] {
            scan.inherit(track.parameterSets, id: track.description.id)
        }
        let broken = level == .decode ? try DecodePass(opened).run(scan, tallies) : DecodeResult()
        return try segment(opened, scan, tallies, broken)
    }

    private func segment(
        _ opened: OpenedMedia, _ scan: borrowing MediaScan, _ tallies: [TrackTally],
        _ broken: DecodeResult
    ) throws(ContainerError) -> DemuxedSegment {
        var tracks: [DemuxedTrack] = []
        var problems = opened.problems
        var isTruncated = opened.isTruncated
        for (index, track) in scan.tracks.enumerated() {
            let tally =
                index < tallies.count
                ? tallies[index] : TrackTally(track: index, kind: track.facts.kind)
            for problem in tally.problems { problems.note(problem) }
            isTruncated = isTruncated || tally.isTruncated
            if let done = tally.finished(track, brokenFrames: broken.brokenFrames(of: index)) {
                tracks.append(done)
            } else if track.facts.kind == .video || track.facts.kind == .audio {
                problems.note(ContainerProblem(.missingTrack, track: index))
            }
        }
        guard !tracks.isEmpty || opened.format == .webVTT else {
            if let failure = scan.source.failure {
                throw ContainerError(.input(failure), offset: failure.offset)
            }
            throw ContainerError(.noSamples(opened.format))
        }
        for problem in scan.problems + broken.problems { problems.note(problem) }
        var metadata = scan.metadata
        metadata.add(
            opened.eventMessages, segmentStart: tracks.map(\.start).min() ?? .zero)
        return DemuxedSegment(
            format: opened.format, tracks: tracks, timedMetadata: metadata.sorted,
            timestampWrap: opened.wraps ? DemuxedSegment.transportWrap : nil,
            timestampMap: opened.timestampMap, byteCount: scan.byteCount,
            problems: problems,
            isTruncated: isTruncated || metadata.isTruncated || broken.isTruncated)
    }
}
