import CFFmpeg

/// The single owner of one reusable `AVPacket`.
///
/// The corresponding C functions are `av_packet_alloc`, `av_packet_unref` and `av_packet_free`.
@safe
struct PacketStorage: ~Copyable {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() {
        guard let pointer = unsafe av_packet_alloc() else { fatalError("out of memory") }
        unsafe self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = unsafe pointer
        unsafe av_packet_free(&pointer)
    }

    /// Releases the payload.
    func clear() {
        unsafe av_packet_unref(pointer)
    }

    var stream: Int { unsafe Int(pointer.pointee.stream_index) }
    var size: Int { unsafe max(0, Int(pointer.pointee.size)) }
    var duration: Int64 { unsafe pointer.pointee.duration }
    /// The position of the payload in the container's input; negative when unknown.
    var position: Int64 { unsafe pointer.pointee.pos }
    var pts: Int64? { Self.timestamp(unsafe pointer.pointee.pts) }
    var dts: Int64? { Self.timestamp(unsafe pointer.pointee.dts) }
    var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    var isCorrupt: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
    /// Whether the packet is only decoded and not presented.
    var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

    /// Whether the container marks the payload as encrypted.
    var isEncrypted: Bool {
        guard unsafe pointer.pointee.side_data_elems > 0 else { return false }
        return unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
    }

    /// Passes the payload of the packet read last to a closure.
    func withPayload<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        guard let start = unsafe pointer.pointee.data else { return body(Span()) }
        return body(unsafe Span(_unsafeStart: UnsafePointer(start), count: size))
    }

    private static func timestamp(_ value: Int64) -> Int64? {
        value == shim_AV_NOPTS_VALUE ? nil : value
    }
}
