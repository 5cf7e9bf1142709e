import CFFmpeg

/// One packet that remains valid after the next one is read, to be decoded more than once.
///
/// The corresponding C functions are `av_packet_ref`, `av_packet_copy_props`, `av_new_packet` and
/// `av_packet_free`.
@safe
final class KeptPacket {
    let storage: PacketStorage

    /// Creates a packet that shares the payload of another packet.
    ///
    /// - Returns: `nil` when libavcodec cannot allocate memory.
    init?(_ packet: borrowing PacketStorage) {
        storage = PacketStorage()
        guard unsafe av_packet_ref(storage.pointer, packet.pointer) >= 0 else { return nil }
    }

    /// Copies a packet with its properties, but with other bytes.
    ///
    /// - Returns: `nil` when libavcodec cannot allocate memory.
    init?(_ packet: KeptPacket, replacingPayloadWith bytes: [UInt8]) {
        storage = PacketStorage()
        guard let count = Int32(exactly: bytes.count),
            unsafe av_new_packet(storage.pointer, count) >= 0,
            unsafe av_packet_copy_props(storage.pointer, packet.storage.pointer) >= 0,
            let target = unsafe storage.pointer.pointee.data
        else { return nil }
        unsafe bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(target).copyMemory(from: base, byteCount: source.count)
        }
    }

    /// The payload.
    var payload: [UInt8] {
        storage.withPayload { bytes in bytes.indices.map { bytes[$0] } }
    }
}
