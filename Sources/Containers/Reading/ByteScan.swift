/// Examines the bytes of a container in stored order, while another reader demuxes them.
protocol ByteScan {
    /// The offset of the next byte to examine, in bytes from the start of the container.
    var position: Int64 { get }

    /// Examines the next bytes, in pieces of any size.
    mutating func take(_ bytes: Span<UInt8>)

    /// Ends the scan after the last byte.
    mutating func finish()
}
