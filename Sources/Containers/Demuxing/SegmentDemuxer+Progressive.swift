package import VirtualTime

extension SegmentDemuxer {
    /// Reads a whole progressive file and cuts it into segments.
    ///
    /// Each segment has tracks and times like a media segment of a playlist. The byte counts of all
    /// segments add up to the size of the file.
    ///
    /// - Parameters:
    ///   - media: The bytes of the file.
    ///   - chunk: The minimum duration of a segment. A segment ends before the first video keyframe
    ///     after this duration.
    ///   - hint: The announced format; a different container is played and noted as a problem.
    /// - Returns: The segments, at least one.
    /// - Throws: `ContainerError` when nothing can be read from the bytes.
    package func demuxProgressive(
        _ media: any ContainerInput, chunk: MediaTime, hint: FormatHint? = nil
    ) throws(ContainerError) -> [DemuxedSegment] {
        var opened = try OpenedMedia(initialization: nil, media: media, hint: hint)
        let promise = opened.format.isISO ? try MoviePromise(of: media) : nil
        // Only libavformat reads one sample at a time. The other readers collect all samples at
        // once, which is suitable only for short segments.
        var scan = try MediaScan(opened, demuxer: .libavformat)
        var cutter = ProgressiveCutter(length: chunk, tracks: scan.tracks)
        while let sample = scan.next() { cutter.add(sample, of: scan.tracks) }
        if scan.repeatsPackets, let single = opened.withoutRepeats() {
            opened = single
            scan = try MediaScan(opened, demuxer: .libavformat)
            cutter = ProgressiveCutter(length: chunk, tracks: scan.tracks)
            while let sample = scan.next() { cutter.add(sample, of: scan.tracks) }
        }
        cutter.finish(scan.tracks) { promise?.lastDuration(ofTrack: $0) ?? .zero }
        var broken = DecodeResult()
        if level == .decode {
            let durations = cutter.segments[cutter.segments.count - 1].sampleDurations
            let first = cutter.segments.first { $0.firstKeyframes.contains { $0 != nil } }
            broken = try DecodePass(opened).run(
                scan, sampleDurations: durations, keyframes: first?.firstKeyframes ?? [])
        }
        var segments: [DemuxedSegment] = []
        for (index, tally) in cutter.segments.enumerated() {
            let start = index > 0 ? cutter.starts[index] : nil
            let end = index + 1 < cutter.starts.count ? cutter.starts[index + 1] : nil
            segments.append(tally.segment(opened, scan.tracks, broken.between(start, end)))
            // The problems that were found when the file was opened are reported only once, by the
            // first segment.
            opened.problems = []
        }
        try scan.requireSamples(segments.map(\.tracks.count).max() ?? 0)
        cutter.close(&segments, of: scan.tracks)
        complete(&segments, scan, cutter)
        if let promise {
            for problem in MovieReckoning(promise, pieces: segments).problems {
                segments[segments.count - 1].problems.note(problem)
            }
        }
        return segments
    }

    /// Adds the properties of the whole file to its segments.
    private func complete(
        _ segments: inout [DemuxedSegment], _ scan: borrowing MediaScan, _ cutter: ProgressiveCutter
    ) {
        for index in scan.tracks.indices
        where !scan.isSplices(index)
            && cutter.segments.allSatisfy({ $0.lacks(index, of: scan.tracks) })
        {
            segments[0].problems.note(ContainerProblem(.missingTrack, track: index))
        }
        // A recording in a single file may start anywhere in a stream. Therefore a start before the
        // first tables, within a picture, between two keyframes or after parameter sets is not a
        // problem.
        for problem in scan.missingPictures + scan.problems
        where ![.unitsBeforeTables, .startsWithinPicture].contains(problem.kind) {
            segments[segments.count - 1].problems.note(problem)
        }
        if segments[0].format == .mpegTS {
            for index in segments[0].tracks.indices {
                segments[0].tracks[index].needsEarlierPictures = false
            }
            for index in segments.indices {
                for track in segments[index].tracks.indices
                where !segments[index].tracks[track].parameterSets.isEmpty {
                    segments[index].tracks[track].lacksParameterSets = false
                }
            }
        }
        segments[segments.count - 1].noteMetadata(scan.metadata.problems)
        for entry in scan.metadata.sorted {
            segments[cutter.index(at: entry.arrival)].timedMetadata.append(entry)
        }
        let announced = AnnouncedTracks(
            scan.mediaTracks, scan.announced, read: segments.flatMap(\.tracks))
        for index in segments.indices {
            segments[index].missingKinds = announced.missingKinds
            segments[index].unreadStreams = announced.unreadStreams
        }
        announced.problems.forEach { segments[0].problems.note($0) }
        let counted = segments.reduce(0) { $0 + $1.byteCount }
        segments[0].byteCount += max(0, scan.byteCount - counted)
        if scan.metadata.isTruncated { segments[0].isTruncated = true }
    }
}
