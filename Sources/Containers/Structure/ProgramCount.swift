/// The number of programs that a segment of a transport stream announces.
///
/// Reference: ISO/IEC 13818-1, section 2.4.4.3 (program association table).
package enum ProgramCount {
    private static let searched = 512 * TransportPacket.size

    /// Reads the first program association table near the start of an input.
    ///
    /// - Parameter input: The bytes of the segment.
    /// - Returns: The number of programs; `nil` when there is no table.
    /// - Throws: ``ContainerError`` when the input cannot be read.
    package static func read(_ input: any ContainerInput) throws(ContainerError) -> Int? {
        let bytes = try input.contents(at: 0, count: searched)
        let span = bytes.span
        for start in stride(from: 0, to: bytes.count, by: TransportPacket.size) {
            guard let packet = TransportPacket(sound: span, at: start), packet.identifier == 0,
                packet.startsUnit, let first = packet.payload.first
            else { continue }
            let section = first + 1 + Int(bytes[first])
            guard section + 8 <= packet.payload.upperBound, bytes[section] == 0 else { continue }
            let length = Int(span.unsigned(at: section + 1, count: 2) & 0xFFF)
            let end = min(section + 3 + length - 4, packet.payload.upperBound)
            // Program number zero denotes the network information, and is not counted.
            return stride(from: section + 8, to: end - 3, by: 4).count {
                span.unsigned(at: $0, count: 2) != 0
            }
        }
        return nil
    }
}
