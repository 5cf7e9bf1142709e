import VirtualTime

extension SegmentDemuxer {
    /// Reads a whole single file as one segment, and compares its media with its headers.
    ///
    /// - Parameters:
    ///   - media: The bytes of the file.
    ///   - hint: The announced format; a different container is read and noted as a problem.
    /// - Returns: The content of the file, with all of its problems.
    /// - Throws: `ContainerError` when nothing can be read from the bytes.
    package func demuxFile(
        _ media: any ContainerInput, hint: FormatHint? = nil
    ) throws(ContainerError) -> DemuxedSegment {
        // No file reaches this minimum duration of a segment, so only audio before or after the
        // video gets separate segments.
        let pieces = try demuxProgressive(media, chunk: .seconds(1 << 20), hint: hint)
        var whole = pieces[0]
        for piece in pieces.dropFirst() { whole.append(piece) }
        return whole
    }
}

extension DemuxedSegment {
    /// Adds the next piece of the same file.
    fileprivate mutating func append(_ piece: DemuxedSegment) {
        byteCount += piece.byteCount
        timedMetadata += piece.timedMetadata
        isTruncated = isTruncated || piece.isTruncated
        piece.problems.forEach { problems.note($0) }
        for track in piece.tracks {
            let known = tracks.firstIndex { $0.description.index == track.description.index }
            guard let known else {
                tracks.append(track)
                continue
            }
            tracks[known].start = min(tracks[known].start, track.start)
            tracks[known].end = max(tracks[known].end, track.end)
            tracks[known].decodeTime =
                track.firstDecodeTime + track.decodeTime - tracks[known].firstDecodeTime
            tracks[known].sampleCount += track.sampleCount
            tracks[known].byteCount += track.byteCount
            tracks[known].keyframes += track.keyframes
            tracks[known].holes += track.holes
            tracks[known].brokenFrames += track.brokenFrames
            tracks[known].repeatedSpans += track.repeatedSpans
        }
        tracks.sort { $0.description.index < $1.description.index }
    }
}
