/// The first bytes of a media segment, which show whether the segment can be media.
///
/// The container format is detected in the same way as during playback. The boxes and packets that
/// the bytes contain are then compared with the size of the segment, so that the rest of the
/// segment is not needed.
package struct SegmentStart {
    /// The number of bytes to examine.
    package static let windowSize = FormatDetection.windowSize
    /// The number of bytes after an ID3 tag that are needed to recognize the following audio.
    private static let longestHeader = 10

    let bytes: [UInt8]
    /// The size of the segment in bytes; `nil` when it is unknown.
    private let byteCount: Int64?

    /// Creates the start of a segment.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes; fewer than ``windowSize`` only if the segment has no more.
    ///   - byteCount: The size of the segment in bytes; `nil` when it is unknown.
    package init(_ bytes: [UInt8], of byteCount: Int64?) {
        self.bytes = bytes
        self.byteCount =
            bytes.count < Self.windowSize ? max(byteCount ?? 0, Int64(bytes.count)) : byteCount
    }

    /// Returns the reason why the segment cannot be read.
    ///
    /// - Parameter hasInitialization: Whether an initialization section applies to the segment.
    /// - Returns: The reason; `nil` when the bytes show none.
    package func problem(hasInitialization: Bool) -> ContainerError? {
        // An ID3 tag contains zero bytes, so text that begins with `ID3` is not a tag.
        if bytes.starts(with: "ID3".utf8), FormatDetection.isText(bytes) {
            return ContainerError(
                .unrecognized(looksLike: FormatDetection.looks(bytes)), offset: 0)
        }
        let detection: FormatDetection
        do throws(ContainerError) {
            detection = try FormatDetection(of: MemoryInput(bytes))
        } catch {
            return mayBeCut(error) ? nil : error
        }
        switch detection.format {
        case .mpegTS: return packetProblem
        case .fragmentedMP4, .mp4: return boxProblem(detection.format, hasInitialization)
        case .aac, .ac3, .eac3, .mp3, .webVTT: return nil
        }
    }

    /// Returns whether the missing rest of the segment may be the only cause of an error.
    private func mayBeCut(_ error: ContainerError) -> Bool {
        // A segment of packed audio may have a timestamp but no audio frames, for example at the
        // end of a stream.
        if case .noSamples = error.reason {
            return byteCount.map { error.offset ?? 0 <= $0 } ?? true
        }
        guard let offset = error.offset, offset > 0, byteCount != Int64(bytes.count) else {
            return false
        }
        return offset + Int64(Self.longestHeader) > Int64(bytes.count)
    }

    /// The error of the transport packets; `nil` when there is none.
    ///
    /// Either a packet in the window lacks its sync byte, or the segment ends within a packet.
    private var packetProblem: ContainerError? {
        let size = TransportPacket.size
        let starts = stride(from: 0, to: bytes.count, by: size)
        if let start = starts.first(where: { bytes[$0] != 0x47 }) {
            return ContainerError(
                .malformed(.mpegTS, "a packet without its sync byte"), offset: Int64(start))
        }
        guard let byteCount, byteCount % Int64(size) != 0 else { return nil }
        return ContainerError(
            .malformed(.mpegTS, "\(byteCount) bytes are not whole packets of \(size) bytes"))
    }

    /// Returns the first error of the boxes whose headers are in the window; `nil` if none.
    private func boxProblem(
        _ format: ContainerFormat, _ hasInitialization: Bool
    ) -> ContainerError? {
        var hasMovie = hasInitialization
        var hasMedia = false
        var offset: Int64 = 0
        // A header has at most 16 bytes. If fewer bytes are left in the window, the header is read
        // only if the segment ends with the window.
        while offset < bytes.count,
            offset + 16 <= bytes.count || byteCount == Int64(bytes.count)
        {
            let rest = bytes.span.extracting(Int(offset)..<bytes.count)
            guard let box = ISOBox(header: rest, offset: offset) else {
                return ContainerError(.malformed(format, "bytes are not a box"), offset: offset)
            }
            if box.type == "moov" { hasMovie = true }
            if box.type == "moof" || box.type == "mdat" { hasMedia = true }
            if box.type == "moof", !hasMovie {
                return ContainerError(.missingInitialization, offset: offset)
            }
            // A box without a size extends to the end of the segment.
            guard let end = box.end else { return nil }
            if let byteCount, end > byteCount {
                return ContainerError(
                    .malformed(
                        format,
                        "the box \(box.type) has \(end - offset) bytes, and the segment ends after"
                            + " \(byteCount - offset) of them"), offset: offset)
            }
            offset = end
        }
        let isComplete = byteCount == offset
        return isComplete && !hasMedia ? ContainerError(.noSamples(format)) : nil
    }
}
