import VirtualTime

/// Cuts a part out of packed audio, at the starts of frames.
///
/// Each part begins with an ID3 tag that states the time of the first frame, so that a player can
/// play the part on its own.
///
/// Reference: rfc8216bis, section 3.1.4 (Packed Audio).
struct PackedAudioCut {
    private let cut: MediaCut
    private let format: ContainerFormat

    /// Creates a cut.
    ///
    /// - Parameters:
    ///   - cut: The part to cut out.
    ///   - format: The kind of packed audio.
    init(_ cut: MediaCut, of format: ContainerFormat) {
        self.cut = cut
        self.format = format
    }

    func applied(to bytes: [UInt8]) throws(ContainerError) -> [UInt8] {
        let tags = ID3Tag.leading(in: bytes.span)
        var frames: [UInt8] = []
        var start: MediaTime?
        var time = MediaTime.zero
        var isTaken = cut.index == 0
        var index = tags.last?.upperBound ?? 0
        /// The start of the tags before the next frame.
        var pending = index
        while index < bytes.count {
            if let frame = PackedAudioFrame(bytes.span, at: index, of: format) {
                let end = min(index + frame.byteCount, bytes.count)
                // A frame without a duration extends the frame before it.
                if frame.duration > .zero { isTaken = cut.contains(time) }
                if isTaken {
                    if start == nil { start = time }
                    frames += bytes[pending..<end]
                }
                time += frame.duration
                index = end
                pending = end
            } else if let size = PackedAudioScan.tag(bytes.span, at: index) {
                index = min(index + size, bytes.count)
            } else {
                throw ContainerError(
                    .malformed(format, "no frame of audio, where it could be cut"),
                    offset: Int64(index))
            }
        }
        if cut.isLast { frames += bytes[pending...] }
        return try self.tags(tags, of: bytes, movedBy: start ?? cut.range.lowerBound) + frames
    }

    /// Returns the ID3 tags of the part.
    ///
    /// The first part has all tags of the segment. Every other part has only the tag with the
    /// timestamp.
    private func tags(
        _ tags: [Range<Int>], of bytes: [UInt8], movedBy offset: MediaTime
    ) throws(ContainerError) -> [UInt8] {
        if cut.index == 0 { return Array(bytes[..<(tags.last?.upperBound ?? 0)]) }
        for tag in tags where ID3Tag(bytes.span.extracting(tag))?.transportTimestamp != nil {
            return try PackedAudioShift(MediaShift(by: offset)).applied(to: Array(bytes[tag]))
        }
        throw ContainerError(
            .malformed(format, "no ID3 tag with a timestamp, so it cannot be cut"), offset: 0)
    }
}
