import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension HTTPServerReply {
    /// Returns the response for libmicrohttpd, which the caller must destroy.
    ///
    /// - Parameter port: The port on which a body may wait; `nil` when it may not.
    /// - Returns: The response; `nil` when there is no memory for it.
    func makeResponse(_ port: HTTPReplyPort?) -> OpaquePointer? {
        switch body {
        case _ where pace != nil || permission != nil || announcedByteCount != nil:
            unsafe makePacedResponse(port)
        case .memory(let bytes):
            unsafe bytes.withUnsafeBytes { source in
                unsafe cmicrohttpd_copy_response(
                    range.count, source.baseAddress?.advanced(by: range.lowerBound))
            }
        case .file(let path, _):
            // The response owns the descriptor.
            unsafe MHD_create_response_from_fd_at_offset64(
                UInt64(range.count), open(path, O_RDONLY | O_CLOEXEC), UInt64(range.lowerBound))
        }
    }

    private func makePacedResponse(_ port: HTTPReplyPort?) -> OpaquePointer? {
        let all =
            switch body {
            case .memory(let bytes): bytes
            case .file(let path, let byteCount): Self.bytes(of: path, byteCount: byteCount)
            }
        let announced = announcedByteCount ?? range.count
        let sent = PacedBody(
            Array(all[range].prefix(announced)), pace: pace, permission: permission, port: port)
        let context = unsafe Unmanaged.passRetained(sent).toOpaque()
        return unsafe MHD_create_response_from_callback(
            UInt64(announced), 16 << 10, sendPacedBody, context, releasePacedBody)
    }

    /// Returns the bytes of a file, with zeros for unreadable ones.
    private static func bytes(of path: String, byteCount: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return bytes }
        defer { close(descriptor) }
        _ = unsafe pread(descriptor, &bytes, byteCount, 0)
        return bytes
    }
}

/// The bytes of a body that is sent at a limited pace.
private final class PacedBody {
    let bytes: [UInt8]
    private let pace: (@Sendable (Int) -> Int?)?
    private let permission: (@Sendable (Int) -> HTTPPermission)?
    private let port: HTTPReplyPort?

    init(
        _ bytes: [UInt8], pace: (@Sendable (Int) -> Int?)?,
        permission: (@Sendable (Int) -> HTTPPermission)?, port: HTTPReplyPort?
    ) {
        self.bytes = bytes
        self.pace = pace
        self.permission = permission
        self.port = port
    }

    /// Returns the bytes to send next; empty at the end, `nil` while the body waits.
    func next(at position: Int, upTo capacity: Int) -> ArraySlice<UInt8>? {
        var most = capacity
        if let permission, let port, position < bytes.count {
            switch permission(position) {
            case .bytes(let count): most = count
            case .wait(let time): return port.pause(time) ? nil : []
            case .close: return []
            }
        }
        guard let permitted = pace.map({ $0(position) }) ?? most else { return [] }
        return bytes.dropFirst(position).prefix(min(max(permitted, 1), capacity))
    }
}

private func sendPacedBody(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?,
    capacity: Int
) -> Int {
    guard let context = unsafe context, let buffer = unsafe buffer else {
        return cmicrohttpd_end_with_error
    }
    let body = unsafe Unmanaged<PacedBody>.fromOpaque(context).takeUnretainedValue()
    guard let piece = body.next(at: Int(position), upTo: capacity) else { return 0 }
    guard !piece.isEmpty else { return cmicrohttpd_end_with_error }
    unsafe piece.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
            .copyMemory(from: source)
    }
    return piece.count
}

private func releasePacedBody(context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<PacedBody>.fromOpaque(context).release()
}
