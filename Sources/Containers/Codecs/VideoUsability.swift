/// The usability information (VUI) of a sequence parameter set.
///
/// Its first fields are the same in H.264 and HEVC.
///
/// Reference: ITU-T H.264, section E.1.1; ITU-T H.265, section E.2.1.
enum VideoUsability {
    /// Reads the usability information, up to the transfer characteristics.
    ///
    /// - Parameter reader: The reader, positioned after the flag that announces the information.
    /// - Returns: The transfer characteristics by ITU-T H.273; `nil` when they are not stated, or
    ///   the parameter set is truncated.
    static func transfer(_ reader: inout BitReader) -> Int? {
        if reader.flag(), reader.bits(8) == 255 { reader.skip(32) }
        if reader.flag() { reader.skip(1) }
        guard reader.flag() else { return nil }
        reader.skip(4)
        guard reader.flag() else { return nil }
        reader.skip(8)
        let transfer = Int(reader.bits(8))
        return reader.isOverrun ? nil : transfer
    }
}
