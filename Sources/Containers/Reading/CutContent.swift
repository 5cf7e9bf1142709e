/// Recognizes media whose last bytes are missing, without reading all of it.
package enum CutContent {
    /// Returns an error when the structure of the container shows that its last bytes are missing.
    ///
    /// Only the headers of boxes and the start of the last packet are read. Content that ends
    /// between two boxes or packets is not recognized as cut, and neither is packed audio or text.
    ///
    /// - Parameter input: The content.
    /// - Returns: The reason; `nil` when the content may be complete.
    package static func error(of input: any ContainerInput) -> ContainerError? {
        guard let format = try? FormatDetection(of: input).format else { return nil }
        switch format {
        case .mpegTS:
            guard let offset = TransportPacket.incompletePacket(in: input) else { return nil }
            return ContainerError(
                .malformed(format, "the last packet is incomplete"), offset: offset)
        case .fragmentedMP4, .mp4:
            var walk = ISOBoxWalk(input)
            var start = walk.offset
            do throws(ContainerError) {
                while try walk.next() != nil { if !walk.isTruncated { start = walk.offset } }
            } catch {
                return error
            }
            guard walk.isTruncated else { return nil }
            return ContainerError(.malformed(format, "the last box is incomplete"), offset: start)
        case .aac, .ac3, .eac3, .mp3, .webVTT: return nil
        }
    }
}

extension TransportPacket {
    /// Returns the offset of the incomplete packet at the end of a transport stream.
    ///
    /// The result is `nil` if the size is a multiple of 188, or if the bytes after the last
    /// multiple do not start with a sync byte.
    static func incompletePacket(in input: any ContainerInput) -> Int64? {
        guard let size = input.byteCount, size % Int64(Self.size) != 0 else { return nil }
        let offset = size - size % Int64(Self.size)
        let first = try? input.bytes(at: offset, count: 1).first
        return first == 0x47 ? offset : nil
    }
}
