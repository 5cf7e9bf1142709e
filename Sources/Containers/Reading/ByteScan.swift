/// Looks at the bytes of a container in the order in which they are stored, while another reader
/// demuxes them.
protocol ByteScan {
    /// The offset of the next byte to take.
    var position: Int64 { get }

    /// Takes the next bytes, in pieces of any size.
    mutating func take(_ bytes: Span<UInt8>)

    /// Records that no byte follows.
    mutating func finish()
}
